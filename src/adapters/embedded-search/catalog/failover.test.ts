// A failover may lose what an index has already read, in the middle of its build or right after it was loaded. What never happened is
// not in the index.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  aProduct,
  buildMemorySource,
  type MemorySource,
  scope,
} from '../../../../test/suites/search/memory-source.ts';
import { openEntry } from '../../../../test/suites/search/open-entry.ts';
import { findLiveProduct } from '../../../search/engine/products/product-segment.ts';
import { buildIndexWork } from '../work/index-work.ts';
import type { CatalogEntry } from './catalog-entry.ts';

/** A copy that has the first changes of another one, and goes on by itself. */
const branchOf = (trunk: string, shared: number, source: MemorySource): MemorySource => ({
  ...source,
  changeFingerprint: async (where, position) =>
    position <= shared ? `${trunk}${position}` : source.changeFingerprint(where, position),
  listChanges: async (...where) =>
    (await source.listChanges(...where)).map((change) =>
      change.position <= shared ? { ...change, fingerprint: `${trunk}${change.position}` } : change,
    ),
});

const withProducts = (name: string, ids: readonly string[]): MemorySource => {
  const source = buildMemorySource('xx', name);
  for (const id of ids) source.putProduct(aProduct(id));
  return source;
};

/** Reads whichever store is current. */
const replaceable = (first: MemorySource) => {
  const state = { current: first, replaced: 0 };
  const source = new Proxy({} as MemorySource, {
    get: (_, name: keyof MemorySource) =>
      name === 'revision'
        ? () => state.current.revision(scope) + state.replaced * 1_000
        : (...given: never[]) => (state.current[name] as (...all: never[]) => unknown)(...given),
  });
  const replace = (next: MemorySource): void => {
    state.current = next;
    state.replaced += 1;
  };
  return { source, replace };
};

const productIds = async (entry: CatalogEntry, ids: readonly string[]): Promise<string[]> => {
  const segments = (await entry.current())?.products.segments ?? [];
  return ids.filter((id) => segments.some((segment) => findLiveProduct(segment, id) !== -1));
};

test('what a failover in the middle of a build has lost is not in the index', async () => {
  const shared = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];
  // The new primary has gone on: not at all, as far as the old one, and further.
  for (const more of [[], ['q0'], ['q0', 'q1']]) {
    const old = withProducts('one', shared);
    const { source, replace } = replaceable(old);
    const work = buildIndexWork(source, undefined);
    let builds = 0;
    const { entry, opened } = openEntry(source, undefined, {
      buildRange: async (...what) => {
        builds += 1;
        const isFirst = builds === 1;
        // Committed after the plan, read, and lost.
        if (isFirst) old.putProduct(aProduct('p00'));
        const built = await work.buildRange(...what);
        if (isFirst) replace(branchOf('one', shared.length, withProducts('two', [...shared, ...more])));
        return built;
      },
    });
    assert.deepEqual(await productIds(entry, ['p00', ...shared, ...more]), [...shared, ...more]);
    assert.deepEqual(opened, ['store', 'store']);
    await entry.close();
  }
});

test('a range that was read before and after a failover is not taken', async () => {
  // One range.
  const shared = ['p0', 'p1', 'p2', 'p3'];
  const old = withProducts('one', shared);
  const { source, replace } = replaceable(old);
  const replaced = Promise.withResolvers<void>();
  let batches = 0;
  const readProducts: MemorySource['readProducts'] = async function* (...where) {
    if (batches === 0) old.putProduct(aProduct('p00'));
    for await (const batch of source.readProducts(...where)) {
      yield batch;
      batches += 1;
      if (batches === 1) replace(branchOf('one', shared.length, withProducts('two', [...shared, 'q0'])));
      replaced.resolve();
    }
  };
  const other = { readProducts } as MemorySource;
  const torn = new Proxy(source, { get: (of, name: keyof MemorySource) => other[name] ?? of[name] });
  other.readAside = (_workspace, _position, work) => work(torn);
  const { buildContent } = buildIndexWork(source, undefined);
  const { entry } = openEntry(torn, undefined, {
    // Nothing but the range itself tells.
    buildContent: async (...what) => {
      await replaced.promise;
      return buildContent(...what);
    },
  });
  assert.deepEqual(await productIds(entry, ['p00', 'q0', ...shared]), ['q0', ...shared]);
  await entry.close();
});

test('a store that is replaced after its snapshot was compared with it is noticed', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-entry-'));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const saved = openEntry(withProducts('one', ['a', 'b', 'c']), folder);
  await saved.entry.current();
  await saved.entry.close();
  const { source, replace } = replaceable(withProducts('one', ['a', 'b', 'c']));
  const { load } = buildIndexWork(source, folder);
  const { entry, opened } = openEntry(source, folder, {
    load: async (...what) => {
      const loaded = await load(...what);
      replace(withProducts('two', ['a', 'b', 'd']));
      return loaded;
    },
  });
  assert.deepEqual(await productIds(entry, ['a', 'b', 'c', 'd']), ['a', 'b', 'd']);
  assert.deepEqual(opened, ['snapshot', 'store']);
  await entry.close();
});
