// Tells everyone who follows the feed that a catalog may contain anything, though nothing was written: its indexes are built again.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import { writeWithFeed } from './change-feed.ts';

export interface CatalogAnnouncer {
  /** An index that has come further in the feed than this announcement was built after it. */
  announceCatalog(workspace: WorkspaceScope, catalogId: string): Promise<void>;
  /** Asks whoever feeds a search server for new documents of the catalog, though nothing has changed. */
  askForDocuments(workspace: WorkspaceScope, catalogId: string): Promise<void>;
}

export const buildCatalogAnnouncer = (engine: CountingEngine): CatalogAnnouncer => {
  const append = (workspace: WorkspaceScope, catalogId: string, id: string): Promise<void> =>
    writeWithFeed(engine, (_tx, feed) => feed.append(workspace, { kind: 'catalog', catalogId, id }));
  return {
    announceCatalog: (workspace, catalogId) => append(workspace, catalogId, catalogId),
    askForDocuments: (workspace, catalogId) => append(workspace, catalogId, ''),
  };
};
