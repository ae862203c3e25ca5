// Whether a bundle line may be written as it stands: what it refers to exists, and it takes nothing that is another's.
// Deliberately unchecked: categories of products, parents of categories, hidden and pinned products, a store's model.

import type { BundleLine, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import { describeFields } from '../../../domain/products/product-fields.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import type { References } from './reference-checks.ts';

export type CheckLine = (
  tx: Db,
  references: References,
  scope: WorkspaceScope,
  object: BundleObject,
) => Promise<void>;

export const buildCheckLine = (db: Db): CheckLine => {
  const queries = prepareQueries(db);
  return async (tx, references, scope, object) => {
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
        await references.assertCatalog(scope, 'catalog_id', object.catalog_id);
        return assertEnvironments(references, scope, object.environment_ids);
      case 'category':
      case 'product':
      case 'synonyms':
      case 'merchandising_rule':
      case 'search_event':
      case 'popular_term':
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'attribute':
        assertAttribute(object);
        return references.assertCatalog(scope, 'catalog_id', object.catalog_id);
      case 'record':
        return references.assertModel(scope, 'model', object.model);
      case 'version':
        await references.assertRecord(scope, 'record_id', object.record_id);
        return checkVersion(queries, tx, scope, object);
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
  if (describeFields([]).has(name)) {
    throw faultIn('name', `${quoted(name)} is a field of every product and no attribute`);
  }
};

const assertEnvironments = async (
  references: References,
  scope: WorkspaceScope,
  ids: readonly string[] | null,
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
  const namesake = await queries.modelByName.first(tx, { tenantId, workspaceId, name });
  if (namesake !== undefined && namesake.model_id !== model.id) {
    throw faultIn(
      'internal_name',
      `${quoted(name)} is the name of another content model, ${namesake.model_id}`,
    );
  }
  const stored = await queries.modelById.first(tx, { tenantId, workspaceId, id: model.id });
  if (stored === undefined || stored.internal_name === name) {
    return;
  }
  // Records name their model: a new name would leave them without one.
  const old = stored.internal_name;
  if ((await queries.recordOfModel.first(tx, { tenantId, workspaceId, model: old })) !== undefined) {
    throw faultIn('internal_name', `${quoted(old)} has records, so it cannot become ${quoted(name)}`);
  }
};

const checkVersion = async (
  queries: Queries,
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  version: BundleLine<'version'>,
): Promise<void> => {
  const { id, record_id: recordId, number } = version;
  const numbered = await queries.versionByNumber.first(tx, { tenantId, workspaceId, recordId, number });
  if (numbered !== undefined && numbered.version_id !== id) {
    throw faultIn('number', `${number} is the number of another version, ${numbered.version_id}`);
  }
  const stored = await queries.versionById.first(tx, { tenantId, workspaceId, id });
  if (stored === undefined) {
    return;
  }
  if (stored.record_id !== recordId) {
    throw faultIn('id', `the version is of another record, ${stored.record_id}`);
  }
  const lost = parseStored<string[]>(stored.locales).filter(
    (locale) => !Object.hasOwn(version.localized, locale),
  );
  for (const locale of lost) {
    if ((await queries.inPlace.first(tx, { tenantId, workspaceId, recordId, id, locale })) !== undefined) {
      throw faultIn('localized', `${quoted(locale)} is published, so the version cannot lose it`);
    }
  }
};

const prepareQueries = (db: Db) => {
  const workspace = { tenantId: '', workspaceId: '' };
  const published: PublicationState = 'published';
  return {
    domainByHost: prepareQuery({ host: '' }, (value) =>
      db.selectFrom('domain').select(['tenant_id', 'workspace_id']).where('host', '=', value.host),
    ),
    modelByName: prepareQuery({ ...workspace, name: '' }, (value) =>
      db
        .selectFrom('content_model')
        .select('model_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('internal_name', '=', value.name),
    ),
    modelById: prepareQuery({ ...workspace, id: '' }, (value) =>
      db
        .selectFrom('content_model')
        .select('internal_name')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('model_id', '=', value.id),
    ),
    recordOfModel: prepareQuery({ ...workspace, model: '' }, (value) =>
      db
        .selectFrom('record')
        .select('record_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('model', '=', value.model)
        .limit(1),
    ),
    versionByNumber: prepareQuery({ ...workspace, recordId: '', number: 0 }, (value) =>
      db
        .selectFrom('version')
        .select('version_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('record_id', '=', value.recordId)
        .where('number', '=', value.number),
    ),
    versionById: prepareQuery({ ...workspace, id: '' }, (value) =>
      db
        .selectFrom('version')
        .select(['record_id', 'locales'])
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('version_id', '=', value.id),
    ),
    inPlace: prepareQuery({ ...workspace, recordId: '', id: '', locale: '' }, (value) =>
      db
        .selectFrom('publication')
        .select('record_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('record_id', '=', value.recordId)
        .where('version_id', '=', value.id)
        .where('locale', '=', value.locale)
        .where('state', '=', published)
        .limit(1),
    ),
  };
};
