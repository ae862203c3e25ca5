// Suite: unpublishing versions, records as an environment shows them, and that content search follows at once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReferenceSearch } from '../../../src/adapters/reference-search/reference-search.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { shownOf } from '../../fixtures/shown-content.ts';
import { ACME, CATALOG, line, type OpenStore, putAll, uuid, versionIn } from './store-fixture.ts';
import {
  codesOf,
  create,
  NOW,
  OTHER,
  openWithModels,
  readAll,
  requestOf,
  save,
  shown,
  text,
} from './store-records-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const R1 = uuid(101);
const R2 = uuid(102);
const V1 = uuid(201);
const V2 = uuid(202);
const V3 = uuid(203);
const PROD = { ...ACME, environmentId: 'PROD' };
const two = (mark: string) => ({ 'de-de': text(`${mark}-de`), 'en-us': text(`${mark}-en`) });

const statesOf = async (store: Store, versionId: string): Promise<string[]> =>
  ((await store.findVersion(ACME, R1, versionId))?.places ?? []).map(
    ({ environmentId, locale, state, publishedAt }) => `${environmentId} ${locale} ${state} ${publishedAt}`,
  );

/** A record with two versions, the first of them published in PROD. */
const openWithRecord = async (...[open, t]: Parameters<typeof openWithModels>): Promise<Store> => {
  const store = await openWithModels(open, t);
  await create(store, R1, V1, { localized: two('first') });
  await save(store, R1, V1, V2, { localized: two('second') });
  await store.publish(ACME, requestOf(R1, V1, { now: 't1' }));
  return store;
};

export const describeRecordReads = (open: OpenStore): void => {
  describe('unpublish', () => {
    it('takes the version away in that environment, and nothing comes back in its place', async (t) => {
      const store = await openWithRecord(open, t);
      await store.publish(ACME, requestOf(R1, V1, { environmentId: 'STAGE', now: 't2' }));
      await store.publish(ACME, requestOf(R1, V2, { now: 't3', locale: 'en-us' }));
      assert.deepEqual(codesOf(await store.unpublish(ACME, requestOf(R1, V2))), ['ok']);
      assert.deepEqual(await statesOf(store, V2), ['PROD en-us unpublished t3']);
      assert.deepEqual(await statesOf(store, V1), [
        'PROD de-de published t1',
        'PROD en-us superseded t1',
        'STAGE de-de published t2',
        'STAGE en-us published t2',
      ]);
    });

    it('with a locale takes that one only, and may be published again', async (t) => {
      const store = await openWithRecord(open, t);
      await store.unpublish(ACME, requestOf(R1, V1, { locale: 'de-de' }));
      assert.deepEqual(await statesOf(store, V1), ['PROD de-de unpublished t1', 'PROD en-us published t1']);
      await store.publish(ACME, requestOf(R1, V1, { now: 't4' }));
      assert.deepEqual(await statesOf(store, V1), ['PROD de-de published t4', 'PROD en-us published t1']);
    });

    it('of what is not in place succeeds, changes nothing and leaves no trace', async (t) => {
      const store = await openWithRecord(open, t);
      const head = await store.headPosition(ACME);
      assert.deepEqual(codesOf(await store.unpublish(ACME, requestOf(R1, V2))), ['ok']);
      assert.deepEqual(codesOf(await store.unpublish(ACME, requestOf(R1, V1, { environmentId: 'STAGE' }))), [
        'ok',
      ]);
      assert.equal(await store.headPosition(ACME), head);
      await store.unpublish(ACME, requestOf(R1, V1));
      assert.equal(await store.headPosition(ACME), head + 1);
      const [change] = await store.listChanges(ACME, head, 1);
      assert.deepEqual([change?.kind, change?.id], ['publication', R1]);
      await store.unpublish(ACME, requestOf(R1, V1));
      assert.equal(await store.headPosition(ACME), head + 1);
    });

    it('judges each element as publishing does', async (t) => {
      const store = await openWithRecord(open, t);
      const elements = [
        { environmentId: 'NOWHERE', versionId: V1 },
        { environmentId: 'STAGE', versionId: uuid(9) },
        { environmentId: 'PROD', versionId: V1.toUpperCase() },
      ];
      assert.deepEqual(codesOf(await store.unpublish(ACME, requestOf(R1, V1, { elements }))), [
        'environment_not_found',
        'version_not_found',
        'ok',
      ]);
      assert.deepEqual(
        codesOf(await store.unpublish(ACME, requestOf(R1, V1, { elements, reaches: () => false }))),
        ['environment_not_found', 'environment_not_found', 'environment_not_found'],
      );
      assert.deepEqual(codesOf(await store.unpublish(ACME, requestOf(R1, V1, { locale: 'fr-fr' }))), [
        'locale_not_found',
      ]);
      assert.deepEqual(codesOf(await store.unpublish(OTHER, requestOf(R1, V1))), ['version_not_found']);
    });

    it('is done once for a key', async (t) => {
      const store = await openWithRecord(open, t);
      const idempotency = { key: 'k1', fingerprint: 'unpublish' };
      const first = await store.unpublish(ACME, requestOf(R1, V1, { idempotency }));
      await store.publish(ACME, requestOf(R1, V1, { now: 't5' }));
      const again = await store.unpublish(ACME, requestOf(R1, V1, { idempotency }));
      assert.deepEqual(again, { ...first, kind: 'replayed' });
      assert.deepEqual((await readAll(store, 'PROD', 'published')).length, 1);
    });
  });

  describe('shown records', () => {
    it('are what is published, locale by locale, or the latest version', async (t) => {
      const store = await openWithRecord(open, t);
      await create(store, R2, V3);
      await store.publish(ACME, requestOf(R1, V2, { locale: 'en-us', now: 't2' }));
      assert.deepEqual(shown(await readAll(store, 'PROD', 'published')), {
        [R1]: { 'de-de': 'first-de v1 published t1', 'en-us': 'second-en v2 published t2' },
      });
      assert.deepEqual(shown(await readAll(store, 'PROD', 'latest')), {
        [R1]: { 'de-de': 'second-de v2 draft null', 'en-us': 'second-en v2 published t2' },
        [R2]: { 'en-us': 'one v1 draft null' },
      });
      await store.unpublish(ACME, requestOf(R1, V2));
      assert.deepEqual(shown(await readAll(store, 'PROD', 'latest'))[R1], {
        'de-de': 'second-de v2 draft null',
        'en-us': 'second-en v2 unpublished null',
      });
      assert.deepEqual(await readAll(store, 'STAGE', 'published'), []);
      assert.deepEqual(await readAll(store, 'PROD', 'latest', 'person'), []);
      assert.deepEqual(await readAll(store, 'PROD', 'latest', 'blog', OTHER), []);
    });

    it('are found by id, of any model, each once', async (t) => {
      const store = await openWithRecord(open, t);
      await create(store, R2, V3, { model: 'person' });
      const reader = store.recordsIn(PROD);
      const asked = [
        R2,
        uuid(9),
        R1.toUpperCase(),
        R2,
        ...Array.from({ length: 600 }, (_, n) => uuid(2_000 + n)),
      ];
      assert.deepEqual(
        (await reader.findRecords(asked, 'latest')).map(({ record }) => `${record.model} ${record.id}`),
        [`blog ${R1}`, `person ${R2}`],
      );
      assert.deepEqual(Object.keys(shown(await reader.findRecords(asked, 'published'))), [R1]);
      assert.deepEqual(await reader.findRecords([], 'latest'), []);
      const others = store.recordsIn({ ...OTHER, environmentId: 'PROD' });
      assert.deepEqual(await others.findRecords(asked, 'latest'), []);
    });

    it('come in the order of ids, in batches, with gaps where nothing is shown', async (t) => {
      const store = await openWithModels(open, t);
      const count = sizeFor(open, 403, 1_003);
      const lines = [];
      for (let n = 0; n < count; n += 1) {
        const id = uuid(10_000 + ((n * 617) % count));
        const versionId = uuid(20_000 + n);
        lines.push(line('record', { id }));
        if (n % 5 !== 0) lines.push(versionIn(versionId, 1, ['de-de', 'en-us'], { record_id: id }));
        if (n % 5 === 1) lines.push(line('publication', { record_id: id, version_id: versionId }));
      }
      // A version may be imported without any text; then there is nothing to show.
      lines.push(versionIn(uuid(30_000), 1, [], { record_id: uuid(10_000) }));
      await putAll(store, ACME, lines);
      const ids = async (view: 'published' | 'latest') => {
        const batches = await Array.fromAsync(store.recordsIn(PROD).readRecords('blog', view));
        for (const batch of batches) assert.ok(batch.length > 0 && batch.length <= 250);
        return batches.flat().map(({ record }) => record.id);
      };
      const expected = (keep: (n: number) => boolean) =>
        Array.from({ length: count }, (_, n) => n)
          .filter(keep)
          .map((n) => uuid(10_000 + ((n * 617) % count)))
          .sort();
      assert.deepEqual(
        await ids('latest'),
        expected((n) => n % 5 !== 0),
      );
      assert.deepEqual(
        await ids('published'),
        expected((n) => n % 5 === 1),
      );
    });

    it('of one id in two workspaces are each its own', async (t) => {
      const store = await openWithModels(open, t);
      for (const workspace of [ACME, OTHER]) {
        const lines = [
          line('record', { created_by: workspace.tenantId }),
          versionIn(V1, 1, ['en-us'], { name: workspace.tenantId }),
          line('publication', { version_id: V1 }),
        ];
        await putAll(store, workspace, lines);
      }
      for (const workspace of [ACME, OTHER]) {
        for (const view of ['published', 'latest'] as const) {
          const [own, ...others] = await readAll(store, 'PROD', view, 'blog', workspace);
          assert.deepEqual(others, []);
          assert.equal(own?.record.createdBy, workspace.tenantId);
          assert.equal(own?.texts['en-us']?.version.name, workspace.tenantId);
        }
      }
    });

    it('list the models of the workspace', async (t) => {
      const store = await openWithModels(open, t);
      await putAll(store, OTHER, [line('content_model', { id: uuid(31), internal_name: 'theirs' })]);
      const names = (await store.listContentModels(ACME)).map((model) => model.internalName);
      assert.deepEqual(names, ['blog', 'home', 'person']);
    });
  });

  describe('content search', () => {
    it('shows what is published and no more, at once', async (t) => {
      const store = await openWithModels(open, t);
      const search = buildReferenceSearch(store, store);
      const titles = async (environmentId: string, q: string): Promise<string[]> => {
        const { hits } = await search.searchContent({ ...ACME, environmentId }, CATALOG, {
          text: q,
          localeChain: ['en-us'],
          type: undefined,
          sortBy: 'title',
          sortOrder: 'asc',
          skip: 0,
          limit: 10,
        });
        return hits.map((hit) => shownOf(hit).title);
      };
      const both = async (q: string) => [await titles('PROD', q), await titles('STAGE', q)];
      assert.deepEqual(await both('lighthouse'), [[], []]);
      await create(store, R1, V1, { localized: { 'en-us': text('lighthouse') } });
      assert.deepEqual(await both('lighthouse'), [[], []]);
      await store.publish(ACME, requestOf(R1, V1));
      assert.deepEqual(await both('lighthouse'), [['lighthouse'], []]);
      await save(store, R1, V1, V2, { localized: { 'en-us': text('windmill') } });
      assert.deepEqual(await both('windmill'), [[], []]);
      await store.publish(ACME, requestOf(R1, V2));
      assert.deepEqual(
        [await both('lighthouse'), await both('windmill')],
        [
          [[], []],
          [['windmill'], []],
        ],
      );
      await store.unpublish(ACME, requestOf(R1, V2));
      assert.deepEqual(await both('windmill'), [[], []]);
      await store.publish(ACME, requestOf(R1, V1, { environmentId: 'STAGE' }));
      assert.deepEqual(await both('lighthouse'), [[], ['lighthouse']]);
      await store.removeRecord(ACME, 'blog', R1, { cascade: true, now: NOW });
      assert.deepEqual(await both('lighthouse'), [[], []]);
    });
  });
};
