// Suite: a workspace among others that share every id with it. It returns and ends up with what it would alone, and nothing that is done in it shows in
// them. One is of the same tenant, one has the same workspace id at another tenant: leaving out either id in a query shows.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type { ProductEvent } from '../../../src/domain/events/product-event.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import { resourceKinds } from '../../../src/domain/manage/managed-resource.ts';
import { sample } from '../../fixtures/long-runs.ts';
import {
  ACME,
  ALL_FORMS,
  CATALOG,
  collect,
  everyKind,
  FORM,
  line,
  MODEL,
  type OpenStore,
  putAll,
  RECORD,
  readRevisions,
  uuid,
  VERSION_1,
  VERSION_2,
} from './store-fixture.ts';
import { create, NOW, requestOf, save, text } from './store-records-fixture.ts';
import { exported, keys, token } from './store-resources-fixture.ts';
import { sizeFor } from './store-sizes.ts';

/** Names, texts and the ids that must differ within a tenant carry the number of the workspace; all others are the same. */
interface Place {
  readonly workspace: WorkspaceScope;
  readonly number: number;
}

const HERE: Place = { workspace: ACME, number: 0 };
const NAMESAKES: readonly Place[] = [
  { workspace: { ...ACME, workspaceId: 'b2b' }, number: 1 },
  { workspace: { tenantId: 'other', workspaceId: ACME.workspaceId }, number: 2 },
];

const newRecord = ({ number }: Place): string => uuid(40 + number);
const newVersion = ({ number }: Place, at: number): string => uuid(50 + 10 * number + at);
const SUBMISSION = uuid(90);
const ALL = { environmentId: undefined, from: undefined, to: undefined };
const PAGE = { skip: 0, limit: 100 };
const unique = [{ field: 'note', locale: 'en-us', value: 'same' }];
const localized = { 'en-us': text('same', { note: 'same' }) };

type Step = (store: Store, place: Place) => Promise<unknown>;

/** Each of these leaves something behind. */
const building: Readonly<Record<string, Step>> = {
  'put every kind': (store, { workspace, number }) =>
    putAll(store, workspace, everyKind(workspace, `-${number}`)),
  'create a token': (store, { workspace, number }) =>
    store.createToken(
      token({ ...workspace, id: `tok${number}`, environmentIds: ['PROD', 'STAGE'] }),
      `d${number}`,
    ),
  'create a record of a unique value': (store, place) =>
    create(store, newRecord(place), newVersion(place, 1), {
      ...place,
      localized,
      unique,
      key: 'create',
      fingerprint: `f${place.number}`,
    }),
  'save a version': (store, place) =>
    save(store, newRecord(place), newVersion(place, 1), newVersion(place, 2), {
      ...place,
      localized,
      unique,
    }),
  'publish, by a key': (store, { workspace, number }) => {
    const idempotency = { key: 'publish', fingerprint: `f${number}` };
    return store.publish(workspace, requestOf(RECORD, VERSION_2, { idempotency }));
  },
  'publish the new record': (store, place) =>
    store.publish(place.workspace, requestOf(newRecord(place), newVersion(place, 2))),
  'send in a form': (store, { workspace, number }) =>
    store.addSubmission(workspace, {
      id: SUBMISSION,
      formId: FORM,
      environmentId: 'PROD',
      submittedAt: NOW,
      answers: { email: `person${number}` },
    }),
  'record a search': (store, { workspace, number }) =>
    store.appendSearchEvents([
      { ...workspace, catalogId: CATALOG, at: NOW, term: `boot${number}`, total: 1, visitor: 'v' },
    ]),
  'record events': (store, { workspace, number }) =>
    store.appendEvents([
      { ...eventIn(workspace), visitor: 'v' },
      { ...eventIn(workspace), visitor: `v${number}` },
    ]),
  'change scores': (store, { workspace, number }) =>
    store.changeScores(eventIn(workspace), [{ productId: 'p1', score: number + 1 }]),
  'replace the popular terms': (store, { workspace, number }) =>
    store.replacePopularTerms({ ...workspace, catalogId: CATALOG }, [`a${number}`, `b${number}`]),
};

const EVENT_DAYS = { from: '2026-01-01', until: '2026-12-31', term: undefined };

const eventIn = (workspace: WorkspaceScope): ProductEvent => ({
  ...workspace,
  environmentId: 'PROD',
  catalogId: CATALOG,
  day: '2026-03-01',
  productId: 'p1',
  type: 'view',
  visitor: 'v',
  term: '',
});

const bulkDelete = (kind: 'product' | 'content_item' | 'category') =>
  [{ action: 'delete', kind, key: keys[kind] }] as const;

/** And each of these changes or takes away what the namesakes have too. */
const changing: Readonly<Record<string, Step>> = {
  'publish another version': (store, { workspace }) => store.publish(workspace, requestOf(RECORD, VERSION_1)),
  'unpublish it': (store, { workspace }) => store.unpublish(workspace, requestOf(RECORD, VERSION_1)),
  'put things again': (store, { workspace }) =>
    putAll(store, workspace, [line('product', { name: 'new' }), line('form', { display_name: 'new' })]),
  'remove a version': (store, { workspace }) => store.removeVersion(workspace, RECORD, VERSION_1),
  'remove a record': (store, { workspace }) =>
    store.removeRecord(workspace, 'blog', RECORD, { cascade: true, now: NOW }),
  'replace the terms by none': (store, { workspace }) =>
    store.replacePopularTerms({ ...workspace, catalogId: CATALOG }, []),
  'erase a visitor': (store, { workspace }) => store.eraseMarks(workspace, ['v']),
  'delete a submission': (store, { workspace }) => store.deleteSubmission(workspace, FORM, SUBMISSION),
  'send it in again': building['send in a form'] as Step,
  'erase submissions': (store, { workspace }) => store.eraseSubmissions(workspace, undefined, () => true),
  'revoke a token': (store, { number }) => store.revokeToken(`tok${number}`, NOW),
  'delete in bulk': (store, { workspace }) =>
    store.writeBatch(workspace, [...bulkDelete('product'), ...bulkDelete('content_item')]),
  ...Object.fromEntries(
    (['category', 'synonyms', 'form', 'environment', 'catalog', 'content_model'] as const).map((kind) => [
      `delete with all that needs it: ${kind}`,
      (store: Store, { workspace }: Place) =>
        store.deleteResource(workspace, kind, keys[kind], { cascade: true, precondition: { kind: 'none' } }),
    ]),
  ),
};

/** Everything that can be read of a workspace. */
const readAll = async (store: Store, { workspace }: Place) => {
  const catalog = { ...workspace, catalogId: CATALOG };
  const inEnvironment = async (environmentId: string) => {
    const scope = { ...workspace, environmentId };
    const scoped = store.inScope(scope);
    const records = store.recordsIn(scope);
    return {
      environment: await store.findEnvironment(scope),
      catalog: await scoped.findCatalog(CATALOG),
      stores: [await scoped.findCommerceStore('s1'), await scoped.findCommerceStore(undefined)],
      terms: await scoped.listPopularTerms(CATALOG, PAGE),
      models: [await scoped.findContentModel(MODEL), await scoped.findContentModelByName('blog')],
      has: await scoped.hasRecord('blog', RECORD),
      forms: [await scoped.listForms(ALL_FORMS, unbounded), await scoped.findForm(FORM, unbounded)],
      contents: await store.loadCatalog(scope, CATALOG),
      products: await collect(store.readProducts(scope, CATALOG)),
      ranges: await store.splitProducts(scope, CATALOG, 1),
      ids: await store.listIfSmall(scope, CATALOG, 100),
      items: await collect(store.readContentItems(scope, CATALOG)),
      found: [
        await store.findProduct(scope, CATALOG, 'p1'),
        await store.findContentItem(scope, CATALOG, 'wp-1'),
        await store.findPublishedRecord(scope, CATALOG, RECORD),
      ],
      published: await collect(records.readRecords('blog', 'published')),
      latest: await collect(records.readRecords('blog', 'latest')),
      byId: await records.findRecords([RECORD], 'published'),
      slugs: await collect(records.readSlugHolders('/same')),
      visitors: await store.countVisitors({ ...scope, catalogId: CATALOG }, EVENT_DAYS, unbounded),
      scores: await store.readScores({ ...scope, catalogId: CATALOG }),
    };
  };
  return {
    bundle: await exported(store, workspace),
    environments: [await inEnvironment('PROD'), await inEnvironment('STAGE')],
    searches: await store.summarizeSearches(catalog, '2026-01-01'),
    tokens: await store.listTokens(workspace),
    submissions: await store.listSubmissions(workspace, FORM, ALL, PAGE),
    submission: await store.findSubmission(workspace, FORM, SUBMISSION),
    form: await store.findForm(workspace, FORM),
    exportedSubmissions: await collect(store.readSubmissions(workspace, FORM, ALL)),
    record: await store.findRecord(workspace, 'blog', RECORD),
    versions: await store.listVersions(workspace, RECORD, PAGE),
    version: await store.findVersion(workspace, RECORD, VERSION_1),
    used: await collect(store.readUsedRecords(workspace, 'blog')),
    allModels: await store.listContentModels(workspace),
    refused: await store.findRefusedValues(workspace, { id: uuid(99), model: 'blog' }, {
      relations: [{ path: 'x', recordId: RECORD, models: ['blog'] }],
      unique,
    } as never),
    resources: await Promise.all(
      resourceKinds
        .filter((kind) => kind !== 'tenant' && kind !== 'workspace')
        .map(async (kind) => [
          await store.findResource(workspace, kind, keys[kind]),
          await store.listResources(workspace, kind, {}, PAGE, undefined),
        ]),
    ),
    places: await store.listPlaces(workspace),
    feed: [
      await store.headPosition(workspace),
      // Fingerprints have the time in them.
      (await store.listChanges(workspace, 0, 1_000)).map(({ fingerprint: _, ...change }) => change),
    ],
    revisions: await readRevisions(store, workspace),
  };
};

export const describeNamesakes = (open: OpenStore): void => {
  describe('a workspace among others that share every id', () => {
    it('returns what it would alone, and nothing done in it shows in them', async (t) => {
      const alone = await open(t);
      const among = await open(t);
      // The tenant is not the workspace's own: it is there before.
      for (const store of [alone, among]) await putAll(store, ACME, [line('tenant', { id: ACME.tenantId })]);
      for (const place of NAMESAKES) {
        for (const build of Object.values(building)) await build(among, place);
      }
      const states = await Promise.all(NAMESAKES.map((place) => readAll(among, place)));
      const steps = Object.entries({ ...building, ...changing });
      const compared = new Set(sample(steps, sizeFor(open, 8, steps.length)));
      for (const each of steps) {
        const [name, step] = each;
        assert.deepEqual(await step(among, HERE), await step(alone, HERE), name);
        if (!compared.has(each)) continue;
        assert.deepEqual(await readAll(among, HERE), await readAll(alone, HERE), `after: ${name}`);
      }
      for (const [at, place] of NAMESAKES.entries())
        assert.deepEqual(await readAll(among, place), states[at], `namesake ${place.number}`);
    });
  });
};
