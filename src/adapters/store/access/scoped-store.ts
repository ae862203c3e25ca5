// The store as one scope sees it. Every query here names tenant and workspace; there is no other way to one of these reads.

import type { Scope } from '../../../domain/access/scope.ts';
import type { ScopedStore } from '../../../domain/ports.ts';
import type { FindVisibleCatalog } from '../search/visible-catalog.ts';
import { readDocument, toCatalog, toCommerceStore, toContentModel, toForm } from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';

export const buildScopedStores = (
  { reads }: Engine,
  findVisibleCatalog: FindVisibleCatalog,
): ((scope: Scope) => ScopedStore) => {
  const queries = prepareQueries(reads);
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
        const row = await queries.modelById.first(reads, { ...workspace, modelId });
        return row && toContentModel(readDocument<'content_model'>(row.doc));
      },
      async findContentModelByName(internalName) {
        const row = await queries.modelByName.first(reads, { ...workspace, internalName });
        return row && toContentModel(readDocument<'content_model'>(row.doc));
      },
      async hasRecord(model, recordId) {
        return (await queries.recordOfModel.first(reads, { ...workspace, model, recordId })) !== undefined;
      },
      async listForms() {
        const rows = await queries.formsAndEnvironment.all(reads, { ...workspace, environmentId });
        return rows
          .map((row) => readDocument<'form'>(row.doc))
          .filter((form) => form.environment_ids === null || form.environment_ids.includes(environmentId))
          .map(toForm);
      },
    };
  };
};

const prepareQueries = (reads: Db) => {
  const workspace = { tenantId: '', workspaceId: '' };
  const environment = { ...workspace, environmentId: '' };
  const stores = (value: typeof environment) =>
    reads
      .selectFrom('commerce_store')
      .select('doc')
      .where('tenant_id', '=', value.tenantId)
      .where('workspace_id', '=', value.workspaceId)
      .where('environment_id', '=', value.environmentId);
  return {
    storeById: prepareQuery({ ...environment, storeId: '' }, (value) =>
      stores(value).where('store_id', '=', value.storeId),
    ),
    defaultStore: prepareQuery(environment, (value) =>
      stores(value).where('is_default', '=', 1).orderBy('store_id').limit(1),
    ),
    popularTerms: prepareQuery({ ...workspace, catalogId: '', skip: 0, limit: 0 }, (value) =>
      reads
        .selectFrom('popular_term')
        .select('term')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('catalog_id', '=', value.catalogId)
        .orderBy('rank')
        .limit(value.limit)
        .offset(value.skip),
    ),
    modelById: prepareQuery({ ...workspace, modelId: '' }, (value) =>
      reads
        .selectFrom('content_model')
        .select('doc')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('model_id', '=', value.modelId),
    ),
    modelByName: prepareQuery({ ...workspace, internalName: '' }, (value) =>
      reads
        .selectFrom('content_model')
        .select('doc')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('internal_name', '=', value.internalName),
    ),
    recordOfModel: prepareQuery({ ...workspace, model: '', recordId: '' }, (value) =>
      reads
        .selectFrom('record')
        .select('record_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('record_id', '=', value.recordId)
        .where('model', '=', value.model),
    ),
    formsAndEnvironment: prepareQuery(environment, (value) =>
      reads
        .selectFrom('form')
        .innerJoin('environment', (join) =>
          join
            .onRef('environment.tenant_id', '=', 'form.tenant_id')
            .onRef('environment.workspace_id', '=', 'form.workspace_id')
            .on('environment.environment_id', '=', value.environmentId),
        )
        .select('form.doc')
        .where('form.tenant_id', '=', value.tenantId)
        .where('form.workspace_id', '=', value.workspaceId),
    ),
  };
};
