// Deletes the events of an environment before the environment itself, a few hundred per transaction: there may be millions, and other
// writers would wait for all of them. Cut off, it leaves the environment with fewer events, and deleting it again deletes the rest. Once
// something needs the environment, no more are deleted; those that were deleted before do not come back.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { findHead } from '../feed/change-feed.ts';
import type { Db, Engine, WriteOptions } from '../sql/engine.ts';
import { deleteSome, EVERYTHING, type RowSet, readRows, readSome } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import { type DeletionOptions, type DeletionTarget, decideDeletion } from './decide-deletion.ts';
import { DOCUMENTS_AT_ONCE } from './dependents.ts';
import { type ResourceRows, rowsOf } from './resource-tables.ts';

/** Statements in one transaction. */
const STEPS_AT_ONCE = 5;

export type DeleteEvents = (
  target: DeletionTarget,
  options: DeletionOptions,
  write?: WriteOptions,
) => Promise<void>;

/** Does nothing unless the target is an environment that may be deleted. */
export const buildDeleteEvents =
  (engine: Pick<Engine, 'reads' | 'write' | 'lockWorkspace'>, rows: ResourceRows): DeleteEvents =>
  async (target, options, write = {}) => {
    const { workspace, kind, key } = target;
    if (kind !== 'environment') return;
    const isAllowed = async (db: Db): Promise<boolean> =>
      !('refusal' in (await decideDeletion(db, rows, target, options)));
    let decidedAt = await findHead(engine.reads, workspace);
    if (!(await isAllowed(engine.reads))) return;
    /** Whatever the decision depends on is in the feed. */
    const deleteFew = (set: RowSet): Promise<Step> =>
      engine.write(async (tx) => {
        await engine.lockWorkspace(tx, workspace);
        const head = await findHead(tx, workspace);
        if (head !== decidedAt && !(await isAllowed(tx))) return 'refused';
        decidedAt = head;
        return deleteSteps(tx, set);
      }, write);
    const yieldIfDue = buildYield();
    for await (const set of eventsOf(engine.reads, workspace, key['id'] ?? '')) {
      await yieldIfDue();
      if (!(await hasRows(engine.reads, set))) continue;
      let step = await deleteFew(set);
      while (step === 'more') {
        await yieldIfDue();
        step = await deleteFew(set);
      }
      if (step === 'refused') return;
    }
  };

/** Most catalogs have no events there, and a transaction for each of them would be waited for. */
const hasRows = async (db: Db, set: RowSet): Promise<boolean> =>
  (await readSome(db, set, { ...EVERYTHING, limit: 1 })).length > 0;

type Step = 'more' | 'last' | 'refused';

const deleteSteps = async (tx: Db, set: RowSet): Promise<Step> => {
  const yieldIfDue = buildYield();
  for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
    if (!(await deleteSome(tx, set))) return 'last';
    await yieldIfDue();
  }
  return 'more';
};

/** The events of each catalog, also of one that is no longer shown there. */
async function* eventsOf(db: Db, workspace: WorkspaceScope, environmentId: string): AsyncIterable<RowSet> {
  const catalogs = rowsOf(workspace, 'catalog', {});
  for await (const some of readRows(db, catalogs, { columns: [], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    for (const { catalog_id: catalogId = '' } of some)
      yield recordedRows('product_event', workspace, catalogId, environmentId);
  }
}

/** What was recorded of a catalog in an environment, or was computed from it. */
export const recordedRows = (
  table: 'product_event' | 'product_popularity',
  workspace: WorkspaceScope,
  catalogId: string,
  environmentId: string,
): RowSet => {
  const [, , ...key] = keysInWorkspace[table];
  const prefix = workspacePrefix(workspace, { catalog_id: catalogId, environment_id: environmentId });
  return { table, prefix, key };
};
