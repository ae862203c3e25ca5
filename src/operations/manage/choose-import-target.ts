// Where files of another system are imported to. Catalog and environments must exist; what is not named is chosen if there is only
// one choice.

import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { ImportTarget } from '../../domain/manage/import-job.ts';
import type { ResourceObject, ResourceStore } from '../../domain/manage/managed-resource.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';
import { everyResource } from './every-resource.ts';

const DEFAULT_LOCALE = 'en-us';
const DEFAULT_CURRENCY = 'USD';

/** What somebody asked for. */
export interface TargetWish {
  readonly needsCatalog: boolean;
  readonly catalogId: string | undefined;
  /** None: those of the catalog, or the only one. */
  readonly environmentIds: readonly string[];
  readonly locale: string | undefined;
  readonly currency: string | undefined;
}

/** Why there is no target. */
export type TargetProblem =
  | { readonly kind: 'unknown-catalog' | 'unknown-environment'; readonly id: string }
  | { readonly kind: 'several-catalogs'; readonly total: number }
  | { readonly kind: 'no-catalog' | 'several-environments' };

type Resources = Pick<ResourceStore, 'findResource' | 'listResources'>;

/** `refuse` says it in the words of the caller; what it returns is thrown. */
export const chooseImportTarget = async (
  resources: Resources,
  scope: WorkspaceScope,
  wish: TargetWish,
  refuse: (problem: TargetProblem) => Error,
): Promise<ImportTarget> => {
  const catalog = await chooseCatalog(resources, scope, wish, refuse);
  const environmentIds = await chooseEnvironments(resources, scope, wish, catalog, refuse);
  const catalogId = catalog === undefined ? undefined : String(catalog['id']);
  const { locale, currency } = wish;
  return {
    catalogId,
    environmentIds,
    locale: normalizeLocale(locale ?? (await localeOf(resources, scope, catalog, environmentIds))),
    isLocaleGiven: locale !== undefined,
    currency: currency ?? (await currencyOf(resources, scope, catalogId)),
  };
};

const chooseCatalog = async (
  resources: Resources,
  scope: WorkspaceScope,
  { catalogId: id, needsCatalog }: TargetWish,
  refuse: (problem: TargetProblem) => Error,
): Promise<ResourceObject | undefined> => {
  if (id !== undefined) {
    const found = await resources.findResource(scope, 'catalog', { id: id.toLowerCase() });
    if (found === undefined) throw refuse({ kind: 'unknown-catalog', id });
    return found.object;
  }
  const page = { skip: 0, limit: 2 };
  const { items, total } = await resources.listResources(scope, 'catalog', {}, page, undefined);
  if (total === 1) return items[0]?.object;
  if (!needsCatalog) return undefined;
  throw refuse(total > 1 ? { kind: 'several-catalogs', total } : { kind: 'no-catalog' });
};

const chooseEnvironments = async (
  resources: Resources,
  scope: WorkspaceScope,
  { environmentIds: given }: TargetWish,
  catalog: ResourceObject | undefined,
  refuse: (problem: TargetProblem) => Error,
): Promise<readonly string[]> => {
  for (const id of given) {
    if ((await resources.findResource(scope, 'environment', { id })) !== undefined) continue;
    throw refuse({ kind: 'unknown-environment', id });
  }
  if (given.length > 0) return [...new Set(given)];
  if (catalog !== undefined) return catalog['environment_ids'] as readonly string[];
  const page = { skip: 0, limit: 2 };
  const { items, total } = await resources.listResources(scope, 'environment', {}, page, undefined);
  if (total > 1) throw refuse({ kind: 'several-environments' });
  return items.map(({ object }) => String(object['id']));
};

const localeOf = async (
  resources: Resources,
  scope: WorkspaceScope,
  catalog: ResourceObject | undefined,
  environmentIds: readonly string[],
): Promise<string> => {
  const [id] = (catalog?.['environment_ids'] as readonly string[] | undefined) ?? environmentIds;
  const found = id === undefined ? undefined : await resources.findResource(scope, 'environment', { id });
  return String(found?.object['default_locale'] ?? DEFAULT_LOCALE);
};

/** That of the default store of the catalog, or of any. */
const currencyOf = async (
  resources: Resources,
  scope: WorkspaceScope,
  catalogId: string | undefined,
): Promise<string> => {
  if (catalogId === undefined) return DEFAULT_CURRENCY;
  let currency: string | undefined;
  for await (const object of everyResource(resources, scope, 'store')) {
    if (object['catalog_id'] !== catalogId) continue;
    if (object['is_default'] === true) return String(object['currency']);
    currency ??= String(object['currency']);
  }
  return currency ?? DEFAULT_CURRENCY;
};
