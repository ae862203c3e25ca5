// Suite: relations between records, and deletion. A record that is referenced stays, with the references listed; a
// deleted one leaves nothing.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { Relation } from '../../../src/domain/models/value-errors.ts';
import {
  ACME,
  collect,
  line,
  type OpenStore,
  putAll,
  uuid,
  versionIn,
  versionText,
} from './store-fixture.ts';
import { create, NOW, OTHER, openWithModels, requestOf, save, text } from './store-records-fixture.ts';

const R1 = uuid(101);
const R2 = uuid(102);
const R3 = uuid(103);
const V1 = uuid(201);
const V2 = uuid(202);
const V3 = uuid(203);
const V4 = uuid(204);

const relation = (recordId: string, models: readonly string[] | null = null): Relation => ({
  field: 'fields.author',
  locale: 'en-us',
  recordId,
  models,
});
/** A text with `fields`, in one locale. */
const naming = (fields: Readonly<Record<string, unknown>>) => ({ 'en-us': text('one', fields) });
const needed = (...dependents: (readonly [kind: string, id: string])[]) => ({
  kind: 'needed',
  dependents: dependents.map(([kind, id]) => ({ kind, id })),
  count: dependents.length,
});
const remove = (store: Store, recordId: string, cascade = false, model = 'blog') =>
  store.removeRecord(ACME, model, recordId, { cascade, now: NOW });

export const describeRecordRemoval = (open: OpenStore): void => {
  describe('relations', () => {
    it('must lead to a record of the workspace, of a model they may name', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1, { model: 'person' });
      await create(store, R3, V3, { workspace: OTHER });
      const missing = [relation(uuid(9)), relation(R1, ['blog']), relation(R3)];
      const relations = [relation(R1), relation(R1, ['blog', 'person']), ...missing];
      const refused = { kind: 'refused', relations: missing, taken: [] };
      assert.deepEqual(await create(store, R2, V2, { relations }), refused);
      assert.equal(await store.findRecord(ACME, 'blog', R2), undefined);
      assert.equal((await create(store, R2, V2, { relations: [relation(R1.toUpperCase())] })).kind, 'done');
      assert.deepEqual(await save(store, R2, V2, V4, { relations }), refused);
    });

    it('may lead to the record itself, also as it is made', async (t) => {
      const store = await openWithModels(open, t);
      const localized = naming({ author: R1 });
      assert.equal((await create(store, R1, V1, { localized, relations: [relation(R1)] })).kind, 'done');
      assert.deepEqual(await create(store, R2, V2, { relations: [relation(R2, ['person'])] }), {
        kind: 'refused',
        taken: [],
        relations: [relation(R2, ['person'])],
      });
      assert.deepEqual(await remove(store, R1), { kind: 'done' });
    });

    it('keep a record while a latest or a published version has them', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await create(store, R2, V2, { localized: naming({ author: R1.toUpperCase() }) });
      assert.deepEqual(await remove(store, R1), needed(['record', R2]));
      assert.deepEqual(await remove(store, R1, true), needed(['record', R2]));
      await store.publish(ACME, requestOf(R2, V2));
      await save(store, R2, V2, V3);
      assert.deepEqual(await remove(store, R1), needed(['record', R2]));
      await store.unpublish(ACME, requestOf(R2, V2));
      assert.deepEqual(await remove(store, R1), { kind: 'done' });
    });

    it('are those of relation fields and components, and no other texts', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await create(store, R2, V2, { localized: naming({ note: R1, unknown: [R1] }) });
      await create(store, R3, V3, { localized: naming({ teaser: [{ blocks: { person: [R1] } }] }) });
      assert.deepEqual(await remove(store, R1), needed(['record', R3]));
      await save(store, R3, V3, V4, { localized: naming({ note: R1 }) });
      assert.deepEqual(await remove(store, R1), { kind: 'done' });
    });

    it('are kept in step by import, and count in their own workspace', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await create(store, R1, V1, { workspace: OTHER });
      const version = (fields: Record<string, unknown>) =>
        versionIn(V2, 1, [], {
          record_id: R2,
          localized: { 'de-de': { title: '', page_slug: '', body: '', image_url: null, fields } },
        });
      await putAll(store, ACME, [line('record', { id: R2 }), version({ author: [R1, R1] })]);
      assert.deepEqual(await remove(store, R1), needed(['record', R2]));
      assert.deepEqual(await store.removeRecord(OTHER, 'blog', R1, { cascade: false, now: NOW }), {
        kind: 'done',
      });
      await putAll(store, ACME, [version({ author: [] })]);
      assert.deepEqual(await remove(store, R1), { kind: 'done' });
    });

    it('are counted in full and told in part; a version may have very many', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1, { model: 'person' });
      const ids = Array.from({ length: 130 }, (_, n) => n + 1_000);
      await putAll(
        store,
        ACME,
        ids.flatMap((n) => [
          line('record', { id: uuid(n) }),
          versionIn(uuid(n + 1_000), 1, [], { record_id: uuid(n), localized: lineNaming(R1) }),
        ]),
      );
      await store.publish(ACME, requestOf(R1, V1));
      const result = await remove(store, R1, false, 'person');
      assert.ok(result.kind === 'needed');
      assert.equal(result.count, 131);
      assert.equal(result.dependents.length, 100);
      assert.deepEqual(result.dependents.slice(0, 2), [
        { kind: 'environment', id: 'PROD' },
        { kind: 'record', id: uuid(1_000) },
      ]);
      const many = Array.from({ length: 9_000 }, (_, n) => uuid(100_000 + n));
      const written = await create(store, R2, V2, { localized: naming({ author: [...many, uuid(1_000)] }) });
      assert.equal(written.kind, 'done');
      assert.deepEqual(await remove(store, uuid(1_000)), needed(['record', R2]));
    });
  });

  describe('removing', () => {
    it('a version needs that it is published nowhere and not the only one', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      assert.deepEqual(await store.removeVersion(ACME, R1, V1), needed(['record', R1]));
      await store.publish(ACME, requestOf(R1, V1, { environmentId: 'STAGE' }));
      await store.publish(ACME, requestOf(R1, V1));
      assert.deepEqual(
        await store.removeVersion(ACME, R1, V1),
        needed(['environment', 'PROD'], ['environment', 'STAGE'], ['record', R1]),
      );
      await save(store, R1, V1, V2);
      await store.publish(ACME, requestOf(R1, V2));
      assert.deepEqual(await store.removeVersion(ACME, R1, V1), needed(['environment', 'STAGE']));
      await store.unpublish(ACME, requestOf(R1, V1, { environmentId: 'STAGE' }));
      assert.deepEqual(await store.removeVersion(ACME, R1, V1), { kind: 'done' });
      assert.deepEqual(await store.removeVersion(ACME, R1, V1), { kind: 'absent' });
      assert.equal((await store.listVersions(ACME, R1, { skip: 0, limit: 9 })).total, 1);
    });

    it('the latest version makes the one before it the latest again', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await save(store, R1, V1, V2);
      await store.removeVersion(ACME, R1, V2);
      assert.equal((await save(store, R1, V2, V3)).kind, 'no-base');
      assert.equal((await save(store, R1, V1, V3)).kind, 'done');
    });

    it('a record leaves nothing of it, and nothing else changes', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R2, V4, { localized: naming({ author: R2 }) });
      await create(store, R1, V1, { workspace: OTHER });
      const before = await collect(store.readBundle({}));
      await create(store, R1, V1, { localized: naming({ author: R2 }) });
      await save(store, R1, V1, V2, { localized: naming({ author: R2 }) });
      await store.publish(ACME, requestOf(R1, V1));
      await store.publish(ACME, requestOf(R1, V2, { environmentId: 'STAGE' }));
      assert.deepEqual(await remove(store, R1), needed(['environment', 'PROD'], ['environment', 'STAGE']));
      assert.deepEqual(await remove(store, R1, true), { kind: 'done' });
      assert.deepEqual(await collect(store.readBundle({})), before);
      // Neither a publication nor a reference from before the deletion reappears.
      await create(store, R1, V1);
      assert.deepEqual((await store.findVersion(ACME, R1, V1))?.places, []);
      assert.deepEqual(await remove(store, R2), { kind: 'done' });
    });

    it('a slug leads to the records that have it in any version, for as long as they do', async (t) => {
      const store = await openWithModels(open, t);
      const holders = (slug: string, workspace = ACME) =>
        Array.fromAsync(store.recordsIn({ ...workspace, environmentId: 'PROD' }).readSlugHolders(slug));
      const at = (...slugs: string[]) =>
        Object.fromEntries(slugs.map((slug, index) => [`x${index}a`, { ...text('t'), pageSlug: slug }]));
      await create(store, R2, V3, { localized: at('/a', 'a/', '') });
      await create(store, R1, V1, { localized: at('/a', '/b') });
      await save(store, R1, V1, V2, { localized: at('/c') });
      await create(store, R1, V1, { workspace: OTHER, localized: at('/only') });
      assert.deepEqual(await holders('/a'), [R1, R2]);
      assert.deepEqual(await holders('/c'), [R1]);
      assert.deepEqual(await holders('/only'), []);
      assert.deepEqual(await holders('/only', OTHER), [R1]);
      await store.removeVersion(ACME, R1, V1);
      assert.deepEqual([await holders('/a'), await holders('/b'), await holders('/c')], [[R2], [], [R1]]);
      await putAll(store, ACME, [
        versionIn(V3, 1, [], { record_id: R2, localized: { xa: { ...versionText('t'), page_slug: 'd' } } }),
      ]);
      assert.deepEqual([await holders('/a'), await holders('/d')], [[], [R2]]);
      await remove(store, R2, true);
      assert.deepEqual(await holders('/d'), []);
    });

    it('what is not there is absent: of another record, model or workspace', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await save(store, R1, V1, V2);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await remove(store, R2), { kind: 'absent' });
      assert.deepEqual(await remove(store, R1, true, 'person'), { kind: 'absent' });
      assert.deepEqual(await store.removeRecord(OTHER, 'blog', R1, { cascade: true, now: NOW }), {
        kind: 'absent',
      });
      assert.deepEqual(await store.removeVersion(OTHER, R1, V1), { kind: 'absent' });
      assert.deepEqual(await store.removeVersion(ACME, R2, V1), { kind: 'absent' });
      assert.equal(await store.headPosition(ACME), head);
    });
  });
};

const lineNaming = (author: string) => ({
  'en-us': { title: '', page_slug: '', body: '', image_url: null, fields: { author } },
});
