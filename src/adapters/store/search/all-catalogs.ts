// The catalogs of all workspaces, for work that is done for each of them.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';

export type CatalogKey = WorkspaceScope & { readonly catalogId: string };

const environmentsOf = (doc: string): readonly string[] => readDocument<'catalog'>(doc).environment_ids;

/** Only those with this id, if there is one. With the environments that show them. */
export const listCatalogs = async (
  reads: Db,
  catalogId: string | undefined,
): Promise<(CatalogKey & { readonly environmentIds: readonly string[] })[]> => {
  const catalogs = acrossWorkspaces(reads)
    .selectFrom('catalog')
    .select(['tenant_id', 'workspace_id', 'catalog_id', 'doc'])
    .orderBy('tenant_id')
    .orderBy('workspace_id')
    .orderBy('catalog_id');
  const rows = await (catalogId === undefined
    ? catalogs
    : catalogs.where('catalog_id', '=', catalogId)
  ).execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    workspaceId: row.workspace_id,
    catalogId: row.catalog_id,
    environmentIds: environmentsOf(row.doc),
  }));
};

/** The environments that show the catalog; undefined if it does not exist. */
export const findCatalogEnvironments = async (
  tx: Db,
  catalog: CatalogKey,
): Promise<readonly string[] | undefined> => {
  const row = await inWorkspace(tx, catalog)
    .selectFrom('catalog')
    .select('doc')
    .where('catalog_id', '=', catalog.catalogId)
    .executeTakeFirst();
  return row && environmentsOf(row.doc);
};
