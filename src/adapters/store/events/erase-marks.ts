// Erases what is kept under the marks of a visitor: events and recorded searches.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { EventStore } from '../../../domain/events/event-ports.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { countRows, deleteRows, type RowSet } from '../sql/key-range.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { keysInWorkspace } from '../sql/table-keys.ts';

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

  const erase = async (workspace: WorkspaceScope, sets: readonly RowSet[]): Promise<number> => {
    const yieldIfDue = buildYield();
    let erased = 0;
    for (const set of sets) {
      erased += await engine.write(async (tx) => {
        await engine.lockWorkspace(tx, workspace);
        const count = await countRows(tx, set);
        await deleteRows(tx, set);
        return count;
      });
      await yieldIfDue();
    }
    return erased;
  };

  return async (workspace, marks) => {
    const { tenantId, workspaceId } = workspace;
    const found = await markedEvents(reads, { tenantId, workspaceId }, marks);
    const events = await erase(
      workspace,
      found.map(({ visitor }) => eventsOf(workspace, visitor)),
    );
    let searches = 0;
    for (const catalogId of await listCatalogIds(reads, workspace)) {
      const searched = await markedSearches(reads, { tenantId, workspaceId, catalogId }, marks);
      searches += await erase(
        workspace,
        searched.map(({ visitor }) => searchesOf(workspace, catalogId, visitor)),
      );
    }
    // Waits for the flush of whatever deleted the rest: "nothing left" must be true on disk too.
    if (events + searches === 0) await engine.write(async () => {});
    return { events, searches };
  };
};

/** By an index that begins with the visitor. */
const eventsOf = (workspace: WorkspaceScope, visitor: string): RowSet => ({
  table: 'product_event',
  prefix: workspacePrefix(workspace, { visitor }),
  key: keysInWorkspace.product_event.filter((column) => column !== 'visitor'),
});

const searchesOf = (workspace: WorkspaceScope, catalogId: string, visitor: string): RowSet => ({
  table: 'search_event',
  prefix: workspacePrefix(workspace, { catalog_id: catalogId, visitor }),
  key: ['at', 'term'],
});

const listCatalogIds = async (reads: Db, workspace: WorkspaceScope): Promise<string[]> => {
  const rows = await inWorkspace(reads, workspace).selectFrom('catalog').select('catalog_id').execute();
  return rows.map((row) => row.catalog_id);
};
