// Where files of another system are imported to. Tenant, workspace, catalog and environments must exist; what is not named is chosen
// if there is only one choice.

import type { WorkspaceScope } from '../domain/access/scope.ts';
import type { ResourceObject, ResourceStore } from '../domain/manage/managed-resource.ts';
import { normalizeLocale } from '../domain/text/locale.ts';
import type { SourceTarget } from '../import/sources/source-format.ts';
import { type CommandArguments, CommandError, UsageError } from './command.ts';
import { everyResource } from './every-resource.ts';

const DEFAULT_LOCALE = 'en-us';
const DEFAULT_CURRENCY = 'USD';

export const readTarget = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  args: CommandArguments,
  needsCatalog: boolean,
): Promise<SourceTarget> => {
  await findScope(store, scope);
  const catalog = await chooseCatalog(store, scope, args.text('catalog'), needsCatalog);
  const environmentIds = await chooseEnvironments(store, scope, args.list('environment'), catalog);
  const catalogId = catalog === undefined ? undefined : String(catalog['id']);
  const locale = args.text('locale');
  return {
    catalogId,
    environmentIds,
    locale: normalizeLocale(locale ?? (await localeOf(store, scope, catalog, environmentIds))),
    isLocaleGiven: locale !== undefined,
    currency: args.text('currency') ?? (await currencyOf(store, scope, catalogId)),
  };
};

const findScope = async (store: ResourceStore, { tenantId, workspaceId }: WorkspaceScope): Promise<void> => {
  const tenant = await store.findResource({ tenantId, workspaceId: '' }, 'tenant', { id: tenantId });
  if (tenant === undefined) {
    throw new CommandError(
      `there is no tenant ${tenantId}; "vitrine tenant list" lists them, "vitrine tenant put ${tenantId} --set name=NAME" creates it`,
    );
  }
  const workspace = await store.findResource({ tenantId, workspaceId }, 'workspace', { id: workspaceId });
  if (workspace === undefined) {
    throw new CommandError(
      `there is no workspace ${tenantId}/${workspaceId}; "vitrine workspace list --tenant ${tenantId}" lists them, "vitrine workspace put ${workspaceId} --tenant ${tenantId} --set name=NAME" creates it`,
    );
  }
};

const commandFor = (kind: string, verb: string, { tenantId, workspaceId }: WorkspaceScope): string =>
  `"vitrine ${kind} ${verb} --tenant ${tenantId} --workspace ${workspaceId}"`;

const chooseCatalog = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  id: string | undefined,
  needsCatalog: boolean,
): Promise<ResourceObject | undefined> => {
  if (id !== undefined) {
    const found = await store.findResource(scope, 'catalog', { id: id.toLowerCase() });
    if (found !== undefined) return found.object;
    throw new CommandError(`there is no catalog ${id}; ${commandFor('catalog', 'list', scope)} lists them`);
  }
  const page = { skip: 0, limit: 2 };
  const { items, total } = await store.listResources(scope, 'catalog', {}, page, undefined);
  if (total === 1) return items[0]?.object;
  if (!needsCatalog) return undefined;
  if (total > 1) {
    throw new UsageError(
      `missing --catalog: the workspace has ${total}; ${commandFor('catalog', 'list', scope)} lists them`,
    );
  }
  throw new CommandError(
    `the workspace has no catalog; ${commandFor('catalog', 'create --set name=NAME', scope)} creates one`,
  );
};

const chooseEnvironments = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  given: readonly string[],
  catalog: ResourceObject | undefined,
): Promise<readonly string[]> => {
  for (const id of given) {
    if ((await store.findResource(scope, 'environment', { id })) !== undefined) continue;
    throw new CommandError(
      `there is no environment ${id}; ${commandFor('environment', 'list', scope)} lists them`,
    );
  }
  if (given.length > 0) return [...new Set(given)];
  if (catalog !== undefined) return catalog['environment_ids'] as readonly string[];
  const page = { skip: 0, limit: 2 };
  const { items, total } = await store.listResources(scope, 'environment', {}, page, undefined);
  if (total > 1)
    throw new UsageError('missing --environment: the workspace has several; "environment list" shows them');
  return items.map(({ object }) => String(object['id']));
};

const localeOf = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  catalog: ResourceObject | undefined,
  environmentIds: readonly string[],
): Promise<string> => {
  const [id] = (catalog?.['environment_ids'] as readonly string[] | undefined) ?? environmentIds;
  const found = id === undefined ? undefined : await store.findResource(scope, 'environment', { id });
  return String(found?.object['default_locale'] ?? DEFAULT_LOCALE);
};

/** That of the default store of the catalog, or of any. */
const currencyOf = async (
  store: ResourceStore,
  scope: WorkspaceScope,
  catalogId: string | undefined,
): Promise<string> => {
  if (catalogId === undefined) return DEFAULT_CURRENCY;
  let currency: string | undefined;
  for await (const object of everyResource(store, scope, 'store')) {
    if (object['catalog_id'] !== catalogId) continue;
    if (object['is_default'] === true) return String(object['currency']);
    currency ??= String(object['currency']);
  }
  return currency ?? DEFAULT_CURRENCY;
};
