// The reads of one scope: one tenant, workspace and environment.

import type { Scope } from '../../../domain/access/scope.ts';
import type { ScopedStore } from '../../../domain/ports.ts';
import { buildFormReads } from '../forms/form-reads.ts';
import { readDocument, toCatalog, toCommerceStore, toContentModel } from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareModelQueries } from '../sql/model-queries.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import type { WorkspaceQueries } from '../sql/scoped-query.ts';
import type { FindVisibleCatalog } from './visible-catalog.ts';

export const buildScopedStores = (
  engine: Engine,
  findVisibleCatalog: FindVisibleCatalog,
): ((scope: Scope) => ScopedStore) => {
  const { reads } = engine;
  const queries = prepareQueries(reads);
  const forms = buildFormReads(engine);
  return (scope) => {
    const { environmentId } = scope;
    const workspace = { tenantId: scope.tenantId, workspaceId: scope.workspaceId };
    return {
      async findCatalog(catalogId) {
        const catalog = await findVisibleCatalog(scope, catalogId);
        return catalog && toCatalog(catalog);
      },
      async findCommerceStore(storeId) {
        const row =
          storeId === undefined
            ? await queries.defaultStore.first(reads, { ...workspace, environmentId })
            : await queries.storeById.first(reads, { ...workspace, environmentId, storeId });
        return row && toCommerceStore(readDocument<'store'>(row.doc));
      },
      async listPopularTerms(catalogId, { skip, limit }) {
        const rows = await queries.popularTerms.all(reads, { ...workspace, catalogId, skip, limit });
        return rows.map((row) => row.term);
      },
      async findContentModel(modelId) {
        const row = await queries.models.byId.first(reads, { ...workspace, id: modelId });
        return row && toContentModel(readDocument<'content_model'>(row.doc));
      },
      async findContentModelByName(internalName) {
        const row = await queries.models.byName.first(reads, { ...workspace, name: internalName });
        return row && toContentModel(readDocument<'content_model'>(row.doc));
      },
      async hasRecord(model, recordId) {
        return (await queries.recordOfModel.first(reads, { ...workspace, model, recordId })) !== undefined;
      },
      findForm: (idOrName, budget) => forms.findForm(scope, idOrName, budget),
      listForms: (query, budget) => forms.listForms(scope, query, budget),
    };
  };
};

const prepareQueries = (reads: Db) => {
  const stores = (workspace: WorkspaceQueries, environmentId: string) =>
    workspace.selectFrom('commerce_store').select('doc').where('environment_id', '=', environmentId);
  return {
    storeById: prepareInWorkspace(reads, { environmentId: '', storeId: '' }, (workspace, value) =>
      stores(workspace, value.environmentId).where('store_id', '=', value.storeId),
    ),
    defaultStore: prepareInWorkspace(reads, { environmentId: '' }, (workspace, value) =>
      stores(workspace, value.environmentId).where('is_default', '=', 1).orderBy('store_id').limit(1),
    ),
    popularTerms: prepareInWorkspace(reads, { catalogId: '', skip: 0, limit: 0 }, (workspace, value) =>
      workspace
        .selectFrom('popular_term')
        .select('term')
        .where('catalog_id', '=', value.catalogId)
        .orderBy('rank')
        .limit(value.limit)
        .offset(value.skip),
    ),
    models: prepareModelQueries(reads),
    recordOfModel: prepareInWorkspace(reads, { model: '', recordId: '' }, (workspace, value) =>
      workspace
        .selectFrom('record')
        .select('record_id')
        .where('record_id', '=', value.recordId)
        .where('model', '=', value.model),
    ),
  };
};
