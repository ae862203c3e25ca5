// Who and where: the tenant, its two environments, their host names, catalogs and stores.
// Tokens are deliberately not here: they are created on the command line and shown once.
import type { ScopeLine } from './bundle-lines.ts';
import {
  eurStoreId,
  mainCatalogId,
  outletCatalogId,
  productionEnvironmentId,
  productionHost,
  productModelId,
  stagingEnvironmentId,
  stagingHost,
  stagingStoreId,
  tenantId,
  usdStoreId,
  workspaceId,
} from './ids.ts';

export function buildScope(): ScopeLine[] {
  return [
    { kind: 'scope', tenant_id: tenantId, workspace_id: workspaceId },
    { kind: 'tenant', id: tenantId, name: 'Fjordlight' },
    { kind: 'workspace', id: workspaceId, name: 'Fjordlight web' },
    environment(productionEnvironmentId, 'PRODUCTION', 'open'),
    environment(stagingEnvironmentId, 'STAGING', 'token_required'),
    // The two local names let a visitor of a fresh checkout call the operations that need no headers.
    { kind: 'domain', host: productionHost, environment_id: productionEnvironmentId },
    { kind: 'domain', host: 'localhost', environment_id: productionEnvironmentId },
    { kind: 'domain', host: '127.0.0.1', environment_id: productionEnvironmentId },
    { kind: 'domain', host: stagingHost, environment_id: stagingEnvironmentId },
    {
      kind: 'catalog',
      id: mainCatalogId,
      name: 'Fjordlight',
      environment_ids: [productionEnvironmentId, stagingEnvironmentId],
      content_search: true,
      content_models: ['blog', 'landing_page'],
    },
    {
      kind: 'catalog',
      id: outletCatalogId,
      name: 'Outlet',
      environment_ids: [productionEnvironmentId],
      content_search: false,
      content_models: [],
    },
    store(usdStoreId, productionEnvironmentId, 'fjl7k2us', mainCatalogId, 'USD', true),
    store(eurStoreId, productionEnvironmentId, 'fjl9m4eu', mainCatalogId, 'EUR', false),
    store(stagingStoreId, stagingEnvironmentId, 'fjl3s8st', mainCatalogId, 'USD', true),
  ];
}

function environment(id: string, envType: string, access: 'open' | 'token_required'): ScopeLine {
  return { kind: 'environment', id, env_type: envType, default_locale: 'en-us', access };
}

function store(
  id: string,
  environmentId: string,
  storeHash: string,
  catalogId: string,
  currency: string,
  isDefault: boolean,
): ScopeLine {
  return {
    kind: 'store',
    id,
    environment_id: environmentId,
    store_hash: storeHash,
    provider: 'bigcommerce',
    catalog_id: catalogId,
    content_model_id: productModelId,
    currency,
    is_default: isDefault,
  };
}
