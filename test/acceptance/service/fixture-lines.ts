// The hand-made data set as a bundle. What is named in it is in `fixture-bundle.ts`.

import {
  environments,
  hostOf,
  type Line,
  markOf,
  ownOf,
  PRODUCTION,
  STAGING,
  shared,
  type Workspace,
} from './fixture-bundle.ts';
import { formLines } from './fixture-forms.ts';
import { itemLines, productLines } from './fixture-products.ts';
import { recordLines } from './fixture-records.ts';

const placeLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const both = [...environments];
  const catalog = (id: string, environment_ids: readonly string[], more = {}) => ({
    kind: 'catalog' as const,
    id,
    name: `Catalog ${mark}`,
    environment_ids,
    ...more,
  });
  const store = (id: string, environment_id: string, more = {}) => ({
    kind: 'store' as const,
    id,
    environment_id,
    store_hash: `hash-${mark}-${environment_id}`,
    provider: 'bigcommerce',
    catalog_id: shared.catalog,
    content_model_id: shared.model,
    currency: 'USD',
    ...more,
  });
  return [
    { kind: 'scope', tenant_id: workspace.tenant, workspace_id: workspace.workspace },
    { kind: 'tenant', id: workspace.tenant, name: `Tenant ${workspace.tenant}` },
    { kind: 'workspace', id: workspace.workspace, name: `Workspace ${mark}` },
    { kind: 'environment', id: PRODUCTION, env_type: `PRODUCTION ${mark}`, default_locale: 'en-us' },
    {
      kind: 'environment',
      id: STAGING,
      env_type: `STAGING ${mark}`,
      default_locale: 'de-de',
      access: 'token_required',
    },
    { kind: 'environment', id: own.environment, env_type: `EXTRA ${mark}`, default_locale: 'en-us' },
    ...environments.map((environment) => ({
      kind: 'domain' as const,
      host: hostOf({ ...workspace, environment }),
      environment_id: environment,
    })),
    catalog(shared.catalog, both, { content_models: ['blog', own.modelName] }),
    catalog(shared.silentCatalog, both, { content_search: false }),
    catalog(shared.catalogOf[PRODUCTION], [PRODUCTION]),
    catalog(shared.catalogOf[STAGING], [STAGING]),
    catalog(own.catalog, both),
    store(shared.storeOf[PRODUCTION], PRODUCTION, { is_default: true }),
    store(shared.storeOf[STAGING], STAGING, { is_default: true }),
    store(own.store, PRODUCTION),
  ];
};

export const linesOf = (workspace: Workspace): Line[] => [
  ...placeLines(workspace),
  ...productLines(workspace),
  ...itemLines(workspace),
  ...recordLines(workspace),
  ...formLines(workspace),
];

export const toBundle = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
