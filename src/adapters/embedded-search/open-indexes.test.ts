// Which index has to go when memory is short: what nobody has asked for first, then what was asked for longest ago, and never the one in use.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogEntry } from './catalog/catalog-entry.ts';
import type { Collection } from './catalog/collection.ts';
import { type IndexId, indexKey } from './index-id.ts';
import { OpenIndexes } from './open-indexes.ts';

const placeOf = (catalogId: string): IndexId => ({
  scope: { tenantId: 'acme', workspaceId: 'web', environmentId: 'P1' },
  catalogId,
});

/** Indexes that only have a size. */
const openSized = (memoryBudgetBytes: number) => {
  const evicted: string[] = [];
  const names = new Map<CatalogEntry, string>();
  const indexes = new OpenIndexes({
    memoryBudgetBytes,
    open: (place) => {
      const entry = { bytes: 0 } as CatalogEntry;
      names.set(entry, place.catalogId);
      return entry;
    },
    onEvicted: (entry) => evicted.push(names.get(entry) ?? ''),
  });
  const grow = (place: IndexId, entry: CatalogEntry, bytes: number) =>
    indexes.refresh(place, entry, async () => {
      Object.assign(entry, { bytes });
      return {} as Collection;
    });
  return {
    indexes,
    /** What has been evicted since this was last asked. */
    evicted: () => evicted.splice(0),
    /** Opened ahead, for nobody. */
    warm: (id: string, bytes = 10) => grow(placeOf(id), indexes.find(placeOf(id)), bytes),
    ask: (id: string, bytes = 10) => grow(placeOf(id), indexes.use(placeOf(id)), bytes),
  };
};

test('what was asked for longest ago goes first', async () => {
  const { indexes, evicted, ask } = openSized(30);
  for (const id of ['a', 'b', 'c']) await ask(id);
  assert.deepEqual(evicted(), []);
  await ask('a');
  await ask('d');
  assert.deepEqual(evicted(), ['b'], 'a was asked for again since');
  await ask('e');
  assert.deepEqual(evicted(), ['c']);
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].filter((id) => indexes.has(placeOf(id))),
    ['a', 'd', 'e'],
  );
  assert.deepEqual(
    indexes.listUses(),
    ['e', 'd', 'a'].map((id) => indexKey(placeOf(id))),
  );
});

test('what nobody has asked for goes before everything else, however new it is', async () => {
  const { indexes, evicted, ask, warm } = openSized(30);
  await ask('a');
  await warm('ahead');
  await ask('b');
  await ask('c');
  assert.deepEqual(evicted(), ['ahead']);
  assert.equal(indexes.listUses().includes(indexKey(placeOf('ahead'))), false);
});

test('as few go as have to, and the one in use stays, however large it is', async () => {
  const { indexes, evicted, ask } = openSized(30);
  for (const id of ['a', 'b', 'c']) await ask(id);
  await ask('a', 20);
  assert.deepEqual(evicted(), ['b']);
  assert.equal(indexes.bytes, 30);
  await ask('c', 100);
  assert.deepEqual(evicted(), ['a']);
  assert.ok(indexes.has(placeOf('c')));
  await ask('d');
  assert.deepEqual(evicted(), ['c']);
});

test('one that was evicted counts as never asked for until it is asked for again', async () => {
  const { indexes, evicted, ask, warm } = openSized(20);
  await ask('a');
  await ask('b');
  await ask('c');
  assert.deepEqual(evicted(), ['a']);
  await warm('a');
  assert.deepEqual(evicted(), ['b']);
  await ask('d');
  assert.deepEqual(evicted(), ['a']);
  assert.deepEqual(indexes.bytes, 20);
});

test('another tenant, workspace, environment or catalog has another index', () => {
  const { indexes } = openSized(100);
  const { scope, catalogId } = placeOf('a');
  const places = [
    { scope, catalogId },
    { scope: { ...scope, tenantId: 'globex' }, catalogId },
    { scope: { ...scope, workspaceId: 'app' }, catalogId },
    { scope: { ...scope, environmentId: 'S1' }, catalogId },
    { scope, catalogId: 'b' },
  ];
  for (const place of places) {
    assert.equal(indexes.has(place), false);
    indexes.find(place);
  }
  assert.equal(new Set(places.map((place) => indexes.find(place))).size, places.length);
});

test('one that is not visible any more is forgotten', async () => {
  const { indexes, ask } = openSized(100);
  await ask('a');
  await ask('b');
  await indexes.refresh(placeOf('a'), indexes.find(placeOf('a')), async () => undefined);
  assert.equal(indexes.has(placeOf('a')), false);
  assert.deepEqual(indexes.listUses(), [indexKey(placeOf('b'))]);
});

test('what is opened ahead leaves a fifth of the budget', async () => {
  const { indexes, warm } = openSized(50);
  await warm('a', 39);
  assert.equal(indexes.hasRoom, true);
  await warm('b', 1);
  assert.equal(indexes.hasRoom, false);
});
