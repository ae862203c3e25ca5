// Feeding a real OpenSearch from a real store: whatever happens on the way, the index has what the store has afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openFedStore,
  openShop,
  PROD,
  productLine,
  removeAll,
} from '../../../../test/fixtures/opensearch/fed-store.ts';
import { useTestOpenSearch } from '../../../../test/fixtures/opensearch/test-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, CATALOG, line, putAll } from '../../../../test/suites/store/store-fixture.ts';
import type { Store } from '../../store/store.ts';
import type { SearchServer } from '../client/search-server.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import { toDocument } from '../documents/search-document.ts';
import { buildObjectWriter } from './write-objects.ts';

const { server } = await useTestOpenSearch();

const german = { 'de-de': { name: 'Roter Schuh' } };
const french = { 'fr-fr': { name: 'Chaussure rouge' } };

/** Every kind of change that one object can have. */
const change = async (store: Store, round = 0): Promise<void> => {
  await putAll(store, ACME, [
    productLine(`new-${round}`),
    productLine('p0', { name: `changed ${round}`, localized: round % 2 === 0 ? french : german }),
    productLine('p1', { localized: round % 2 === 0 ? german : {} }),
    line('content_item', { title: `About ${round}` }),
    line('content_item', { locale: 'de-de', title: 'Ueber uns' }),
  ]);
  await removeAll(store, [productLine('p2'), ...(round === 0 ? [] : [productLine(`new-${round - 1}`)])]);
};

test('creates, updates, deletes and locales that disappear', async (t) => {
  const store = await openShop(t, 5);
  const fed = await openFedStore(t, server, store);
  const stepper = fed.stepper();
  await stepper.catchUp();
  await fed.assertSame();
  const first = await fed.state();
  for (const round of [0, 1, 2, 3]) {
    await change(store, round);
    await stepper.catchUp();
    await fed.assertSame();
  }
  await removeAll(store, [line('content_item'), line('content_item', { locale: 'de-de' })]);
  await stepper.catchUp();
  await fed.assertSame();
  const { products, contentItems, documents } = await fed.verify();
  assert.deepEqual([products, contentItems, documents], [5, 0, 6]);
  assert.equal((await fed.state())?.state.generation, first?.state.generation, 'in one generation');
});

test('a verification names what is missing, different and extra', async (t) => {
  const store = await openShop(t, 4);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  await putAll(store, ACME, [productLine('p1', { name: 'other' }), productLine('late')]);
  await removeAll(store, [productLine('p2')]);
  const { differences, strayDocuments } = await fed.verify();
  assert.deepEqual(differences.map(({ id, difference }) => `${id} ${difference}`).sort(), [
    'late missing',
    'p1 different',
    'p2 extra',
  ]);
  assert.equal(strayDocuments, 0, 'one is missing, one is too many');
});

test('what is in all documents needs a new generation; what is not, does not; the old one is searched meanwhile', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  const stepper = fed.stepper();
  await stepper.catchUp();
  const generation = async () => (await fed.state())?.state.generation;
  const first = await generation();
  await putAll(store, ACME, [
    line('synonyms'),
    line('facet'),
    line('catalog', { ranking: { weights: { name: 3 } } }),
  ]);
  await stepper.catchUp();
  const second = await fed.state();
  assert.notEqual(second?.state.generation, first, 'weights of fields are in all documents');
  await fed.assertSame();
  const old = await server.search<{ readonly hits: { readonly total: { readonly value: number } } }>(
    second?.state.index ?? '',
    routingOf(PROD),
    {
      query: {
        term: { place: placeKey({ scope: PROD, catalogId: CATALOG, generation: first ?? 0 }, 'product') },
      },
    },
  );
  assert.equal(old.hits.total.value, 3);
  await putAll(store, ACME, [
    line('synonyms', { words: ['a', 'b'] }),
    line('attribute', { is_facet: true, is_searchable: null }),
  ]);
  await stepper.catchUp();
  const third = await fed.state();
  assert.equal(third?.state.generation, second?.state.generation);
  assert.equal(third?.state.settings_position, await store.headPosition(ACME));
});

test('a trimmed feed, and a store that is another copy', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  const first = await fed.state();
  await change(store);
  await store.trimChanges({ now: new Date('2100-01-01'), keepChanges: 1, keepDays: 0 });
  await fed.stepper().catchUp();
  const second = await fed.state();
  assert.notEqual(second?.state.generation, first?.state.generation);
  await fed.assertSame();
  const copy = await openShop(t, 2);
  while ((await copy.headPosition(ACME)) <= (await store.headPosition(ACME)))
    await putAll(copy, ACME, [productLine('p1', { name: `at ${await copy.headPosition(ACME)}` })]);
  await fed.stepper({ source: copy }).catchUp();
  assert.notEqual((await fed.state())?.state.generation, second?.state.generation);
  await fed.assertSame(copy);
});

/** Calls `before` before each request, with its number. */
const watched = (before: (number: number, path: string) => Promise<void> | void): SearchServer => {
  let calls = 0;
  return {
    ...server,
    request: async (call) => {
      calls += 1;
      await before(calls, call.path);
      return server.request(call);
    },
  };
};

test('a feeder that is killed before any of its requests: another goes on', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  let isDone = false;
  for (let killAt = 1; !isDone; killAt += 1) {
    if (killAt === 4) await putAll(store, ACME, [line('category', { name: `Boots ${killAt}` })]);
    await change(store, killAt);
    const killed = fed.stepper({
      token: 2 * killAt,
      server: watched((number) => {
        if (number >= killAt) throw new Error('killed');
      }),
    });
    isDone = await killed.catchUp().then(
      () => true,
      () => false,
    );
    await fed.stepper({ token: 2 * killAt + 1 }).catchUp();
    await fed.assertSame();
    assert.ok(killAt < 40);
  }
});

test('a feeder that is frozen before any of its requests loses to the one that replaced it', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  let isDone = false;
  for (let freezeAt = 1; !isDone; freezeAt += 1) {
    const frozen = Promise.withResolvers<void>();
    const thawed = Promise.withResolvers<void>();
    await change(store, 2 * freezeAt);
    const late = fed.stepper({
      token: 2 * freezeAt,
      server: watched(async (number) => {
        if (number !== freezeAt) return;
        frozen.resolve();
        await thawed.promise;
      }),
    });
    const ending = late.turn().then(
      () => 'fed',
      ({ name }: Error) => name,
    );
    isDone = (await Promise.race([frozen.promise, ending])) === 'fed';
    await change(store, 2 * freezeAt + 1);
    const live = fed.stepper({ token: 2 * freezeAt + 1 });
    await live.catchUp();
    thawed.resolve();
    assert.match(await ending, isDone ? /fed/ : /StateTaken|LeaseLost/);
    await live.catchUp();
    await fed.assertSame();
    assert.ok(freezeAt < 40);
  }
});

test('an object that the index refuses is set aside, with all its locales, until it changes', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  await putAll(store, ACME, [productLine('p1', { name: 'still well', localized: german })]);
  await fed.stepper().catchUp();
  // No product of a real store is like this.
  const poisoned = (id: string): Store => ({
    ...store,
    findProduct: async (scope, catalogId, productId) => {
      const product = await store.findProduct(scope, catalogId, productId);
      return product && productId === id ? { ...product, popularity: 'much' as never } : product;
    },
  });
  await change(store);
  await fed.stepper({ source: poisoned('p1') }).catchUp();
  const { state } = (await fed.state()) ?? assert.fail();
  assert.deepEqual([state.parked, state.position], [1, await store.headPosition(ACME)]);
  const { parked, differences, strayDocuments } = await fed.verify();
  assert.deepEqual(differences, []);
  assert.equal(strayDocuments, 0);
  assert.equal(parked[0]?.id, 'p1');
  assert.match(parked[0]?.reason ?? '', /mapper_parsing_exception.*popularity/);
  await putAll(store, ACME, [productLine('p1', { name: 'well again' })]);
  await fed.stepper().catchUp();
  assert.equal((await fed.state())?.state.parked, 0);
  await fed.assertSame();
});

test('an object that is refused while a generation is built is the only one that is set aside', async (t) => {
  const store = await openShop(t, 5);
  const fed = await openFedStore(t, server, store);
  await putAll(store, ACME, [productLine('p3', { name: 'not well', localized: german })]);
  const poisoned: Store = {
    ...store,
    readAside: (scope, head, work) =>
      store.readAside(scope, head, (source) =>
        work({
          ...source,
          readProducts: async function* (...range) {
            for await (const batch of source.readProducts(...range))
              yield batch.map((one) => (one.id === 'p3' ? { ...one, popularity: 'much' as never } : one));
          },
        }),
      ),
  };
  await fed.stepper({ source: poisoned }).catchUp();
  assert.deepEqual(
    fed.parked.map(({ id }) => id),
    ['p3'],
  );
  const { parked, differences, strayDocuments } = await fed.verify();
  assert.deepEqual([parked.map(({ id }) => id), differences, strayDocuments], [['p3'], [], 0]);
  await putAll(store, ACME, [productLine('p3', { name: 'well again' })]);
  await fed.stepper().catchUp();
  await fed.assertSame();
});

test('of two writers of an object, the older loses, and leaves no locale behind', async (t) => {
  const store = await openShop(t);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  const { state } = (await fed.state()) ?? assert.fail();
  const place = { scope: PROD, catalogId: CATALOG, generation: state.generation };
  const signal = new AbortController().signal;
  const object = (...locales: string[]) => ({
    id: 'x',
    kind: 'product' as const,
    words: [{ language: 'en', surfaces: new Set(['shoe']) }],
    documents: locales.map((locale) => toDocument(locale, { id: 'x', locale, length: 1 })),
  });
  const write = (version: number, locales: string[], own: SearchServer = server) =>
    buildObjectWriter({ server: own, index: state.index, place, isNew: false, signal }).write(
      [object(...locales)],
      version,
      0,
    );
  for (let holdAt = 1; holdAt <= 3; holdAt += 1) {
    const base = 1_000 * holdAt;
    const late = watched(async (number) => {
      if (number === holdAt) await write(base + 2, ['en', 'fr']);
    });
    await write(base + 1, ['en', 'de'], late);
    await server.request({ method: 'POST', path: `/${state.index}/_refresh` });
    const found = await server.search<{ hits: { hits: { _source: { locale: string; version: number } }[] } }>(
      state.index,
      routingOf(PROD),
      {
        query: {
          bool: { filter: [{ term: { place: placeKey(place, 'product') } }, { term: { live: true } }] },
        },
      },
    );
    assert.deepEqual(
      found.hits.hits.map(({ _source }) => `${_source.locale} ${_source.version}`).sort(),
      [`en ${base + 2}`, `fr ${base + 2}`],
      `the older one was held before its request ${holdAt}`,
    );
  }
});

test('the feeder of a process follows commits by itself, and another takes over', async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  const [one, other] = [fed.feeder(), fed.feeder()];
  const caughtUp = async () => (await fed.state())?.state.position === (await store.headPosition(ACME));
  await waitUntil('the first commits are fed', caughtUp);
  await change(store);
  one.wake();
  await waitUntil('the next are', caughtUp);
  await fed.assertSame();
  const [active, spare] = one.status().isFeeding ? [one, other] : [other, one];
  assert.equal(spare.status().isFeeding, false);
  await waitUntil('it knows that it has caught up', () => active.status().behindCatalogs === 0);
  await active.stop();
  await change(store, 1);
  await waitUntil('the other goes on', caughtUp);
  assert.ok(spare.status().isFeeding);
  await fed.assertSame();
});
