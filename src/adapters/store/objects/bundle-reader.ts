// Export: all objects of the matching workspaces, from one snapshot, in an order that can be imported again.
// Only current publications are exported: a bundle does not say which versions were published before.

import type { BundleKind, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { BundleStore } from '../../../domain/manage/bundle-store.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type DocumentKind, documentTables } from '../sql/document-tables.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { readRows } from '../sql/key-range.ts';
import { acrossWorkspaces, inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { readPopularTerms, readPublications, readSearchEvents } from './row-reader.ts';

const ROWS_AT_ONCE = 250;

const exportOrder: readonly BundleKind[] = [
  'tenant',
  'workspace',
  'environment',
  'domain',
  'content_model',
  'catalog',
  'store',
  'category',
  'product',
  'content_item',
  'record',
  'version',
  'publication',
  'form',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'facet',
  'search_event',
  'popular_term',
];

export const buildReadBundle = (engine: Engine): BundleStore<BundleObject>['readBundle'] =>
  async function* (filter) {
    const snapshot = await engine.openSnapshot();
    try {
      const yieldIfDue = buildYield();
      for (const scope of await listWorkspaces(snapshot.db, filter)) {
        for (const kind of exportOrder) {
          for await (const objects of readKind(snapshot.db, scope, kind)) {
            for (const object of objects) yield { scope, object };
            await yieldIfDue();
          }
        }
      }
    } finally {
      await snapshot.close();
    }
  };

const listWorkspaces = async (db: Db, filter: Partial<WorkspaceScope>): Promise<WorkspaceScope[]> => {
  let query = acrossWorkspaces(db).selectFrom('workspace').select(['tenant_id', 'workspace_id']);
  if (filter.tenantId !== undefined) query = query.where('tenant_id', '=', filter.tenantId);
  if (filter.workspaceId !== undefined) query = query.where('workspace_id', '=', filter.workspaceId);
  const rows = await query.orderBy('tenant_id').orderBy('workspace_id').execute();
  return rows.map((row) => ({ tenantId: row.tenant_id, workspaceId: row.workspace_id }));
};

const readKind = (db: Db, scope: WorkspaceScope, kind: BundleKind): AsyncIterable<BundleObject[]> => {
  switch (kind) {
    case 'publication':
      return readPublications(db, scope);
    case 'search_event':
      return readSearchEvents(db, scope);
    case 'popular_term':
      return readPopularTerms(db, scope);
    default:
      return readDocuments(db, scope, kind);
  }
};

async function* readDocuments(
  db: Db,
  scope: WorkspaceScope,
  kind: DocumentKind,
): AsyncIterable<BundleObject[]> {
  const toObject = ({ doc = '' }: { readonly doc?: string }) =>
    ({ kind, ...parseStored<object>(doc) }) as BundleObject;
  if (kind === 'tenant' || kind === 'workspace') {
    yield (await inWorkspace(db, scope).selectFrom(kind).select('doc').execute()).map(toObject);
    return;
  }
  const { table, key } = documentTables[kind];
  const set = { table, prefix: workspacePrefix(scope), key };
  for await (const rows of readRows(db, set, { columns: ['doc'], rowsAtOnce: ROWS_AT_ONCE })) {
    yield rows.map(toObject);
  }
}
