// Export: everything of the matching workspaces from one snapshot, in an order in which it can be written again.
// Only what stands is exported: which versions stood there before is not part of a bundle.

import { sql } from 'kysely';
import type { BundleKind, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { BundleStore } from '../../../domain/manage/bundle-store.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type DocumentKind, documentTables, scopeColumns } from '../sql/document-tables.ts';
import type { Db, Engine } from '../sql/engine.ts';
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
  let query = db.selectFrom('workspace').select(['tenant_id', 'workspace_id']);
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
  const { table, key } = documentTables[kind];
  const inScope = sql.join(
    Object.entries(scopeColumns(kind, scope)).map(([column, id]) => sql`${sql.ref(column)} = ${id}`),
    sql` and `,
  );
  const keyColumns = sql.join(key.map((column) => sql.ref(column)));
  // Key columns are never empty text, so empty ones come before every row.
  let after: unknown[] = key.map(() => '');
  for (;;) {
    const paged =
      key.length === 0
        ? sql``
        : sql`and (${keyColumns}) > (${sql.join(after)}) order by ${keyColumns} limit ${sql.lit(ROWS_AT_ONCE)}`;
    const { rows } = await sql<Record<string, string>>`
      select ${key.length === 0 ? sql`doc` : sql`doc, ${keyColumns}`}
      from ${sql.table(table)} where ${inScope} ${paged}`.execute(db);
    if (rows.length > 0) {
      yield rows.map((row) => ({ kind, ...parseStored<object>(row['doc'] ?? '') }) as BundleObject);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE) return;
    after = key.map((column) => last[column]);
  }
}
