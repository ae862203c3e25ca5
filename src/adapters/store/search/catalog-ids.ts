// The ids of everything in a small catalog. Each query ends after a few rows of an index, however large the catalog is.

import type { Scope } from '../../../domain/access/scope.ts';
import type { SearchSource } from '../../../domain/ports.ts';
import type { FindVisibleCatalog } from '../access/visible-catalog.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

export const buildCatalogIds = (
  reads: Db,
  findVisibleCatalog: FindVisibleCatalog,
): Pick<SearchSource, 'listIfSmall'> => {
  // In the order of an index: without one, PostgreSQL may go through the whole table for the first few.
  const ofCatalog = { catalogId: '', limit: 0 };
  const products = prepareInWorkspace(reads, ofCatalog, (workspace, { catalogId, limit }) =>
    workspace
      .selectFrom('product')
      .select('product_id')
      .where('catalog_id', '=', catalogId)
      .orderBy('product_id')
      .limit(limit),
  );
  const contentItems = prepareInWorkspace(reads, ofCatalog, (workspace, { catalogId, limit }) =>
    workspace
      .selectFrom('content_item')
      .select('provider_id')
      .where('catalog_id', '=', catalogId)
      .orderBy('provider_id')
      .limit(limit),
  );
  return {
    async listIfSmall(scope, catalogId, idsMax) {
      const catalog = await findVisibleCatalog(scope, catalogId);
      if (catalog === undefined) {
        return { products: [], contentItems: [], records: [] };
      }
      const limit = idsMax + 1;
      const where = { tenantId: scope.tenantId, workspaceId: scope.workspaceId, catalogId, limit };
      const ids = {
        products: (await products.all(reads, where)).map(({ product_id: id }) => id),
        contentItems: (await contentItems.all(reads, where)).map(({ provider_id: id }) => id),
        records: await listRecords(reads, scope, catalog.content_models, limit),
      };
      return Object.values(ids).some(({ length }) => length > idsMax) ? undefined : ids;
    },
  };
};

/** Published or not: published ones alone could be few among many. */
const listRecords = async (
  reads: Db,
  scope: Scope,
  models: readonly string[],
  limit: number,
): Promise<string[]> => {
  if (models.length === 0) {
    return [];
  }
  const rows = await inWorkspace(reads, scope)
    .selectFrom('record')
    .select('record_id')
    .where('model', 'in', models)
    .orderBy('model')
    .orderBy('record_id')
    .limit(limit)
    .execute();
  return rows.map(({ record_id: id }) => id);
};
