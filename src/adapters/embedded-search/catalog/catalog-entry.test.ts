// An index is never taken for newer than it is: not after a commit that came while it was brought up to date, and not from a snapshot of data
// that has gone another way since.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  aProduct,
  aText,
  buildMemorySource,
  type MemorySource,
  scope,
} from '../../../../test/suites/search/memory-source.ts';
import { openEntry } from '../../../../test/suites/search/open-entry.ts';
import { buildIndexWork } from '../work/index-work.ts';
import { INLINE_PRODUCTS_MAX } from './follow-feed.ts';

const lorem = { xx: aText({ title: 'lorem' }) };

test('what is committed while an index is brought up to date is found by the next question', async () => {
  const source = buildMemorySource();
  source.putItem('a', lorem);
  const late: string[] = [];
  /** Commits once more right after the changes were read. */
  const listChanges: MemorySource['listChanges'] = async (...where) => {
    const changes = await source.listChanges(...where);
    const id = late.shift();
    if (id !== undefined) source.putItem(id, lorem);
    return changes;
  };
  const { entry, size } = openEntry({ ...source, listChanges });
  const readySize = () => entry.ready?.content.size;
  await size();
  source.putItem('b', lorem);
  late.push('c');
  await size();
  assert.deepEqual(late, [], 'one came in the middle');
  assert.equal(readySize(), undefined);
  assert.equal(await size(), 3);
  assert.equal(readySize(), 3);
  await entry.close();
});

test('a delayed save does not take products from a caller who is bringing the index up to date', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-entry-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const delayed: (() => void)[] = [];
  context.mock.method(globalThis, 'setTimeout', (save: () => void) => {
    delayed.push(save);
    return { unref: () => undefined };
  });
  const source = buildMemorySource();
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  const findContentItem: MemorySource['findContentItem'] = async (...where) => {
    if (where[2] === 'held') {
      reached.resolve();
      await held.promise;
    }
    return source.findContentItem(...where);
  };
  const { buildProducts } = buildIndexWork(source, folder);
  const { entry } = openEntry({ ...source, findContentItem }, folder, {
    buildProducts: async (...what) => {
      await counted.promise;
      return buildProducts(...what);
    },
  });
  const products = async () => (await entry.current())?.products.size;
  // The merge comes soon after the first save, so its own save is delayed.
  let count = 0;
  while (delayed.length === 0) {
    count += 1;
    source.putProduct(aProduct(`p${count}`));
    assert.equal(await products(), count);
    await setImmediate();
  }
  source.putItem('held', lorem);
  source.putProduct(aProduct('late'));
  const late = products();
  await reached.promise;
  for (const save of delayed) save();
  await setImmediate();
  held.resolve();
  assert.equal(await late, count + 1);
  counted.resolve();
  await entry.close();
});

test('a snapshot of data that has gone another way since is not taken', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-entry-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  /** Two copies of one database: as many changes, and each copy knows its own. */
  const copyOf = (name: string, items: readonly string[]): MemorySource => {
    const source = buildMemorySource('xx', name);
    for (const id of items) source.putItem(id, lorem);
    return source;
  };
  const saved = openEntry(copyOf('one', ['a', 'b']), folder);
  assert.equal(await saved.size(), 2);
  await saved.entry.close();
  const same = openEntry(copyOf('one', ['a', 'b']), folder);
  assert.equal(await same.size(), 2);
  assert.deepEqual(same.opened, ['snapshot']);
  await same.entry.close();
  const other = openEntry(copyOf('two', ['c', 'c']), folder);
  assert.equal(await other.size(), 1);
  assert.deepEqual(other.opened, ['discarded', 'store']);
  await other.entry.close();
});

test('an index in use notices that its store was replaced by a copy that lacks something', async () => {
  const copyOf = (name: string, items: readonly string[]): MemorySource => {
    const source = buildMemorySource('xx', name);
    for (const id of items) source.putItem(id, lorem);
    return source;
  };
  // A failover that lost `c` and `d`: the copy went on from `b`, to a position before, at or beyond the old one.
  for (const more of [['e'], ['e', 'f'], ['e', 'f', 'g']]) {
    let replaced = 0;
    let current = copyOf('one', ['a', 'b', 'c', 'd']);
    const source = new Proxy({} as MemorySource, {
      get: (_, name: keyof MemorySource) =>
        name === 'revision' ? () => current.revision(scope) + replaced * 1_000 : current[name],
    });
    const { entry, size, opened } = openEntry(source);
    assert.equal(await size(), 4);
    current = copyOf('two', ['a', 'b', ...more]);
    replaced += 1;
    assert.equal(await size(), 2 + more.length);
    current.putItem('h', lorem);
    assert.equal(await size(), 3 + more.length);
    assert.deepEqual(opened, ['store', 'store']);
    await entry.close();
  }
});

test('tables that did not change stay the same, and one that could not be read is read again', async () => {
  const source = buildMemorySource();
  source.putCategory({ id: 'c', name: 'C', parentId: null });
  source.putItem('a', lorem);
  let isDown = false;
  const loadCatalog: MemorySource['loadCatalog'] = async (...where) => {
    if (isDown) throw new Error('down');
    return source.loadCatalog(...where);
  };
  const { entry } = openEntry({ ...source, loadCatalog });
  const before = (await entry.current())?.contents;
  source.putSynonyms({ id: 's', locale: null, words: ['lorem', 'ipsum'] });
  isDown = true;
  await assert.rejects(entry.current(), /down/);
  isDown = false;
  const after = (await entry.current())?.contents;
  assert.equal(after?.synonyms.length, 1);
  assert.equal(after?.categories, before?.categories);
  source.putCategory({ id: 'd', name: 'D', parentId: null });
  assert.equal((await entry.current())?.contents.categories.length, 2);
  await entry.close();
});

test('work on an index that is being replaced does not keep changes out of the new one', async () => {
  const source = buildMemorySource();
  const merging = Promise.withResolvers<void>();
  const merged = Promise.withResolvers<void>();
  const rebuilding = Promise.withResolvers<void>();
  const rebuilt = Promise.withResolvers<void>();
  const built = Promise.withResolvers<void>();
  let isMerging = false;
  let isRebuilding = false;
  const listIfSmall: MemorySource['listIfSmall'] = async (...where) => {
    if (isRebuilding) {
      rebuilding.resolve();
      await rebuilt.promise;
    }
    return source.listIfSmall(...where);
  };
  const { merge, buildProducts } = buildIndexWork(source, undefined);
  const { entry } = openEntry({ ...source, listIfSmall }, undefined, {
    merge: async (...what) => {
      isMerging = true;
      merging.resolve();
      await merged.promise;
      return merge(...what);
    },
    buildProducts: async (...what) => {
      await built.promise;
      return buildProducts(...what);
    },
  });
  let count = 0;
  const putNext = (): void => {
    count += 1;
    source.putProduct(aProduct(`p${count}`));
  };
  const size = async () => (await entry.current())?.products.size;
  while (!isMerging) {
    putNext();
    assert.equal(await size(), count);
    await setImmediate();
  }
  // Read before the change that replaces the index.
  putNext();
  isRebuilding = true;
  source.setDefaultLocale('de');
  const replaced = size();
  await rebuilding.promise;
  merged.resolve();
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  rebuilt.resolve();
  assert.equal(await replaced, count);
  putNext();
  assert.equal(await size(), count);
  built.resolve();
  await entry.close();
});

test('an index whose background fails while a caller brings it up to date is opened again, not taken for none', async () => {
  const source = buildMemorySource();
  const [reached, held, built] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
    PromiseWithResolvers<void>,
  ];
  const findContentItem: MemorySource['findContentItem'] = async (...where) => {
    reached.resolve();
    await held.promise;
    return source.findContentItem(...where);
  };
  const failures: unknown[] = [];
  const buildProducts = () => built.promise.then(() => Promise.reject(new Error('no memory')));
  const { entry, size } = openEntry({ ...source, findContentItem }, undefined, { buildProducts }, (error) =>
    failures.push(error),
  );
  await size();
  for (let at = 0; at <= INLINE_PRODUCTS_MAX; at += 1) source.putProduct(aProduct(`p${at}`));
  await size();
  source.putItem('a', lorem);
  const found = size();
  await reached.promise;
  built.resolve();
  while (failures.length === 0) await setImmediate();
  held.resolve();
  assert.equal(await found, 1);
  await entry.close();
});

test('an index that has to be rebuilt is not saved as if it were up to date', async () => {
  const source = buildMemorySource();
  for (const id of ['a', 'b', 'c']) source.putProduct(aProduct(id));
  const merging = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const saved: number[] = [];
  let isDown = false;
  const { merge, plan } = buildIndexWork(source, undefined);
  const { entry } = openEntry(source, undefined, {
    merge: async (...what) => {
      merging.resolve();
      await held.promise;
      return merge(...what);
    },
    plan: async (...what) => {
      if (isDown) throw new Error('down');
      return plan(...what);
    },
    save: async (_indexId, { position }) => {
      saved.push(position);
    },
  });
  let isMerging = false;
  void merging.promise.then(() => {
    isMerging = true;
  });
  for (let at = 0; !isMerging; at += 1) {
    source.putProduct(aProduct(`p${at}`));
    await entry.current();
    await setImmediate();
  }
  isDown = true;
  source.putAttribute('hue', { isSearchable: false, isFilterable: false, isFacet: false, isSortable: false });
  await assert.rejects(entry.current(), /down/);
  const outdated = await source.headPosition(scope);
  held.resolve();
  await entry.close();
  assert.ok(!saved.includes(outdated), String(saved));
});
