// Erases the events and recorded searches of one visitor. Marks change daily, so those of all days that may be stored are computed.

import type { eraseVisitor as contract } from '../../contract/events/erase-visitor.ts';
import type { OperationInput } from '../../contract/operation.ts';
import { isIpAddress } from '../../domain/access/ip-address.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { EventStore } from '../../domain/events/event-ports.ts';
import { listDays } from '../../domain/events/product-event.ts';
import { invalidInput } from '../../domain/failures/failures.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { requireWorkspace } from '../access/require-workspace.ts';
import { addressId, addressMark, addressSpellings, browserMark, namedMark } from '../access/visitor-marks.ts';
import type { UseCase } from '../use-case.ts';

interface Dependencies {
  readonly eventStore: Pick<EventStore, 'eraseMarks'>;
  readonly resources: Pick<ResourceStore, 'findResource'>;
  readonly readVisitorSecret: () => Promise<string | Buffer>;
  readonly now: () => Date;
}

/** Longer than anything is kept. */
const DAYS = 400;

type Body = OperationInput<typeof contract>['body'];

export const buildEraseVisitor =
  ({ eventStore, resources, readVisitorSecret, now }: Dependencies): UseCase<typeof contract> =>
  async (caller, { body }) => {
    assertOne(body);
    const { tenantId, workspaceId } = caller.scope;
    const secret = await readVisitorSecret();
    const days = listDays(DAYS, now().getTime());
    const marks = days.flatMap((day) => marksOf(body, day, { tenantId, workspaceId }, secret));
    const { events, searches } = await eventStore.eraseMarks({ tenantId, workspaceId }, [...new Set(marks)]);
    if (events + searches === 0) await requireWorkspace(caller, resources);
    return { events_erased: events, searches_erased: searches };
  };

const assertOne = ({ visitor, address, mark, user_agent: userAgent }: Body): void => {
  const given = [visitor, address, mark].filter((value) => value !== undefined).length;
  if (userAgent !== undefined && address === undefined)
    throw invalidInput('not_allowed', 'user_agent', 'user_agent is only for an address: send address too');
  if (given === 0) throw invalidInput('too_few', 'visitor', 'Send one of visitor, address and mark');
  if (given > 1) throw invalidInput('conflicting', 'visitor', 'Send only one of visitor, address and mark');
  if (address !== undefined && !isIpAddress(address))
    throw invalidInput(
      'malformed',
      'address',
      'address must be an IP address such as 192.0.2.1 or 2001:db8::1, without a port or the size of a network',
    );
};

const marksOf = (
  { visitor, address, mark, user_agent: userAgent }: Body,
  day: string,
  workspace: WorkspaceScope,
  secret: string | Buffer,
): string[] => {
  if (visitor !== undefined) return [namedMark(secret, day, workspace, visitor)];
  if (address === undefined) return mark === undefined ? [] : [mark];
  const ofAddress = addressMark(secret, day, workspace, addressId(address, secret));
  if (userAgent === undefined) return [ofAddress];
  const spellings = addressSpellings(address);
  return [ofAddress, ...spellings.map((one) => browserMark(secret, day, workspace, one, userAgent))];
};
