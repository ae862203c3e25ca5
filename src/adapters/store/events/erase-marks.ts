// Erases what is kept under the marks of a visitor: events and recorded searches.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { EventStore } from '../../../domain/events/event-ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { countRows, deleteRows, type RowSet } from '../sql/key-range.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { eraseSomeEvents } from './event-rows.ts';

export const buildEraseMarks = (engine: Engine): EventStore['eraseMarks'] => {
  const { reads } = engine;
  const scope = { tenantId: '', workspaceId: '' };
  const markedEvents = prepareForIds(scope, (workspace, marks: string[]) =>
    inWorkspace(reads, workspace)
      .selectFrom('product_event')
      .select('visitor')
      .distinct()
      .where('visitor', 'in', marks),
  );
  const markedSearches = prepareForIds(
    { ...scope, catalogId: '' },
    ({ catalogId, ...workspace }, marks: string[]) =>
      inWorkspace(reads, workspace)
        .selectFrom('search_event')
        .select('visitor')
        .distinct()
        .where('catalog_id', '=', catalogId)
        .where('visitor', 'in', marks),
  );

  /** In transactions of its own, until nothing is left. */
  const repeat = async (workspace: WorkspaceScope, eraseSome: (tx: Db) => Promise<number>) => {
    const yieldIfDue = buildYield();
    let erased = 0;
    for (;;) {
      const count = await engine.write(async (tx) => {
        await engine.lockWorkspace(tx, workspace);
        return eraseSome(tx);
      });
      if (count === 0) return erased;
      erased += count;
      await yieldIfDue();
    }
  };

  return async (workspace, marks) => {
    const { tenantId, workspaceId } = workspace;
    let [events, searches] = [0, 0];
    for (const { visitor } of await markedEvents(reads, { tenantId, workspaceId }, marks)) {
      events += await repeat(workspace, (tx) => eraseSomeEvents(tx, workspace, visitor));
    }
    for (const catalogId of await listCatalogIds(reads, workspace)) {
      const found = await markedSearches(reads, { tenantId, workspaceId, catalogId }, marks);
      for (const { visitor } of found) {
        const set = searchesOf(workspace, catalogId, visitor);
        searches += await repeat(workspace, (tx) => eraseSearches(tx, set));
      }
    }
    // Waits for the flush of whatever deleted the rest: "nothing left" must be true on disk too.
    if (events + searches === 0) await engine.write(async () => {});
    return { events, searches };
  };
};

const searchesOf = (workspace: WorkspaceScope, catalogId: string, visitor: string): RowSet => ({
  table: 'search_event',
  prefix: workspacePrefix(workspace, { catalog_id: catalogId, visitor }),
  key: ['at', 'term'],
});

/** The searches of one visitor on one day. */
const eraseSearches = async (tx: Db, set: RowSet): Promise<number> => {
  const count = await countRows(tx, set);
  await deleteRows(tx, set);
  return count;
};

const listCatalogIds = async (reads: Db, workspace: WorkspaceScope): Promise<string[]> => {
  const rows = await inWorkspace(reads, workspace).selectFrom('catalog').select('catalog_id').execute();
  return rows.map((row) => row.catalog_id);
};
