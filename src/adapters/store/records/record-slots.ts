// The slot of each record: a small number that is unique within its model, so that sets of records are bitsets. A
// free slot is given to the next record.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches, prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

export interface RecordSlot {
  readonly model: string;
  readonly slot: number;
}

/** The records of slots, by their slots. */
export type FindIds = (
  db: Db,
  place: WorkspaceScope & { readonly model: string },
  slots: Iterable<number>,
) => Promise<ReadonlyMap<number, string>>;

export interface RecordSlots {
  find(
    db: Db,
    workspace: WorkspaceScope,
    recordIds: readonly string[],
  ): Promise<ReadonlyMap<string, RecordSlot>>;
  /** A slot for each of the records, which have none. */
  take(
    tx: Db,
    workspace: WorkspaceScope,
    model: string,
    recordIds: readonly string[],
  ): Promise<ReadonlyMap<string, RecordSlot>>;
  release(tx: Db, workspace: WorkspaceScope, recordId: string, slot: RecordSlot): Promise<void>;
  readonly findIds: FindIds;
}

const SLOTS_AT_ONCE = 100;

export const buildRecordSlots = (db: Db): RecordSlots => {
  const queries = prepareQueries(db);
  return {
    async find(from, { tenantId, workspaceId }, recordIds) {
      const rows = await queries.find(from, { tenantId, workspaceId }, recordIds);
      return new Map(rows.map(({ record_id: id, model, slot }) => [id, { model, slot }]));
    },
    async take(tx, { tenantId, workspaceId }, model, recordIds) {
      const place = { tenantId, workspaceId, model };
      const rows: { recordId: string; isFree: number; slot: number }[] = [];
      let next: number | undefined;
      for (const recordId of recordIds) {
        const free = next === undefined ? await queries.free.first(tx, place) : undefined;
        if (free !== undefined) {
          await queries.remove.all(tx, { tenantId, workspaceId, recordId: free.record_id });
          rows.push({ recordId, isFree: 0, slot: free.slot });
          continue;
        }
        // Those that were free may be greater than all others.
        next ??= Math.max((await queries.last.first(tx, place))?.slot ?? -1, ...rows.map(({ slot }) => slot));
        next += 1;
        rows.push({ recordId, isFree: 0, slot: next });
      }
      await queries.insert(tx, place, rows);
      return new Map(rows.map(({ recordId, slot }) => [recordId, { model, slot }]));
    },
    async release(tx, { tenantId, workspaceId }, recordId, { model, slot }) {
      await queries.remove.all(tx, { tenantId, workspaceId, recordId });
      const place = { tenantId, workspaceId, model };
      if ((await queries.last.first(tx, place)) !== undefined) {
        await queries.insert(tx, place, [{ recordId: `free ${model} ${slot}`, isFree: 1, slot }]);
      } else {
        await removeFree(tx, { tenantId, workspaceId }, model);
      }
    },
    findIds: queries.findIds,
  };
};

/** Also for those who need nothing else of slots. */
export const prepareFindIds = (db: Db): FindIds => {
  const example = { tenantId: '', workspaceId: '', model: '' };
  const query = prepareForIds(example, (value, slots: number[]) =>
    inWorkspace(db, value)
      .selectFrom('record_slot')
      .select(['record_id', 'slot'])
      .where('model', '=', value.model)
      .where('is_free', '=', sql.lit(0))
      .where('slot', 'in', slots),
  );
  return async (from, { tenantId, workspaceId, model }, slots) => {
    const rows = await query(from, { tenantId, workspaceId, model }, slots);
    return new Map(rows.map(({ record_id: id, slot }) => [slot, id]));
  };
};

const prepareQueries = (db: Db) => {
  const edge = (isFree: 0 | 1) =>
    prepareInWorkspace(db, { model: '' }, (workspace, value) =>
      workspace
        .selectFrom('record_slot')
        .select(['record_id', 'slot'])
        .where('model', '=', value.model)
        .where('is_free', '=', sql.lit(isFree))
        .orderBy('slot', 'desc')
        .limit(1),
    );
  return {
    findIds: prepareFindIds(db),
    find: prepareForIds({ tenantId: '', workspaceId: '' }, (value, ids) =>
      inWorkspace(db, value)
        .selectFrom('record_slot')
        .select(['record_id', 'model', 'slot'])
        .where('record_id', 'in', ids),
    ),
    free: edge(1),
    last: edge(0),
    insert: prepareBatches(
      db,
      { model: '' },
      { recordId: '', isFree: 0, slot: 0 },
      (workspace, { model }, rows) =>
        workspace.insertInto('record_slot').values(
          rows.map(({ recordId, isFree, slot }) => ({
            record_id: recordId,
            model,
            is_free: isFree,
            slot,
          })),
        ),
    ),
    remove: prepareInWorkspace(db, { recordId: '' }, (workspace, value) =>
      workspace.deleteFrom('record_slot').where('record_id', '=', value.recordId),
    ),
  };
};

/** Those of a model without records. */
const removeFree = async (tx: Db, scope: WorkspaceScope, model: string): Promise<void> => {
  const yieldIfDue = buildYield();
  const workspace = inWorkspace(tx, scope);
  for (;;) {
    const rows = await workspace
      .selectFrom('record_slot')
      .select('record_id')
      .where('model', '=', model)
      .where('is_free', '=', sql.lit(1))
      .limit(SLOTS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const ids = rows.map((row) => row.record_id);
    await workspace.deleteFrom('record_slot').where('record_id', 'in', ids).execute();
    await yieldIfDue();
  }
};
