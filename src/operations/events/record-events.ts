// Records events of shoppers. They are only handed over: no request waits until they are stored.

import type { recordEvents as contract } from '../../contract/events/record-events.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { EventRecorder } from '../../domain/events/event-ports.ts';
import { dayOf } from '../../domain/events/product-event.ts';
import { recordableTerm } from '../../domain/terms/popular-terms.ts';
import { addressMark, namedMark } from '../access/visitor-marks.ts';
import { findPlace, type ProductDependencies } from '../products/product-request.ts';
import type { UseCase } from '../use-case.ts';

export interface EventDependencies {
  readonly events: EventRecorder;
  /** Of the marks of visitors. It also signs the stamps of forms. */
  readonly visitorSecret: string | Buffer;
}

export const buildRecordEvents =
  (dependencies: ProductDependencies & EventDependencies): UseCase<typeof contract> =>
  async (caller, { query, body }) => {
    const { scope, store, at } = await findPlace(dependencies, caller, query.store_id);
    const { tenantId, workspaceId, environmentId } = scope;
    const day = dayOf(at);
    const markOf = buildMarks(caller, day, dependencies.visitorSecret);
    dependencies.events.record(
      body.events.map(({ type, product_id: productId, visitor, search_term: term }) => ({
        tenantId,
        workspaceId,
        environmentId,
        catalogId: store.catalogId,
        day,
        productId,
        type,
        visitor: markOf(visitor),
        term: (term === undefined ? undefined : recordableTerm(term)) ?? '',
      })),
    );
    return { accepted: body.events.length };
  };

/**
 * A shop that sends a `full` token, which no page contains, is believed who its visitors are. Of anyone else only the network counts:
 * those who make up visitors or browsers stay one visitor.
 */
const buildMarks = (caller: Caller, day: string, secret: string | Buffer) => {
  const isBelieved = caller.token?.permission === 'full' || caller.isOperator;
  const known = new Map<string, string>();
  let ofAddress: string | undefined;
  return (visitor: string | undefined): string => {
    if (visitor === undefined || !isBelieved) {
      ofAddress ??= addressMark(secret, day, caller.scope, caller.addressId);
      return ofAddress;
    }
    const mark = known.get(visitor) ?? namedMark(secret, day, caller.scope, visitor);
    known.set(visitor, mark);
    return mark;
  };
};
