// The slot of each record: a small number that is unique within its model, so that sets of records are bitsets. A
// free slot is given to the next record.

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds } from '../sql/id-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

export interface RecordSlot {
  readonly model: string;
  readonly slot: number;
}

export interface RecordSlots {
  find(
    db: Db,
    workspace: WorkspaceScope,
    recordIds: readonly string[],
  ): Promise<ReadonlyMap<string, RecordSlot>>;
  /** A slot for a record that has none. */
  take(
    tx: Db,
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model: string },
  ): Promise<number>;
  release(tx: Db, workspace: WorkspaceScope, recordId: string, slot: RecordSlot): Promise<void>;
  /** The records of slots, by their ids. */
  findIds(
    db: Db,
    workspace: WorkspaceScope,
    model: string,
    slots: readonly number[],
  ): Promise<ReadonlyMap<string, number>>;
}

const SLOTS_AT_ONCE = 100;

export const buildRecordSlots = (db: Db): RecordSlots => {
  const queries = prepareQueries(db);
  return {
    async find(from, { tenantId, workspaceId }, recordIds) {
      const found = new Map<string, RecordSlot>();
      for (const ids of batchIds(recordIds)) {
        const rows = await inWorkspace(from, { tenantId, workspaceId })
          .selectFrom('record_slot')
          .select(['record_id', 'model', 'slot'])
          .where('record_id', 'in', ids)
          .execute();
        for (const { record_id: id, model, slot } of rows) found.set(id, { model, slot });
      }
      return found;
    },
    async take(tx, { tenantId, workspaceId }, { id: recordId, model }) {
      const place = { tenantId, workspaceId, model };
      const free = await queries.free.first(tx, place);
      if (free !== undefined)
        await queries.remove.all(tx, { tenantId, workspaceId, recordId: free.record_id });
      const last = free === undefined ? await queries.last.first(tx, place) : undefined;
      const slot = free?.slot ?? (last?.slot ?? -1) + 1;
      await queries.insert.all(tx, { ...place, recordId, isFree: 0, slot });
      return slot;
    },
    async release(tx, { tenantId, workspaceId }, recordId, { model, slot }) {
      await queries.remove.all(tx, { tenantId, workspaceId, recordId });
      const place = { tenantId, workspaceId, model };
      if ((await queries.last.first(tx, place)) !== undefined) {
        await queries.insert.all(tx, { ...place, recordId: `free ${model} ${slot}`, isFree: 1, slot });
      } else {
        await removeFree(tx, { tenantId, workspaceId }, model);
      }
    },
    async findIds(from, workspace, model, slots) {
      const ids = new Map<string, number>();
      for (let at = 0; at < slots.length; at += SLOTS_AT_ONCE) {
        const rows = await inWorkspace(from, workspace)
          .selectFrom('record_slot')
          .select(['record_id', 'slot'])
          .where('model', '=', model)
          .where('is_free', '=', sql.lit(0))
          .where('slot', 'in', slots.slice(at, at + SLOTS_AT_ONCE))
          .execute();
        for (const { record_id: id, slot } of rows) ids.set(id, slot);
      }
      return ids;
    },
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
  const row = { recordId: '', model: '', isFree: 0, slot: 0 };
  return {
    free: edge(1),
    last: edge(0),
    insert: prepareInWorkspace(db, row, (workspace, value) =>
      workspace.insertInto('record_slot').values({
        record_id: value.recordId,
        model: value.model,
        is_free: value.isFree,
        slot: value.slot,
      }),
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
