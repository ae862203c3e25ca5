// Deletes the events of an environment before the environment itself. There may be millions, and in one transaction every other
// writer would wait for all of them: here they wait for a few hundred at a time. If it is cut off, the environment is still there, with
// fewer events, and deleting it again deletes the rest.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { deleteSome, type RowSet, readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';
import { type DeletionOptions, type DeletionTarget, decideDeletion } from './decide-deletion.ts';
import { DOCUMENTS_AT_ONCE } from './dependents.ts';
import { type ResourceRows, rowsOf } from './resource-tables.ts';

/** Statements in one transaction. */
const STEPS_AT_ONCE = 5;

export type DeleteEvents = (target: DeletionTarget, options: DeletionOptions) => Promise<void>;

/** Does nothing unless the target is an environment that may be deleted. */
export const buildDeleteEvents =
  (engine: Pick<Engine, 'reads' | 'write' | 'lockWorkspace'>, rows: ResourceRows): DeleteEvents =>
  async (target, options) => {
    const { workspace, kind } = target;
    if (kind !== 'environment') return;
    const decision = await decideDeletion(engine.reads, rows, target, options);
    if ('refusal' in decision) return;
    const { place, doc, current } = decision;
    /** Returns whether there are more. Somebody may have changed or deleted it meanwhile: then it is decided anew, elsewhere. */
    const deleteFew = (set: RowSet): Promise<boolean> =>
      engine.write(async (tx) => {
        await engine.lockWorkspace(tx, workspace);
        if ((await rows.find(tx, kind, place)) !== doc) return false;
        return deleteSteps(tx, set);
      });
    const yieldIfDue = buildYield();
    for await (const set of eventsOf(engine.reads, workspace, String(current.object['id']))) {
      while (await deleteFew(set)) await yieldIfDue();
    }
  };

const deleteSteps = async (tx: Db, set: RowSet): Promise<boolean> => {
  const yieldIfDue = buildYield();
  for (let step = 0; step < STEPS_AT_ONCE; step += 1) {
    if (!(await deleteSome(tx, set))) return false;
    await yieldIfDue();
  }
  return true;
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
