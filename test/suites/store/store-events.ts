// Suite: events of shoppers, how they are counted, dropped and erased, and the scores that are kept of them.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { ProductDay } from '../../../src/domain/events/popularity.ts';
import { type EventCounts, eventTypes, type ProductEvent } from '../../../src/domain/events/product-event.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import { runs } from '../../fixtures/long-runs.ts';
import {
  ACME,
  CATALOG,
  collect,
  line,
  type OpenStore,
  putAll,
  uuid,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const PLACE = { ...ACME, environmentId: 'PROD', catalogId: CATALOG };
const STAGE = { ...PLACE, environmentId: 'STAGE' };
const ALL = { from: '2026-01-01', until: '2026-12-31', term: undefined };

const event = (changes: Partial<ProductEvent> = {}): ProductEvent => ({
  ...PLACE,
  day: '2026-03-01',
  productId: 'p1',
  type: 'view',
  visitor: 'v1',
  term: '',
  ...changes,
});

const products = ['p1', 'p2', 'p3'];

const openShop = async (open: OpenStore, t: TestContext): Promise<Store> => {
  const store = await open(t);
  await putAll(store, ACME, [
    ...workspaceLines(ACME),
    line('environment', { id: 'STAGE' }),
    line('catalog', { environment_ids: ['PROD', 'STAGE'] }),
    ...products.map((id) => line('product', { id })),
  ]);
  return store;
};

const count = async (store: Store, filter = ALL, place = PLACE): Promise<Record<string, EventCounts>> =>
  Object.fromEntries(await store.countVisitors(place, filter, unbounded));

const total = async (store: Store, place = PLACE): Promise<number> =>
  Object.values(await count(store, ALL, place))
    .flatMap((each) => Object.values(each))
    .reduce((sum, each) => sum + each, 0);

const summarize = (store: Store, since: string, place = PLACE): Promise<ProductDay[]> =>
  store.summarizeEvents(place, since, () => {
    const days: ProductDay[] = [];
    return { add: (day) => days.push(day), result: () => days };
  });

const none: EventCounts = { view: 0, click: 0, add_to_cart: 0, purchase: 0 };

const changeSome = (store: Store, ...scores: (readonly [productId: string, score: number | undefined])[]) =>
  store.changeScores(
    PLACE,
    scores.map(([productId, score]) => ({ productId, score })),
  );

/** The popularity of each product as a search index sees it. */
const popularity = async (store: Store, place = PLACE): Promise<Record<string, number | undefined>> => {
  const found = (await collect(store.readProducts(place, CATALOG))).flat();
  for (const product of found)
    assert.deepEqual(
      await store.findProduct(place, CATALOG, product.id),
      product,
      'one by one, it is the same',
    );
  return Object.fromEntries(found.map((product) => [product.id, product.popularity]));
};

export const describeEvents = (open: OpenStore): void => {
  describe('events', () => {
    it('counts a visitor once for each day, product and type', async (t) => {
      const store = await openShop(open, t);
      const one = [event(), event({ type: 'click' }), event({ visitor: 'v2', term: 'shoe' })];
      await store.appendEvents([...one, ...one]);
      await store.appendEvents([...one, event({ day: '2026-03-02' }), event({ productId: 'p2' })]);
      assert.deepEqual(await count(store), {
        p1: { ...none, view: 3, click: 1 },
        p2: { ...none, view: 1 },
      });
      assert.deepEqual(await count(store, { ...ALL, until: '2026-03-01', term: undefined }), {
        p1: { ...none, view: 2, click: 1 },
        p2: { ...none, view: 1 },
      });
      assert.deepEqual(await count(store, { ...ALL, from: '2026-03-02' }), { p1: { ...none, view: 1 } });
      const byTerm = { ...ALL, term: 'shoe' as string | undefined } as typeof ALL;
      assert.deepEqual(await count(store, byTerm), { p1: { ...none, view: 1 } });
    });

    it('leaves out what does not exist, or is not shown there', async (t) => {
      const store = await openShop(open, t);
      await store.appendEvents([
        event({ productId: 'unknown' }),
        event({ catalogId: uuid(99) }),
        event({ environmentId: 'NOWHERE' }),
        event({ workspaceId: 'nowhere' }),
        event(),
      ]);
      assert.equal(await total(store), 1);
      assert.deepEqual(await store.listEventPlaces(undefined), [PLACE]);
    });

    it('agrees with a naive count of random events', async (t) => {
      const store = await openShop(open, t);
      const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
      const random = fc.record({
        day: fc.constantFrom(...days),
        productId: fc.constantFrom(...products),
        type: fc.constantFrom(...eventTypes),
        visitor: fc.constantFrom('v1', 'v2', 'v3'),
      });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(random, { maxLength: 60 }), async (drawn) => {
          run += 1;
          const catalogId = uuid(1_000 + run);
          await putAll(store, ACME, [
            line('catalog', { id: catalogId }),
            ...products.map((id) => line('product', { id, catalog_id: catalogId })),
          ]);
          const place = { ...PLACE, catalogId };
          const events = drawn.map((each) => event({ ...each, catalogId }));
          await store.appendEvents(events);
          const [from, until] = ['2026-03-02', '2026-03-03'];
          const inRange = events.filter(({ day }) => day >= from);
          const distinct = (of: readonly ProductEvent[]): number =>
            new Set(of.map(({ day, visitor }) => `${day} ${visitor}`)).size;
          const expected = products.flatMap((productId) => {
            const own = inRange.filter((each) => each.productId === productId);
            const counts = eventTypes.map((type) => [
              type,
              distinct(own.filter((each) => each.type === type)),
            ]);
            return own.length === 0 ? [] : [[productId, Object.fromEntries(counts)]];
          });
          assert.deepEqual(await count(store, { ...ALL, from, until }, place), Object.fromEntries(expected));
          const summed = await summarize(store, from, place);
          const strongest = days.slice(1).flatMap((day) =>
            products.flatMap((productId): ProductDay[] => {
              const own = inRange.filter((each) => each.day === day && each.productId === productId);
              const visitors = { ...none } as Record<keyof EventCounts, number>;
              for (const of of Map.groupBy(own, ({ visitor }) => visitor).values()) {
                const type = eventTypes.findLast((each) => of.some((one) => one.type === each));
                if (type !== undefined) visitors[type] += 1;
              }
              return own.length === 0 ? [] : [{ productId, day, visitors }];
            }),
          );
          assert.deepEqual(summed, strongest);
        }),
        { numRuns: sizeFor(open, 5, runs(6, 50)) },
      );
    });

    it('counts and drops more events than are read at once', async (t) => {
      const store = await openShop(open, t);
      const many = Array.from({ length: 1_300 }, (_, at) => event({ visitor: `v${at}`, day: '2026-02-01' }));
      await store.appendEvents([...many, event()]);
      assert.equal(await total(store), 1_301);
      await store.dropEventsBefore('2026-02-01');
      assert.equal(await total(store), 1_301);
      await store.dropEventsBefore('2026-02-02');
      assert.equal(await total(store), 1);
    });

    it('stops counting when the budget is used up', async (t) => {
      const store = await openShop(open, t);
      await store.appendEvents([event()]);
      const spend = () => {
        throw new Error('used up');
      };
      await assert.rejects(store.countVisitors(PLACE, ALL, { ...unbounded, spend }), /used up/);
    });

    it('erases the events and searches of marks, in their workspace only', async (t) => {
      const store = await openShop(open, t);
      const other = { tenantId: 'other', workspaceId: 'web' };
      await putAll(store, other, [...workspaceLines(other), line('catalog'), line('product')]);
      const search = { catalogId: CATALOG, at: '2026-03-01T10:00:00.000Z', term: 'shoe', total: 1 };
      const theirs = { ...PLACE, ...other };
      const many = Array.from({ length: 250 }, (_, at) =>
        event({ visitor: 'gone', day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10) }),
      );
      await store.appendEvents([
        ...many,
        event({ ...STAGE, visitor: 'gone' }),
        event(),
        event({ ...theirs, visitor: 'gone' }),
      ]);
      await store.appendSearchEvents([
        { ...ACME, ...search, visitor: 'gone' },
        { ...ACME, ...search, visitor: 'v1' },
        { ...other, ...search, visitor: 'gone' },
      ]);
      const marks = [...Array.from({ length: 600 }, (_, at) => `absent${at}`), 'gone'];
      assert.deepEqual(await store.eraseMarks(ACME, marks), { events: 251, searches: 1 });
      assert.deepEqual(await store.eraseMarks(ACME, marks), { events: 0, searches: 0 });
      assert.deepEqual(
        [await total(store), await total(store, STAGE), await total(store, theirs)],
        [1, 0, 1],
      );
      for (const workspace of [ACME, other]) {
        const { totals } = await store.summarizeSearches({ ...workspace, catalogId: CATALOG }, '2026-01-01');
        assert.deepEqual(totals, [{ term: 'shoe', visitors: 1 }]);
      }
    });

    it('goes with its environment, catalog or workspace', async (t) => {
      const store = await openShop(open, t);
      const fill = async () => {
        await store.appendEvents([event(), event(STAGE)]);
        await changeSome(store, ['p1', 70]);
        await store.changeScores(STAGE, [{ productId: 'p1', score: 80 }]);
      };
      const remove = (kind: 'environment' | 'catalog' | 'workspace', id: string) =>
        store.deleteResource(ACME, kind, { id }, { cascade: true, precondition: { kind: 'none' } });
      const kept = async () => [
        await total(store),
        (await store.readScores(PLACE)).size,
        await total(store, STAGE),
        (await store.readScores(STAGE)).size,
      ];
      await fill();
      await remove('environment', 'STAGE');
      assert.deepEqual(await kept(), [1, 1, 0, 0]);
      await remove('catalog', CATALOG);
      assert.deepEqual(await kept(), [0, 0, 0, 0]);
      await putAll(store, ACME, [line('catalog'), line('product')]);
      await store.appendEvents([event()]);
      assert.deepEqual(await kept(), [1, 0, 0, 0]);
      await remove('workspace', ACME.workspaceId);
      assert.deepEqual(await kept(), [0, 0, 0, 0]);
    });
  });

  describe('scores', () => {
    it('are the popularity of products without one of their own, in their environment', async (t) => {
      const store = await openShop(open, t);
      await putAll(store, ACME, [line('product', { id: 'p2', popularity: 7 })]);
      const before = await collect(store.readBundle(ACME));
      await changeSome(store, ['p1', 70], ['p2', 80], ['gone', 90]);
      assert.deepEqual(await popularity(store), { p1: 70, p2: 7, p3: undefined });
      assert.deepEqual(await popularity(store, STAGE), { p1: undefined, p2: 7, p3: undefined });
      await changeSome(store, ['p1', 71], ['p3', 5]);
      assert.deepEqual(await popularity(store), { p1: 71, p2: 7, p3: 5 });
      await changeSome(store, ['p1', undefined]);
      assert.deepEqual(await popularity(store), { p1: undefined, p2: 7, p3: 5 });
      assert.deepEqual(Object.fromEntries(await store.readScores(PLACE)), { p2: 80, p3: 5, gone: 90 });
      assert.deepEqual(await collect(store.readBundle(ACME)), before, 'an export does not show them');
      await putAll(store, ACME, [line('product', { id: 'p2' }), line('product', { id: 'gone' })]);
      assert.deepEqual(await popularity(store), { gone: 90, p1: undefined, p2: 80, p3: 5 });
    });

    it('tell the feed of products that look different, and of no others', async (t) => {
      const store = await openShop(open, t);
      await putAll(store, ACME, [line('product', { id: 'p2', popularity: 7 })]);
      const head = await store.headPosition(ACME);
      await changeSome(store, ['p1', 70], ['p2', 80], ['gone', 90]);
      const changes = await store.listChanges(ACME, head, 10);
      assert.deepEqual(
        changes.map(({ kind, catalogId, id }) => [kind, catalogId, id]),
        [['product', CATALOG, 'p1']],
      );
      await store.changeScores({ ...PLACE, catalogId: uuid(99) }, [{ productId: 'p1', score: 1 }]);
      assert.equal(await store.headPosition(ACME), head + 1);
    });

    it('are read and changed in any number', async (t) => {
      const store = await openShop(open, t);
      const many = Array.from({ length: 1_100 }, (_, at) => [`q${at}`, at + 1] as const);
      await changeSome(store, ...many);
      assert.deepEqual(await store.readScores(PLACE), new Map(many.toSorted(([a], [b]) => (a < b ? -1 : 1))));
      assert.deepEqual(await store.listEventPlaces(CATALOG), [PLACE]);
      assert.deepEqual(await store.listEventPlaces(uuid(99)), []);
    });

    it('know whether the shop has an attribute of its own', async (t) => {
      const store = await openShop(open, t);
      assert.equal(await store.hasAttribute(PLACE, 'popularity'), false);
      await putAll(store, ACME, [line('product', { attributes: { popularity: 3 } })]);
      assert.equal(await store.hasAttribute(PLACE, 'popularity'), true);
      await putAll(store, ACME, [line('product')]);
      assert.equal(await store.hasAttribute(PLACE, 'popularity'), false);
    });
  });
};
