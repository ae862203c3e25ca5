// The writes whose bodies may be large, as they run in a thread of their own: the use cases are those of the main thread.

import { manageName } from '../contract/manage/manage-operations.ts';
import { managedKinds } from '../contract/manage/manage-resources.ts';
import type { Operation, OperationInput } from '../contract/operation.ts';
import { allRoutes } from '../contract/routes.ts';
import { type SuccessHead, successHeadOf } from '../contract/success-head.ts';
import type { PlainCaller } from '../domain/access/caller.ts';
import type { WriteRequest } from '../domain/limits/large-writes.ts';
import { buildResourceUseCase, type ResourceDependencies } from './manage/manage-resources.ts';
import { buildCreateRecord, type RecordWriteDependencies } from './records/create-record.ts';
import { buildSaveVersion } from './records/save-version.ts';

export type LargeWriteParts = RecordWriteDependencies & ResourceDependencies;

type AnyWrite = (caller: PlainCaller, input: never) => Promise<unknown>;

const buildWrites = (parts: LargeWriteParts): Readonly<Record<string, AnyWrite>> => ({
  'create-record': buildCreateRecord(parts),
  'save-version': buildSaveVersion(parts),
  ...Object.fromEntries(
    managedKinds.flatMap((row) =>
      (['create', 'put'] as const).map((verb) => [
        manageName(verb, row),
        buildResourceUseCase[verb](row, parts),
      ]),
    ),
  ),
});

export interface LargeWrite {
  /** `body`: the JSON object that was sent. */
  run(
    request: Pick<WriteRequest, 'caller' | 'head'>,
    body: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly payload: unknown; readonly head: SuccessHead }>;
}

/** Of every operation that says `runsAsideWhenLarge`, by its name. */
export const buildLargeWrites = (parts: LargeWriteParts): ReadonlyMap<string, LargeWrite> => {
  const writes = buildWrites(parts);
  return new Map(
    Object.values(allRoutes)
      .filter(({ runsAsideWhenLarge }) => runsAsideWhenLarge === true)
      .map((operation) => [operation.name, buildLargeWrite(operation, writes[operation.name])]),
  );
};

const buildLargeWrite = (operation: Operation, write: AnyWrite | undefined): LargeWrite => {
  if (write === undefined) throw new Error(`${operation.name} cannot run in another thread`);
  return {
    run: async ({ caller, head }, body) => {
      // Safe: the main thread has validated the head by the schemas of the operation, and its use case checks the body.
      const payload = await write(caller, { ...head, body } as never);
      const { params } = head as Pick<OperationInput<Operation>, 'params'>;
      return { payload, head: successHeadOf(operation, payload, params) };
    },
  };
};
