// Suite: writing records and versions. Concurrent saves, repeats, and preconditions of a write.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../src/domain/failures/failures.ts';
import { ACME, line, type OpenStore, putAll, TIME, uuid } from './store-fixture.ts';
import { create, NOW, OTHER, openWithModels, requestOf, save, text } from './store-records-fixture.ts';

const R1 = uuid(101);
const R2 = uuid(102);
const V1 = uuid(201);
const V2 = uuid(202);
const V3 = uuid(203);
const page = { skip: 0, limit: 10 };

export const describeRecords = (open: OpenStore): void => {
  describe('records', () => {
    it('are created with their version 1, whole', async (t) => {
      const store = await openWithModels(open, t);
      const localized = { 'en-us': { ...text('one', { note: 'x' }), summary: 's', imageUrl: '/i' } };
      const result = await create(store, R1, V1, { localized });
      const version = {
        id: V1,
        recordId: R1,
        number: 1,
        name: 'draft',
        createdAt: TIME,
        createdBy: 'ada',
        localized,
      };
      assert.deepEqual(result, { kind: 'done', version });
      assert.deepEqual(await store.findVersion(ACME, R1, V1), { version, places: [] });
      assert.deepEqual(await store.findRecord(ACME, 'blog', R1), {
        id: R1,
        model: 'blog',
        createdAt: TIME,
        createdBy: null,
      });
      assert.equal(await store.findRecord(ACME, 'person', R1), undefined);
      assert.equal(await store.findVersion(ACME, R2, V1), undefined);
    });

    it('take no id that is taken, and leave nothing behind then', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await create(store, R1, V2), { kind: 'exists' });
      assert.deepEqual(await create(store, R2, V1), { kind: 'exists' });
      assert.equal(await store.headPosition(ACME), head);
      assert.equal(await store.findRecord(ACME, 'blog', R2), undefined);
      assert.equal((await create(store, R1, V1, { workspace: OTHER })).kind, 'done');
    });

    it('of a single model are one', async (t) => {
      const store = await openWithModels(open, t);
      const home = { model: 'home', isSingle: true };
      assert.equal((await create(store, R1, V1, home)).kind, 'done');
      assert.deepEqual(await create(store, R2, V2, home), { kind: 'single-exists' });
      assert.equal((await create(store, R2, V2, { ...home, workspace: OTHER })).kind, 'done');
    });

    it('need a model that stands', async (t) => {
      const store = await openWithModels(open, t);
      await assert.rejects(
        create(store, R1, V1, { model: 'gone' }),
        (error) => error instanceof Failure && error.name === 'ContentModelNotFound',
      );
      assert.equal(await store.findRecord(ACME, 'gone', R1), undefined);
    });

    it('tell the feed, by the id of the record', async (t) => {
      const store = await openWithModels(open, t);
      const head = await store.headPosition(ACME);
      await create(store, R1, V1);
      await save(store, R1, V1, V2);
      await store.removeVersion(ACME, R1, V1);
      await store.removeRecord(ACME, 'blog', R1, { cascade: false, now: NOW });
      const changes = await store.listChanges(ACME, head, 10);
      assert.deepEqual(
        changes.map(({ kind, id }) => `${kind} ${id}`),
        [`record ${R1}`, `version ${R1}`, `version ${R1}`, `version ${R1}`, `record ${R1}`],
      );
    });
  });

  describe('saving a version', () => {
    it('adds the next, newest first in the list', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      const second = await save(store, R1, V1, V2, { localized: { 'de-de': text('zwei') } });
      assert.ok(second.kind === 'done' && second.version.number === 2);
      await save(store, R1, V2, V3);
      const { total, items } = await store.listVersions(ACME, R1, page);
      assert.equal(total, 3);
      assert.deepEqual(
        items.map(({ version }) => `${version.number} ${version.id}`),
        [`3 ${V3}`, `2 ${V2}`, `1 ${V1}`],
      );
      const next = await store.listVersions(ACME, R1, { skip: 1, limit: 1 });
      assert.deepEqual([next.total, next.items.map(({ version }) => version.id)], [3, [V2]]);
    });

    it('from a base that is no longer the latest is refused with both', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await save(store, R1, V1, V2, { localized: { 'en-us': text('two') } });
      const result = await save(store, R1, V1, V3);
      assert.ok(result.kind === 'changed');
      assert.deepEqual([result.base.id, result.latest.id], [V1, V2]);
      assert.equal(result.latest.localized['en-us']?.title, 'two');
      assert.equal(await store.findVersion(ACME, R1, V3), undefined);
    });

    it('by many at once from one base is won by one', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      const ids = Array.from({ length: 8 }, (_, index) => uuid(300 + index));
      const results = await Promise.all(ids.map((id) => save(store, R1, V1, id)));
      const winners = results.flatMap((result) => (result.kind === 'done' ? [result.version.id] : []));
      assert.equal(winners.length, 1);
      for (const result of results) {
        assert.ok(result.kind === 'done' || result.kind === 'changed');
        if (result.kind === 'changed') assert.equal(result.latest.id, winners[0]);
      }
      assert.equal((await store.listVersions(ACME, R1, page)).total, 2);
    });

    it('names what is not there: record, model, base', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await create(store, R2, V2);
      assert.deepEqual(await save(store, uuid(9), V1, V3), { kind: 'no-record' });
      assert.deepEqual(await save(store, R1, V1, V3, { model: 'person' }), { kind: 'no-record' });
      assert.deepEqual(await save(store, R1, V1, V3, { workspace: OTHER }), { kind: 'no-record' });
      assert.equal((await save(store, R1, uuid(9), V3)).kind, 'no-base');
      assert.equal((await save(store, R1, V2, V3)).kind, 'no-base');
      assert.deepEqual(await save(store, R1, V1, V2), { kind: 'exists' });
    });

    it('goes on from the greatest number that was imported', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      await putAll(store, ACME, [line('version', { record_id: R1, id: V2, number: 7 })]);
      const result = await save(store, R1, V2, V3);
      assert.ok(result.kind === 'done' && result.version.number === 8);
    });
  });

  describe('repeated record writes', () => {
    it('return the same as before, also when the version is gone since', async (t) => {
      const store = await openWithModels(open, t);
      const first = await create(store, R1, V1, { key: 'k1' });
      const second = await save(store, R1, V1, V2, { key: 'k2' });
      assert.deepEqual(await create(store, R1, V1, { key: 'k1' }), { ...first, kind: 'replayed' });
      await save(store, R1, V2, V3);
      const head = await store.headPosition(ACME);
      assert.deepEqual(await save(store, R1, V1, V2, { key: 'k2' }), { ...second, kind: 'replayed' });
      assert.equal(await store.headPosition(ACME), head);
      await store.removeRecord(ACME, 'blog', R1, { cascade: false, now: NOW });
      assert.deepEqual(await save(store, R1, V1, V2, { key: 'k2' }), { ...second, kind: 'replayed' });
      assert.equal(await store.findRecord(ACME, 'blog', R1), undefined);
    });

    it('share their keys with publishing', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1, { key: 'k1' });
      const idempotency = { key: 'k1', fingerprint: 'publish' };
      assert.deepEqual(await store.publish(ACME, requestOf(R1, V1, { idempotency })), { kind: 'key-reused' });
      assert.deepEqual(await save(store, R1, V1, V2, { key: 'k1', fingerprint: 'save' }), {
        kind: 'key-reused',
      });
    });

    it('leave no claim when they were refused, nor after a day', async (t) => {
      const store = await openWithModels(open, t);
      await create(store, R1, V1);
      assert.deepEqual(await create(store, R1, V2, { key: 'k1' }), { kind: 'exists' });
      assert.equal((await create(store, R2, V2, { key: 'k1', fingerprint: 'two' })).kind, 'done');
      const tomorrow = '2026-03-05T05:06:07.000Z';
      assert.deepEqual(await create(store, R2, V2, { key: 'k1', fingerprint: 'two', now: tomorrow }), {
        kind: 'exists',
      });
    });

    it('at once do it once', async (t) => {
      const store = await openWithModels(open, t);
      const results = await Promise.all(
        Array.from({ length: 6 }, () => create(store, R1, V1, { key: 'k1' })),
      );
      assert.deepEqual(results.map((result) => result.kind).sort(), ['done', ...Array(5).fill('replayed')]);
    });
  });

  describe('unique values', () => {
    const sku = (value: unknown, field = 'note', locale = 'en-us') => ({ field, locale, value });

    it('are held by one record of the model, in its latest version', async (t) => {
      const store = await openWithModels(open, t);
      const localized = { 'en-us': text('one', { note: 'é"1' }) };
      await create(store, R1, V1, { localized });
      const free = [sku('é"1', 'author'), sku('é"1', 'note', 'de-de'), sku('é', 'note'), sku(null)];
      const taken = sku('é"1');
      assert.deepEqual(await create(store, R2, V2, { unique: [...free, taken] }), {
        kind: 'refused',
        relations: [],
        taken: [taken],
      });
      assert.equal(await store.findRecord(ACME, 'blog', R2), undefined);
      assert.equal((await save(store, R1, V1, V2, { localized, unique: [taken] })).kind, 'done');
      assert.equal(
        (await create(store, uuid(5), uuid(6), { model: 'person', unique: [taken] })).kind,
        'done',
      );
      assert.equal(
        (await create(store, R1, V1, { workspace: OTHER, localized, unique: [taken] })).kind,
        'done',
      );
      await save(store, R1, V2, V3);
      assert.equal((await create(store, R2, uuid(7), { localized, unique: [...free, taken] })).kind, 'done');
    });

    it("may be a text's own, and are found among many", async (t) => {
      const store = await openWithModels(open, t);
      const ids = Array.from({ length: 260 }, (_, index) => 1_000 + index);
      await putAll(
        store,
        ACME,
        ids.flatMap((id) => [
          line('record', { id: uuid(id) }),
          line('version', {
            id: uuid(id + 1_000),
            record_id: uuid(id),
            localized: { 'en-us': { title: `t${id}`, page_slug: '', body: '', image_url: null, fields: {} } },
          }),
        ]),
      );
      const last = sku('t1259', 'title');
      const result = await create(store, R1, V1, { unique: [sku('t9', 'title'), last] });
      assert.deepEqual(result, { kind: 'refused', relations: [], taken: [last] });
    });
  });
};
