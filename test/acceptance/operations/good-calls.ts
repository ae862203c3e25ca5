// A successful call of every operation for any scope of the fixture. What a call needs or uses up is created first,
// over the same interface, so that it can be repeated.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type ManageVerb, manageName, manageVerbs } from '../../../src/contract/manage/manage-operations.ts';
import { keyFieldsOf, managedKinds } from '../../../src/contract/manage/manage-resources.ts';
import type { ManagedKind } from '../../../src/contract/manage/managed-kind.ts';
import type { OperationName } from '../../../src/contract/routes.ts';
import { productForm } from '../../fixtures/form-body.ts';
import {
  absent,
  allWorkspaces,
  environments,
  home,
  markOf,
  ownOf,
  type Place,
  PRODUCTION,
  shared,
  type Workspace,
} from '../service/fixture-bundle.ts';
import {
  type Call,
  dataOf,
  type FixtureService,
  OPERATOR,
  operationOf,
  successOf,
  type WireResponse,
} from '../service/fixture-service.ts';
import { managedCatalog, managedParams, managedResource, type Role } from './managed-things.ts';

const recordParams = { modelInternalName: shared.modelName, contentModelDataId: shared.record };
const passingParams = { ...recordParams, contentModelDataId: shared.passingRecord };
const [firstPassing, secondPassing] = shared.passingVersions;

const textsAt = (place: Workspace) => ({ 'en-us': { title: `Passing ${markOf(place)}` } });

/** As sent in `place`; ids created by the service are replaced with one that does not exist. */
const writtenCalls = (place: Place): Readonly<Record<OperationName, Call>> => ({
  'search-content': { query: { catalog_id: shared.catalog, q: 'lantern' } },
  'count-products': { body: {} },
  // Few enough fields for any `facet_limit`.
  'search-products': { body: {}, query: { include_facets: 'categories,brand,price,color' } },
  'search-facets': { body: {}, query: { fields: 'categories,brand,price,color' } },
  'get-product-search': { query: { include_facets: 'categories,brand,price,color' } },
  'get-facet-search': { query: { fields: 'categories,brand,price,color' } },
  'get-product': { params: { product_id: 'p1' } },
  'get-product-by-slug': { query: { slug: ownOf(place).productSlug } },
  'lookup-products': { body: { ids: ['p12', 'p2', 'p1'] } },
  'list-categories': {},
  'list-similar-products': { params: { product_id: 'p1' } },
  'suggest-searches': { body: { search_term: 'rain' } },
  'get-suggestions': { query: { search_term: 'rain' } },
  'record-events': { body: { events: [{ type: 'view', product_id: 'p1', visitor: markOf(place) }] } },
  'popular-terms': { query: { catalog_id: shared.catalog } },
  'get-content-model': { params: { id: shared.model } },
  'publish-versions': {
    params: recordParams,
    body: { version_data: [{ environment_id: place.environment, version_id: shared.versions[0] }] },
  },
  'list-forms': {},
  'list-content-models': {},
  'create-record': {
    params: { modelInternalName: shared.modelName },
    body: { id: shared.passingRecord, localized: textsAt(place) },
  },
  'list-records': { params: { modelInternalName: shared.modelName } },
  'get-record': { params: recordParams },
  'delete-record': { params: passingParams },
  'save-version': {
    params: passingParams,
    body: { base_version_id: secondPassing, localized: textsAt(place) },
  },
  'list-versions': { params: recordParams },
  'get-version': { params: { ...recordParams, version_id: shared.versions[0] } },
  'delete-version': { params: { ...passingParams, version_id: firstPassing } },
  'compare-versions': {
    params: { ...recordParams, version_id: shared.versions[0], other_version_id: shared.versions[1] },
  },
  // It is not published there: nothing changes.
  'unpublish-versions': {
    params: recordParams,
    body: { version_data: [{ environment_id: place.environment, version_id: shared.versions[1] }] },
  },
  'get-page': { params: { record_id: shared.record } },
  'get-page-by-slug': { query: { slug: '/story/en-us', locale: 'en-us' } },
  'get-form': { params: { form_id: shared.form } },
  'submit-form': { params: { form_id: shared.form }, body: { email: emailAt(place) } },
  'list-submissions': { params: { form_id: shared.form } },
  'get-submission': { params: { form_id: shared.form, submission_id: absent.uuid } },
  'delete-submission': { params: { form_id: shared.form, submission_id: absent.uuid } },
  'export-submissions': { params: { form_id: shared.form } },
  'erase-submissions': { body: { value: 'nobody@nowhere.test' } },
  'list-product-visitors': {
    params: { catalog_id: shared.catalog },
    query: { environment_id: place.environment },
  },
  'erase-visitor': { body: { visitor: 'nobody' } },
  'get-search-report': { params: { catalog_id: shared.catalog } },
});

export const emailAt = (place: Workspace): string => `someone@${markOf(place)}.test`;

const restCalls = (place: Place): Readonly<Record<string, Call>> => ({
  'manage-list-tokens': {},
  'manage-create-token': { body: { name: `made ${markOf(place)}`, permission: 'read' } },
  'manage-get-token': { params: { token_id: absent.uuid } },
  'manage-revoke-token': { params: { token_id: absent.uuid } },
  'manage-get-usage': {},
  'manage-bulk-write': {
    body: `${JSON.stringify({ ...managedResource('product', 'standing', place), kind: 'product' })}\n`,
  },
  'manage-bulk-delete': {
    body: `${JSON.stringify({ kind: 'product', catalog_id: managedParams('product', 'passing', place)['catalog_id'], id: 'passing' })}\n`,
  },
  'manage-import-files': {
    query: { from: 'shopify-csv', catalog_id: managedCatalog, dry_run: true },
    body: productForm('imported', `Imported ${markOf(place)}`),
  },
});

/** Reads and puts use permanent resources; creates and deletes use temporary ones. */
export const roleOf = (verb: ManageVerb): Role =>
  verb === 'create' || verb === 'delete' ? 'passing' : 'standing';

const managedCall = (row: ManagedKind, verb: ManageVerb, place: Place): Call => {
  // Tenants and workspaces of the fixture are permanent; others are used for puts.
  const isPlace = row.access === 'operator' && verb === 'get';
  const params = {
    ...managedParams(row.kind, roleOf(verb), place),
    ...(isPlace
      ? { tenant_id: place.tenant, ...(row.kind === 'workspace' ? { workspace_id: place.workspace } : {}) }
      : {}),
  };
  const inCollection = Object.fromEntries(
    Object.entries(params).filter(([param]) => !Object.hasOwn(row.keys, param)),
  );
  const thing = managedResource(row.kind, roleOf(verb), place);
  const inPath = verb === 'put' ? keyFieldsOf(row) : [];
  const body = Object.fromEntries(Object.entries(thing).filter(([field]) => !inPath.includes(field)));
  return {
    params: verb === 'list' || verb === 'create' ? inCollection : params,
    ...(verb === 'create' || verb === 'put' ? { body } : {}),
  };
};

interface Managed {
  readonly row: ManagedKind;
  readonly verb: ManageVerb;
}

const managed = new Map<string, Managed>(
  managedKinds.flatMap((row) => manageVerbs.map((verb) => [manageName(verb, row), { row, verb }] as const)),
);

/** The resource of a generated operation; undefined for others. */
export const findManaged = (name: string): Managed | undefined => managed.get(name);

/** A call that succeeds, given a token, once `SampleData.prepare` has created what it needs. */
export const callAt = (name: string, place: Place): Call => {
  const generated = findManaged(name);
  const call =
    generated === undefined
      ? (writtenCalls(place)[name as OperationName] ?? restCalls(place)[name])
      : managedCall(generated.row, generated.verb, place);
  assert.ok(call, `${name} has no call`);
  return { ...call, place };
};

/** The calls at home. */
export const goodCalls = writtenCalls(home);

/** The fixture's scopes with what only the running service can create: stamps, submissions and tokens. */
export interface SampleData {
  /** A token with full access to the workspace. */
  readonly tokenOf: (workspace: Workspace) => string;
  /** A token that the operation accepts in the workspace. */
  readonly allowed: (name: string, workspace?: Workspace) => string;
  /** The ids of an existing token and submission. */
  readonly tokenIdOf: (workspace: Workspace) => string;
  readonly submissionIdOf: (workspace: Workspace) => string;
  /** Old enough to be accepted. */
  readonly stampOf: (place: Place) => string;
  /** Creates what the operation's call at `place` needs, and returns that call without a token. */
  readonly prepare: (name: string, place?: Place) => Promise<Call>;
}

interface Seed {
  readonly token: string;
  readonly tokenId: string;
  readonly stamps: Readonly<Record<string, string>>;
  submissionId: string;
}

const inProduction = (workspace: Workspace): Place => ({ ...workspace, environment: PRODUCTION });

const makeToken = async (call: FixtureService['call'], workspace: Workspace, permission = 'full') => {
  const body = { name: `token ${markOf(workspace)}`, permission };
  const made = await call('manage-create-token', { place: inProduction(workspace), token: OPERATOR, body });
  return dataOf<{ item: { id: string }; secret: string }>(made);
};

const seedAt = async (call: FixtureService['call'], workspace: Workspace): Promise<Seed> => {
  const { item, secret } = await makeToken(call, workspace);
  const stamps: Record<string, string> = {};
  for (const environment of environments) {
    const wanted = callAt('get-form', { ...workspace, environment });
    const form = await call('get-form', { ...wanted, token: secret });
    stamps[environment] = dataOf<{ item: { stamp: string } }>(form).item.stamp;
  }
  return { token: secret, tokenId: item.id, stamps, submissionId: '' };
};

/** The minimum age of a stamp. */
const STAMP_AGE_MS = 3_100;

export const openSampleData = async ({ call }: FixtureService): Promise<SampleData> => {
  const seeds = new Map<string, Seed>();
  for (const workspace of allWorkspaces) seeds.set(markOf(workspace), await seedAt(call, workspace));
  const seedOf = (workspace: Workspace): Seed => {
    const seed = seeds.get(markOf(workspace));
    assert.ok(seed, markOf(workspace));
    return seed;
  };
  const submit = async (workspace: Workspace): Promise<string> => {
    const place = inProduction(workspace);
    const body = { email: emailAt(workspace), _stamp: seedOf(workspace).stamps[PRODUCTION] };
    const response = await call('submit-form', { ...callAt('submit-form', place), body });
    return dataOf<{ submission_id: string }>(response).submission_id;
  };
  await pause(STAMP_AGE_MS);
  for (const workspace of allWorkspaces) seedOf(workspace).submissionId = await submit(workspace);
  return {
    tokenOf: (workspace) => seedOf(workspace).token,
    allowed: (name, workspace = home) =>
      operationOf(name).access === 'operator' ? OPERATOR : seedOf(workspace).token,
    tokenIdOf: (workspace) => seedOf(workspace).tokenId,
    submissionIdOf: (workspace) => seedOf(workspace).submissionId,
    stampOf: (place) => seedOf(place).stamps[place.environment] ?? '',
    prepare: async (name, place = home) => {
      const wanted = callAt(name, place);
      await arrange(call, name, place, seedOf(place).token);
      const params = await madeParams(call, name, place, seedOf(place), submit);
      return {
        ...wanted,
        ...(params === undefined ? {} : { params: { ...wanted.params, ...params } }),
        ...(name === 'submit-form'
          ? { body: { ...(wanted.body as object), _stamp: seedOf(place).stamps[place.environment] } }
          : {}),
      };
    },
  };
};

/** Ids created by the service: of existing objects, or of a new one if the call uses it up. */
const madeParams = async (
  call: FixtureService['call'],
  name: string,
  place: Place,
  seed: Seed,
  submit: (workspace: Workspace) => Promise<string>,
): Promise<Record<string, string> | undefined> => {
  switch (name) {
    case 'manage-get-token':
      return { token_id: seed.tokenId };
    case 'manage-revoke-token':
      return { token_id: (await makeToken(call, place, 'read')).item.id };
    case 'get-submission':
      return { submission_id: seed.submissionId };
    case 'delete-submission':
      return { submission_id: await submit(place) };
    default:
      return undefined;
  }
};

const arrange = async (
  call: FixtureService['call'],
  name: string,
  place: Place,
  token: string,
): Promise<void> => {
  const generated = findManaged(name);
  if (generated !== undefined) await arrangeResource(call, generated, place);
  if (name === 'manage-bulk-delete') await arrange(call, 'manage-delete-product', place, token);
  if (['create-record', 'delete-record', 'save-version', 'delete-version'].includes(name)) {
    const gone = await call('delete-record', {
      ...callAt('delete-record', place),
      query: 'cascade=true',
      token,
    });
    assertEither(gone, 'delete-record', 404);
    if (name !== 'create-record') await writePassingRecord(call, place, token);
  }
};

const arrangeResource = async (
  call: FixtureService['call'],
  { row, verb }: Managed,
  place: Place,
): Promise<void> => {
  const token = OPERATOR;
  if (verb === 'create') {
    const name = manageName('delete', row);
    assertEither(await call(name, { ...managedCall(row, 'delete', place), place, token }), name, 404);
  } else if (verb === 'delete') {
    const put = { params: managedCall(row, 'delete', place).params ?? {}, place, token };
    const body = managedCall(row, 'create', place).body;
    const name = manageName('put', row);
    assertEither(await call(name, { ...put, body }), name);
  }
};

const assertEither = (response: WireResponse, name: string, or = 0): void =>
  assert.ok(
    response.status === successOf(name, response) || response.status === or,
    `${name} ${response.text}`,
  );

const writePassingRecord = async (
  call: FixtureService['call'],
  place: Place,
  token: string,
): Promise<void> => {
  const created = await call('create-record', { ...callAt('create-record', place), token });
  let base = dataOf<{ version: { id: string } }>(created).version.id;
  for (const id of shared.passingVersions) {
    const body = { base_version_id: base, id, localized: textsAt(place) };
    dataOf(await call('save-version', { ...callAt('save-version', place), body, token }));
    base = id;
  }
};
