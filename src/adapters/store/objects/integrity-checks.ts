// Checks a bundle line before it is written: what it refers to exists, and its names and numbers are not taken.
// Deliberately unchecked: categories of products, parents of categories, hidden and pinned products, a store's model.

import type { BundleLine, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import { facetFault } from '../../../domain/products/facet-settings.ts';
import { builtInFields } from '../../../domain/products/product-fields.ts';
import type { KnownRecords } from '../records/known-records.ts';
import { prepareRecordQueries } from '../records/record-queries.ts';
import type { Db } from '../sql/engine.ts';
import { prepareModelQueries } from '../sql/model-queries.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import type { References } from './reference-checks.ts';

export type CheckLine = (
  tx: Db,
  references: References,
  records: KnownRecords,
  scope: WorkspaceScope,
  object: BundleObject,
) => Promise<void>;

export const buildCheckLine = (db: Db): CheckLine => {
  const queries = prepareQueries(db);
  return async (tx, references, records, scope, object) => {
    if (object.kind === 'tenant') {
      return assertOwn('tenant', object.id, scope.tenantId);
    }
    if (object.kind === 'workspace') {
      assertOwn('workspace', object.id, scope.workspaceId);
      return references.assertTenant(scope);
    }
    await references.assertWorkspace(scope);
    switch (object.kind) {
      case 'domain':
        await references.assertEnvironment(scope, 'environment_id', object.environment_id);
        return checkDomain(queries, tx, scope, object);
      case 'content_model':
        return checkModel(queries, tx, scope, object);
      case 'catalog':
      case 'form':
        return assertEnvironments(references, scope, object.environment_ids);
      case 'store':
        await references.assertEnvironment(scope, 'environment_id', object.environment_id);
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'content_item':
      case 'merchandising_rule':
        await references.assertCatalog(scope, 'catalog_id', object.catalog_id);
        return assertEnvironments(references, scope, object.environment_ids);
      case 'product':
        assertVariants(object);
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'category':
      case 'synonyms':
      case 'search_event':
      case 'popular_term':
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'attribute':
        assertAttribute(object);
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'facet':
        assertFacetSetting(object);
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'record':
        return references.assertModel(scope, 'model', object.model);
      case 'version':
        await references.assertRecord(scope, 'record_id', object.record_id);
        return checkVersion(queries, tx, records, scope, object);
      case 'publication':
        return references.assertEnvironment(scope, 'environment_id', object.environment_id);
      default:
        return undefined;
    }
  };
};

type Queries = ReturnType<typeof prepareQueries>;

const quoted = (text: string): string => JSON.stringify(text);

const faultIn = (field: string, problem: string): BundleFault =>
  new BundleFault(`${field}: ${problem}`, field);

const assertOwn = (kind: string, id: string, expected: string): void => {
  if (id !== expected) {
    throw faultIn('id', `the ${kind} is ${quoted(id)}, but the scope names ${quoted(expected)}`);
  }
};

const assertAttribute = ({ name }: BundleLine<'attribute'>): void => {
  if (builtInFields.has(name)) {
    throw faultIn('name', `${quoted(name)} is a field of every product and no attribute`);
  }
};

const assertFacetSetting = (setting: BundleLine<'facet'>): void => {
  const fault = facetFault(setting);
  if (fault !== undefined) throw faultIn(fault.field, fault.problem);
};

const assertVariants = ({ variants = [] }: BundleLine<'product'>): void => {
  const seen = new Set<string>();
  variants.forEach(({ id }, index) => {
    if (seen.has(id)) throw faultIn(`variants.${index}.id`, `${quoted(id)} is the id of another variant`);
    seen.add(id);
  });
};

const assertEnvironments = async (
  references: References,
  scope: WorkspaceScope,
  ids: readonly string[] | null | undefined,
): Promise<void> => {
  for (const [index, id] of (ids ?? []).entries()) {
    await references.assertEnvironment(scope, `environment_ids.${index}`, id);
  }
};

const checkDomain = async (
  queries: Queries,
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  domain: BundleLine<'domain'>,
): Promise<void> => {
  const holder = await queries.domainByHost.first(tx, { host: domain.host.toLowerCase() });
  if (holder !== undefined && (holder.tenant_id !== tenantId || holder.workspace_id !== workspaceId)) {
    throw faultIn('host', `${quoted(domain.host)} is registered for another workspace`);
  }
};

const checkModel = async (
  queries: Queries,
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  model: BundleLine<'content_model'>,
): Promise<void> => {
  const name = model.internal_name;
  const namesake = await queries.models.byName.first(tx, { tenantId, workspaceId, name });
  if (namesake !== undefined && namesake.model_id !== model.id) {
    throw faultIn(
      'internal_name',
      `${quoted(name)} is the name of another content model, ${namesake.model_id}`,
    );
  }
  const stored = await queries.models.byId.first(tx, { tenantId, workspaceId, id: model.id });
  if (stored === undefined || stored.internal_name === name) {
    return;
  }
  // Records refer to their model by name: renaming it would orphan them.
  const old = stored.internal_name;
  if ((await queries.recordOfModel.first(tx, { tenantId, workspaceId, model: old })) !== undefined) {
    throw faultIn('internal_name', `${quoted(old)} has records, so it cannot become ${quoted(name)}`);
  }
};

const checkVersion = async (
  queries: Queries,
  tx: Db,
  records: KnownRecords,
  workspace: WorkspaceScope,
  version: BundleLine<'version'>,
): Promise<void> => {
  const { tenantId, workspaceId } = workspace;
  const { id, record_id: recordId, number } = version;
  const stored = await records.findVersion(workspace, id);
  const isNumbered = stored?.recordId === recordId && stored.number === number;
  const holder = isNumbered ? id : await records.findNumbered(workspace, recordId, number);
  if (holder !== undefined && holder !== id) {
    throw faultIn('number', `${number} is the number of another version, ${holder}`);
  }
  if (stored === undefined) {
    return;
  }
  if (stored.recordId !== recordId) {
    throw faultIn('id', `the version is of another record, ${stored.recordId}`);
  }
  const lost = stored.locales.filter((locale) => !Object.hasOwn(version.localized, locale));
  if (lost.length === 0) {
    return;
  }
  await records.flush();
  const places = { tenantId, workspaceId, recordId, versionId: id };
  const shown = new Set((await queries.publishedLocales.all(tx, places)).map((row) => row.locale));
  const locale = lost.find((each) => shown.has(each));
  if (locale !== undefined) {
    throw faultIn('localized', `${quoted(locale)} is published, so the version cannot lose it`);
  }
};

const prepareQueries = (db: Db) => ({
  ...prepareRecordQueries(db),
  models: prepareModelQueries(db),
  domainByHost: prepareQuery({ host: '' }, (value) =>
    acrossWorkspaces(db)
      .selectFrom('domain')
      .select(['tenant_id', 'workspace_id'])
      .where('host', '=', value.host),
  ),
});
