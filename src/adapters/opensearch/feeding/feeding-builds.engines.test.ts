// New generations on a real OpenSearch: nothing waits for one that is built, and what can be written in place needs none.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import {
  type FedStore,
  openFedStore,
  openShop,
  PROD,
  productLine,
  removeAll,
} from '../../../../test/fixtures/opensearch/fed-store.ts';
import { useTestOpenSearch } from '../../../../test/fixtures/opensearch/test-opensearch.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import type { Store } from '../../store/store.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import { buildStates, placeOf } from './states.ts';
import { verifyPlace } from './verify-place.ts';

const { server } = await useTestOpenSearch();

const timeout = 120_000;

/** The names of the products with one of the words that a search finds in the generation in use. */
const namesWith = async (fed: FedStore, word: string): Promise<string[]> => {
  const { state } = (await fed.state()) ?? assert.fail();
  const { hits } = await server.search<{ hits: { hits: { _source: { source: string } }[] } }>(
    state.index,
    routingOf(PROD),
    {
      size: 100,
      query: {
        bool: {
          filter: [
            { term: { place: placeKey(placeOf(state), 'product') } },
            { term: { live: true } },
            { match: { words: `en=${word}` } },
          ],
        },
      },
    },
  );
  return hits.hits.map(({ _source }) => (JSON.parse(_source.source) as { name: string }).name).sort();
};

/** A store whose catalog is read for a new generation only when `release` is called. */
const slowBuilds = (store: Store) => {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let builds = 0;
  const source: Store = {
    ...store,
    readAside: (workspace, position, work) => {
      builds += 1;
      return store.readAside(workspace, position, (bulk) =>
        work({
          ...bulk,
          readProducts: async function* (...args) {
            yield* bulk.readProducts(...args);
            started.resolve();
            await released.promise;
          },
        }),
      );
    },
  };
  return { source, started: started.promise, release: () => released.resolve(), builds: () => builds };
};

const openSlow = async (t: TestContext, products: number) => {
  const store = await openShop(t, products);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  const first = (await fed.state())?.state ?? assert.fail();
  const slow = slowBuilds(store);
  // Before the feeder is stopped, which waits for what it builds.
  t.after(slow.release);
  const feeder = fed.feeder(server, slow.source);
  const head = () => store.headPosition(ACME);
  return { store, fed, first, feeder, head, ...slow };
};

test('while a generation is built that somebody asked for, positions move as ever', {
  timeout,
}, async (t) => {
  const { store, fed, first, feeder, head, started, release, builds } = await openSlow(t, 3);
  await store.askForDocuments(ACME, CATALOG);
  const asked = await head();
  await started;
  await putAll(store, ACME, [productLine('new', { name: 'published meanwhile' })]);
  feeder.wake();
  const reached = async () => (await fed.state())?.state.position === (await head());
  await waitUntil('the publish is claimed', reached);
  const during = (await fed.state())?.state ?? assert.fail();
  assert.equal(during.generation, first.generation);
  assert.deepEqual(await namesWith(fed, 'published'), ['published meanwhile']);
  await fed.assertSame();
  release();
  await waitUntil(
    'the new one is searched',
    async () => (await fed.state())?.state.generation !== first.generation,
  );
  await waitUntil('at the head', reached);
  const { state } = (await fed.state()) ?? assert.fail();
  assert.ok(state.built_position >= asked && state.position >= during.position);
  await fed.assertSame();
  assert.equal(builds(), 1, 'what was written meanwhile is followed');
});

test('while one is built because of settings, changed objects are found, and the position says no more', {
  timeout,
}, async (t) => {
  const { store, fed, first, feeder, head, started, release } = await openSlow(t, 3);
  const before = await head();
  await putAll(store, ACME, [line('catalog', { ranking: { weights: { name: 3 } } })]);
  await started;
  await putAll(store, ACME, [productLine('new', { name: 'published meanwhile' })]);
  await removeAll(store, [productLine('p0')]);
  feeder.wake();
  await waitUntil('it is found', async () => (await namesWith(fed, 'published')).length > 0);
  await waitUntil('all are', async () => (await fed.state())?.state.objects_position === (await head()));
  const during = (await fed.state())?.state ?? assert.fail();
  assert.deepEqual([during.generation, during.position], [first.generation, before]);
  assert.equal((await namesWith(fed, 'p0')).length, 0);
  release();
  await waitUntil(
    'the new one is at the head',
    async () => (await fed.state())?.state.position === (await head()),
  );
  assert.notEqual((await fed.state())?.state.generation, first.generation);
  await fed.assertSame();
});

test('a feeder that takes over finishes what another was asked for, and holds back what it did', {
  timeout,
}, async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  await fed.stepper().catchUp();
  const first = (await fed.state())?.state ?? assert.fail();
  await store.askForDocuments(ACME, CATALOG);
  const killed = fed.stepper({ source: { ...store, readAside: () => Promise.reject(new Error('killed')) } });
  await assert.rejects(killed.catchUp(), /killed/);
  assert.equal(
    (await fed.state())?.state.position,
    await store.headPosition(ACME),
    'nothing is left to follow',
  );
  await fed.stepper({ token: 2 }).catchUp();
  const second = (await fed.state())?.state ?? assert.fail();
  assert.notEqual(second.generation, first.generation);

  await putAll(store, ACME, [line('catalog', { ranking: { weights: { name: 3 } } }), productLine('late')]);
  const other = fed.stepper({
    token: 3,
    source: { ...store, readAside: () => Promise.reject(new Error('killed')) },
  });
  await assert.rejects(other.catchUp(), /killed/);
  const held = (await fed.state())?.state ?? assert.fail();
  assert.ok(held.position < held.objects_position);
  await fed.stepper({ token: 4 }).catchUp();
  assert.notEqual((await fed.state())?.state.generation, second.generation);
  await fed.assertSame();
});

test('categories and attributes: the products that have them are written again in place', {
  timeout,
}, async (t) => {
  const store = await openShop(t, 4);
  const fed = await openFedStore(t, server, store);
  const category = (id: string, name: string, parent_id: string | null = null) =>
    line('category', { id, name, parent_id });
  await putAll(store, ACME, [
    category('top', 'Footwear'),
    category('low', 'Slippers', 'top'),
    productLine('p0', { category_ids: ['low'] }),
    productLine('p1', { category_ids: ['top'] }),
    productLine('p2', { category_ids: ['later'] }),
    productLine('p3', { category_ids: ['child'], attributes: { fabric: 'velvet', image_url: 'satin' } }),
    category('child', 'Childish', 'missing'),
  ]);
  const stepper = fed.stepper({ rewrittenMax: 2 });
  await stepper.catchUp();
  const first = (await fed.state())?.state.generation;
  const steps: readonly (readonly [string, () => Promise<unknown>, string, readonly string[]])[] = [
    ['a name above', () => putAll(store, ACME, [category('top', 'Hosiery')]), 'hosiery', ['p0', 'p1']],
    ['another parent', () => putAll(store, ACME, [category('low', 'Slippers')]), 'hosiery', ['p1']],
    ['a new one', () => putAll(store, ACME, [category('later', 'Gloves')]), 'gloves', ['p2']],
    ['a new one above', () => putAll(store, ACME, [category('missing', 'Parental')]), 'parental', ['p3']],
    ['one less', () => removeAll(store, [category('later', 'Gloves')]), 'gloves', []],
    ['an attribute', () => putAll(store, ACME, [attribute('fabric', false)]), 'velvet', []],
    ['another one', () => putAll(store, ACME, [attribute('image_url', true)]), 'satin', ['p3']],
  ];
  for (const [what, change, word, found] of steps) {
    await change();
    await stepper.catchUp();
    await fed.assertSame();
    assert.deepEqual(
      await namesWith(fed, word),
      found.map((id) => `name of ${id}`),
      what,
    );
    assert.equal((await fed.state())?.state.generation, first, `${what}: in the same generation`);
  }
  await putAll(
    store,
    ACME,
    [0, 1, 2].map((at) => productLine(`p${at}`, { category_ids: ['top'] })),
  );
  await stepper.catchUp();
  await putAll(store, ACME, [category('top', 'Socks')]);
  await stepper.catchUp();
  await fed.assertSame();
  assert.notEqual((await fed.state())?.state.generation, first, 'too many');
});

const attribute = (name: string, is_searchable: boolean) => line('attribute', { name, is_searchable });

/** Of few objects, so that changes meet. */
const changes = {
  product: (at: number) => [
    productLine(`p${at % 4}`, {
      name: `word${at % 7} thing`,
      category_ids: [`k${at % 3}`],
      localized: at % 2 === 0 ? {} : { 'de-de': { name: `Ding${at % 5}` } },
    }),
  ],
  category: (at: number) => [
    line('category', {
      id: `k${at % 3}`,
      name: `kind${at % 4}`,
      parent_id: at % 5 === 0 ? `k${(at + 1) % 3}` : null,
    }),
  ],
  attribute: (at: number) => [attribute(at % 2 === 0 ? 'color' : 'image_url', at % 3 === 0)],
  weights: (at: number) => [line('catalog', { ranking: { weights: { name: 1 + (at % 3) } } })],
  item: (at: number) => [line('content_item', { title: `About ${at}` })],
} as const;

interface Step {
  readonly kind:
    | keyof typeof changes
    | 'remove product'
    | 'remove category'
    | 'ask'
    | 'feed'
    | 'build'
    | 'die';
  readonly at: number;
}

const kinds: readonly Step['kind'][] = [
  ...(Object.keys(changes) as (keyof typeof changes)[]),
  ...(['remove product', 'remove category', 'ask', 'feed', 'feed', 'feed', 'build', 'build', 'die'] as const),
];

const makeChange = async (store: Store, { kind, at }: Step): Promise<void> => {
  if (kind === 'ask') await store.askForDocuments(ACME, CATALOG);
  else if (kind === 'remove product') await removeAll(store, changes.product(at));
  else if (kind === 'remove category') await removeAll(store, changes.category(at));
  else if (kind in changes) await putAll(store, ACME, changes[kind as keyof typeof changes](at));
};

test('at every position that is claimed, the index has what the store has', {
  timeout: 600_000,
}, async (t) => {
  const steps = fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(30) }), {
    minLength: 20,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(steps, steps, async (all, meanwhile) => {
      const store = await openShop(t, 3);
      const fed = await openFedStore(t, server, store);
      let token = 1;
      const during = [...meanwhile];
      /** While a generation is built, things change, and the old one is followed. */
      const source: Store = {
        ...store,
        readAside: (workspace, position, work) =>
          store.readAside(workspace, position, (bulk) =>
            work({
              ...bulk,
              readProducts: async function* (...args) {
                for (const step of during.splice(0, 3)) await makeChange(store, step);
                yield* bulk.readProducts(...args);
                for (const step of during.splice(0, 3)) await makeChange(store, step);
                if (stepper.place.stored !== undefined) await stepper.follow();
              },
            }),
          ),
      };
      const open = () => {
        const opened = fed.stepper({ source, token, rewrittenMax: 2 });
        return {
          ...opened,
          follow: async () => {
            await opened.feed();
            const state = (await fed.state())?.state;
            if (state?.position === (await store.headPosition(ACME))) await fed.assertSame();
          },
        };
      };
      let stepper = open();
      for (const step of all) {
        if (step.kind === 'feed') await stepper.follow();
        else if (step.kind === 'build') {
          if (stepper.place.needsBuild === true && stepper.place.built === undefined) await stepper.build();
        } else if (step.kind === 'die') {
          token += 1;
          stepper = open();
        } else await makeChange(store, step);
      }
      during.splice(0);
      await stepper.catchUp();
      await fed.assertSame();
    }),
    { numRuns: runs(3, 40) },
  );
});

test('an import of one tenant does not hold back a publish of another', { timeout }, async (t) => {
  const store = await openShop(t, 3);
  const other = { tenantId: 'other', workspaceId: 'web' };
  await putAll(store, other, [...workspaceLines(other), line('catalog')]);
  const fed = await openFedStore(t, server, store);
  const feeder = fed.feeder();
  const states = buildStates(server, fed.indexes.prefix);
  const behind = async (workspace: typeof other): Promise<number> => {
    const state = (await states.find({ ...workspace, environmentId: 'PROD' }, CATALOG))?.state;
    return (await store.headPosition(workspace)) - (state?.position ?? -1);
  };
  await waitUntil('both are fed', async () => (await behind(ACME)) + (await behind(other)) === 0);
  const products = Array.from({ length: 2_500 }, (_, at) => productLine(`many${at}`));
  await putAll(store, other, products);
  await waitUntil('the import is being fed', async () => (await behind(other)) < products.length);
  await putAll(store, ACME, [productLine('new', { name: 'published meanwhile' })]);
  const from = performance.now();
  feeder.wake();
  await waitUntil('the publish is claimed', async () => (await behind(ACME)) === 0);
  t.diagnostic(
    `${Math.round(performance.now() - from)} ms, ${await behind(other)} changes of the import left`,
  );
  assert.ok((await behind(other)) > 0, 'before the import');
  await fed.assertSame();
});

test('a verification waits for the feeder, and tells if it does not come', { timeout }, async (t) => {
  const store = await openShop(t, 3);
  const fed = await openFedStore(t, server, store);
  const states = buildStates(server, fed.indexes.prefix);
  const { signal } = new AbortController();
  const verify = (stallTimeoutMs = 300) =>
    verifyPlace({ server, states, signal, stallTimeoutMs, source: store }, PROD, CATALOG);
  assert.deepEqual(await verify(), { state: 'unfed' });
  await fed.stepper().catchUp();
  await putAll(store, ACME, [productLine('p0', { name: 'changed' }), productLine('late')]);
  assert.deepEqual(await verify(), { state: 'behind', behind: 2 });
  fed.feeder();
  const { state, ...verified } = await verify(60_000);
  assert.ok(state === 'verified' && 'differences' in verified);
  assert.deepEqual([verified.products, verified.differences], [4, []]);
  await removeAll(store, [line('catalog')]);
  assert.deepEqual(await verify(), { state: 'gone' });
});
