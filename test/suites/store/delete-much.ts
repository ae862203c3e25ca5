// Deleting much, in short transactions: it ends like a deletion in one transaction, others write in between, each state in between fits
// together, and each transaction checks again that the deletion may go on. The limits are so low that a small workspace is much.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { DeletionLimits } from '../../../src/adapters/store/deletion-limits.ts';
import type { Engine } from '../../../src/adapters/store/sql/engine.ts';
import { buildStore, type Store } from '../../../src/adapters/store/store.ts';
import type { Precondition, ResourceKind } from '../../../src/domain/manage/managed-resource.ts';
import { openMigrated, readAll } from './filled-engines.ts';
import {
  ACME,
  CATALOG,
  collect,
  everyKind,
  FORM,
  line,
  putAll,
  putEvent,
  uuid,
  versionIn,
  versionText,
} from './store-fixture.ts';
import { field } from './store-records-fixture.ts';
import {
  changesSince,
  done,
  exported,
  keys,
  left,
  needed,
  OTHER,
  remove,
  submit,
  token,
} from './store-resources-fixture.ts';

export const LIMITS: DeletionLimits = { atOnce: 0, rows: 3, milliseconds: Number.POSITIVE_INFINITY };
const KINDS = ['catalog', 'form', 'content_model', 'environment', 'workspace', 'tenant'] as const;
const PRODUCTS = 10;
const SECOND = uuid(5);

export type OpenEngine = (t: TestContext) => Promise<Engine>;

export interface Shop {
  readonly engine: Engine;
  /** Deletes in steps. */
  readonly store: Store;
  /** Writes meanwhile. */
  readonly other: Store;
  /** Called before each transaction of `store`, with how many there were. */
  before: (transactions: number) => Promise<void>;
}

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const recordLines = (at: number) => [
  line('record', { id: uuid(100 + at) }),
  line('version', {
    record_id: uuid(100 + at),
    id: uuid(200 + at),
    localized: { 'en-us': versionText(`t${at}`), 'de-de': versionText(`d${at}`) },
  }),
  line('publication', {
    record_id: uuid(100 + at),
    version_id: uuid(200 + at),
    environment_id: at % 2 === 0 ? 'PROD' : 'STAGE',
  }),
];

/** Several of everything that goes with something. */
const fill = async (store: Store): Promise<void> => {
  for (const workspace of [ACME, OTHER]) await putAll(store, workspace, everyKind(workspace));
  await putAll(store, ACME, [
    line('content_model', { fields: [field('author', 'relation')] }),
    line('content_model', { id: uuid(21), internal_name: 'person', fields: [field('about', 'relation')] }),
    line('catalog', { id: SECOND, environment_ids: ['PROD', 'STAGE'] }),
    ...numbers(4).flatMap((at) => [
      line('product', { catalog_id: SECOND, id: `s${at}` }),
      line('store', { id: `st${at}`, environment_id: 'STAGE', catalog_id: at < 2 ? CATALOG : SECOND }),
      line('domain', { host: `d${at}.test`, environment_id: at < 2 ? 'PROD' : 'STAGE' }),
      line('category', { id: `k${at}` }),
      line('synonyms', { id: `y${at}`, words: ['a', `b${at}`] }),
      line('content_item', { provider_id: `both${at}`, environment_ids: ['PROD', 'STAGE'] }),
      line('content_item', { provider_id: `one${at}`, environment_ids: ['PROD'] }),
      line('merchandising_rule', { id: `rule${at}`, environment_ids: ['PROD'] }),
      line('form', { id: uuid(40 + at), environment_ids: ['PROD'] }),
      line('search_event', { term: `term${at}` }),
    ]),
    ...numbers(PRODUCTS).map((at) =>
      line('product', { id: `q${at}`, attributes: { [`a${at % 3}`]: ['x'] } }),
    ),
    ...numbers(7).flatMap(recordLines),
    ...numbers(8).map((at) => versionIn(uuid(700 + at), 2 + at, ['en-us'], { record_id: uuid(100) })),
  ]);
  for (const at of numbers(5)) await submit(store, ACME, uuid(300 + at));
  await submit(store, ACME, uuid(310), uuid(41));
  for (const visitor of ['v1', 'v2']) await putEvent(store, ACME, visitor);
  const counted = { term: 'x', day: '2026-03-01', searches: 2, visitors: 2, zeros: 0, found: 2 };
  await store.replaceSearchCounts({ ...ACME, catalogId: CATALOG }, [{ ...counted, low: new Map([[1, 2]]) }], {
    minVisitors: 2,
    now: new Date('2026-03-02'),
  });
  await store.createToken(token({ environmentIds: ['PROD', 'STAGE'] }), 'd1');
  await store.createToken(token({ id: 'one', environmentIds: ['PROD'] }), 'd2');
};

export const openShop = async (engine: Engine): Promise<Shop> => {
  const other = buildStore(engine);
  await fill(other);
  let transactions = 0;
  const shop: Shop = {
    engine,
    other,
    before: async () => {},
    store: buildStore(
      {
        ...engine,
        write: async (work, options) => {
          await shop.before(transactions);
          transactions += 1;
          return engine.write(work, options);
        },
      },
      undefined,
      LIMITS,
    ),
  };
  return shop;
};

/** Tables of the feed, and those whose rows depend on the order of writes. */
const NOT_COMPARED = new Set(['change', 'feed_head', 'list_block', 'record_list', 'record_slot']);
/** Drawn, counted, or of the moment. */
const OF_THE_WRITE = new Set([
  'block',
  'slot',
  'stamp',
  'generation',
  'revision',
  'w0',
  'w1',
  'w2',
  'w3',
  'w4',
  'w5',
  'w6',
  'w7',
]);

/** Every row, as far as it does not depend on how it was written. */
export const stateOf = async (engine: Engine): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    Object.entries(await readAll(engine))
      .filter(([table]) => !NOT_COMPARED.has(table))
      .map(([table, rows]) => [table, rows.map((row) => plain(String(row))).sort()]),
  );

const plain = (row: string): string =>
  JSON.stringify(
    (JSON.parse(row) as [string, unknown][])
      .filter(([column]) => !OF_THE_WRITE.has(column))
      .map(([column, value]) => [column, column === 'revoked_at' ? value !== null : value]),
  );

const columnsOf = (row: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(JSON.parse(String(row)) as [string, unknown][]);

const OWNERS = ['catalog_id', 'kind', 'environment_id', 'model'];
const ownersOf = (rows: readonly unknown[] = [], owners = OWNERS): ReadonlySet<string> =>
  new Set(
    rows.map((row) => ['tenant_id', 'workspace_id', ...owners].map((name) => columnsOf(row)[name]).join(' ')),
  );

/** What the rows of the other tables belong to. */
const ownersIn = async (engine: Engine): Promise<Record<string, ReadonlySet<string>>> => {
  const { list_block: blocks, record_list: lists, record_slot: slots } = await readAll(engine);
  return { blocks: ownersOf(blocks), lists: ownersOf(lists), slots: ownersOf(slots) };
};

const EVERY_SUBMISSION = { environmentId: undefined, from: undefined, to: undefined };

/** What is left is all that the counters, the lists and the index of records know: a store that is given only that has the same. */
const assertFitsTogether = async (
  t: TestContext,
  engine: Engine,
  store: Store,
  at: string,
): Promise<void> => {
  const fresh = await openMigrated(t);
  const copy = buildStore(fresh);
  for (const { scope, object } of await collect(store.readBundle({}))) await putAll(copy, scope, [object]);
  for (const formId of [FORM, uuid(41)]) {
    for await (const some of store.readSubmissions(ACME, formId, EVERY_SUBMISSION)) {
      for (const submission of some) await copy.addSubmission(ACME, submission);
    }
  }
  const [is, should] = [await stateOf(engine), await stateOf(fresh)];
  for (const table of ['usage', 'usage_attribute', 'list_entry', 'list_term', 'record_entry', 'version_slug'])
    assert.deepEqual(is[table], should[table], `${at}: ${table}`);
  const kinds = {
    product: { catalog_id: CATALOG },
    content_item: { catalog_id: CATALOG },
    form: {},
    store: {},
  };
  for (const [kind, parent] of Object.entries(kinds)) {
    const count = async (from: Store) =>
      (await from.listResources(ACME, kind as ResourceKind, parent, { skip: 0, limit: 0 }, undefined)).total;
    assert.equal(await count(store), await count(copy), `${at}: ${kind}`);
  }
};

class CutOff extends Error {}

const cutOff = (shop: Shop, transactions: number): void => {
  let first: number | undefined;
  shop.before = async (at) => {
    first ??= at;
    if (at - first >= transactions) throw new CutOff('cut off');
  };
};

const attachAgain = ({ other }: Shop) =>
  putAll(other, ACME, [line('catalog', { environment_ids: ['PROD'] })]);

const catalogIn = async ({ other }: Shop): Promise<unknown> =>
  (await other.findResource(ACME, 'catalog', keys.catalog))?.object['environment_ids'];

const after = (shop: Shop, transactions: number, work: () => Promise<unknown>): void => {
  shop.before = async (at) => {
    if (at === transactions) await work();
  };
};

const tagOf = async ({ other }: Shop, kind: ResourceKind): Promise<Precondition> => {
  const { tag = '' } = (await other.findResource(ACME, kind, keys[kind])) ?? {};
  return { kind: 'tag', tags: [tag] };
};

export const describeDeleteMuch = (database: string, openEngine: OpenEngine): void => {
  for (const kind of KINDS) {
    test(`${database}: a ${kind} that is cut off again and again fits together each time, and ends like one deleted at once`, async (t) => {
      const atOnce = await openEngine(t);
      const whole = buildStore(atOnce);
      await fill(whole);
      assert.deepEqual(await remove(whole, kind, { cascade: true }), done);
      const engine = await openEngine(t);
      const shop = await openShop(engine);
      let cuts = 0;
      for (;;) {
        cutOff(shop, 2);
        const result = await remove(shop.store, kind, { cascade: true }).catch((error: unknown) => {
          if (!(error instanceof CutOff)) throw error;
          return undefined;
        });
        if (result !== undefined) {
          assert.deepEqual(result, done);
          break;
        }
        cuts += 1;
        shop.before = async () => {};
        if (cuts % 3 === 1) await assertFitsTogether(t, engine, shop.store, `cut ${cuts}`);
      }
      assert.ok(cuts >= 1, `${cuts}`);
      const [is, should] = [await stateOf(engine), await stateOf(atOnce)];
      for (const [table, rows] of Object.entries(should)) assert.deepEqual(is[table], rows, table);
      assert.deepEqual(await ownersIn(engine), await ownersIn(atOnce));
    });
  }

  test(`${database}: others write between the transactions, and none deletes more than a few`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const counts: number[] = [];
    shop.before = async (at) => {
      await putAll(shop.other, OTHER, [line('category', { id: `meanwhile${at}` })]);
      const { total } = await shop.other.listResources(
        ACME,
        'product',
        keys.catalog,
        { skip: 0, limit: 0 },
        undefined,
      );
      counts.push(total);
    };
    assert.deepEqual(await remove(shop.store, 'catalog', { cascade: true }), done);
    const written = (await left(shop.other, OTHER)).filter((name) => name.startsWith('category meanwhile'));
    assert.ok(written.length > 10, `${written.length}`);
    for (const [at, count] of counts.entries())
      assert.ok((counts[at - 1] ?? count) - count <= LIMITS.rows, String(counts));
  });

  test(`${database}: what is little goes in one transaction`, async (t) => {
    const engine = await openEngine(t);
    let transactions = 0;
    const write: Engine['write'] = (work, options) => {
      transactions += 1;
      return engine.write(work, options);
    };
    const store = buildStore({ ...engine, write });
    await fill(store);
    for (const kind of ['form', 'content_model', 'catalog', 'environment', 'workspace'] as const) {
      transactions = 0;
      assert.deepEqual(await remove(store, kind, { cascade: true }), done);
      assert.equal(transactions, 1, kind);
    }
  });

  describeMeanwhile(database, openEngine);
};

const describeMeanwhile = (database: string, openEngine: OpenEngine): void => {
  test(`${database}: a catalog is out of sight at once, also if it is attached again meanwhile`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const seen: unknown[] = [];
    shop.before = async (at) => {
      seen.push(await catalogIn(shop));
      if (at === 2) await attachAgain(shop);
    };
    assert.deepEqual(await remove(shop.store, 'catalog', { cascade: true }), done);
    assert.deepEqual(seen.slice(0, 5), [['PROD'], [], [], [], []]);
    assert.equal(await catalogIn(shop), undefined);
  });

  test(`${database}: with a condition, nothing more is deleted once somebody has changed it`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const precondition = await tagOf(shop, 'catalog');
    let before: string[] = [];
    after(shop, 6, async () => {
      await attachAgain(shop);
      before = await left(shop.other, ACME);
    });
    assert.equal((await remove(shop.store, 'catalog', { cascade: true, precondition })).kind, 'refused');
    assert.deepEqual(await left(shop.other, ACME), before);
    assert.deepEqual(await catalogIn(shop), ['PROD']);
  });

  for (const kind of ['catalog', 'form'] as const) {
    test(`${database}: a condition that holds for a ${kind} holds until the end, one that does not changes nothing`, async (t) => {
      const shop = await openShop(await openEngine(t));
      const head = await shop.other.headPosition(ACME);
      const wrong = { kind: 'tag', tags: ['another'] } as const;
      assert.equal((await remove(shop.store, kind, { cascade: true, precondition: wrong })).kind, 'refused');
      assert.equal((await remove(shop.store, kind)).kind, 'needed');
      assert.equal(await shop.other.headPosition(ACME), head);
      const precondition = await tagOf(shop, kind);
      assert.deepEqual(await remove(shop.store, kind, { cascade: true, precondition }), done);
    });
  }

  test(`${database}: what comes meanwhile goes too`, async (t) => {
    const engine = await openEngine(t);
    const shop = await openShop(engine);
    shop.before = async (at) => {
      if (at < 30) await putAll(shop.other, ACME, [line('product', { id: `0${at}` })]);
      if (at === 2) await submit(shop.other, ACME, uuid(399));
    };
    assert.deepEqual(await remove(shop.store, 'catalog', { cascade: true }), done);
    assert.deepEqual(await remove(shop.store, 'form', { cascade: true }), done);
    shop.before = async () => {};
    await assertFitsTogether(t, engine, shop.store, 'the end');
  });

  // Each is behind what the transaction looks at: only another round finds it, and after the third one the last transaction.
  const late = ['c-late', 'b-late', 'a-late'];
  for (const count of [1, 2, 3]) {
    test(`${database}: items that are attached to an environment meanwhile are detached too: ${count}`, async (t) => {
      const [alone, shop] = [await openShop(await openEngine(t)), await openShop(await openEngine(t))];
      const attach = (id: string, environments: string[] | null) =>
        putAll(shop.other, ACME, [line('content_item', { provider_id: id, environment_ids: environments })]);
      await attach('aaa', null);
      let transactions = 0;
      alone.before = async (at) => {
        transactions = at + 1;
      };
      assert.deepEqual(await remove(alone.store, 'environment', { cascade: true }), done);
      shop.before = async (at) => {
        const id = late.slice(0, count)[at - (transactions - 2)];
        if (id !== undefined) await attach(id, ['PROD', 'STAGE']);
      };
      assert.deepEqual(await remove(shop.store, 'environment', { cascade: true }), done);
      const items = (await exported(shop.other, ACME)).filter((object) => object.kind === 'content_item');
      const lists = items.map((item) => [item.provider_id, item.environment_ids]);
      for (const id of late.slice(0, count)) assert.deepEqual(Object.fromEntries(lists)[id], ['STAGE'], id);
    });
  }

  test(`${database}: no form of a workspace goes without its submissions`, async (t) => {
    const engine = await openEngine(t);
    const shop = await openShop(engine);
    shop.before = async (at) => {
      const { form = [], form_submission: sent = [] } = await readAll(engine);
      const forms = ownersOf(form, ['form_id']);
      for (const owner of ownersOf(sent, ['form_id'])) assert.ok(forms.has(owner), `${owner} at ${at}`);
      const isThere = forms.has([ACME.tenantId, ACME.workspaceId, FORM].join(' '));
      if (isThere) await submit(shop.other, ACME, uuid(600 + at));
    };
    assert.deepEqual(await remove(shop.store, 'workspace', { cascade: true }), done);
  });

  test(`${database}: what was recorded of an empty catalog goes in short transactions, also without cascade`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const key = { id: uuid(6) };
    await putAll(shop.other, ACME, [
      line('catalog', key),
      ...numbers(250).map((at) => line('search_event', { catalog_id: key.id, term: `term${at}` })),
    ]);
    let transactions = 0;
    let seen: unknown;
    shop.before = async () => {
      transactions += 1;
      seen = (await shop.other.findResource(ACME, 'catalog', key))?.object['environment_ids'];
    };
    const options = { precondition: { kind: 'none' }, cascade: false } as const;
    assert.deepEqual(await shop.store.deleteResource(ACME, 'catalog', key, options), done);
    assert.ok(transactions > 3, `${transactions}`);
    assert.deepEqual(seen, ['PROD']);
  });

  test(`${database}: a record of another model relates to one meanwhile: nothing more is deleted`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const person = uuid(500);
    const version = line('version', {
      record_id: person,
      id: uuid(501),
      localized: { 'en-us': { ...versionText('p'), fields: { about: uuid(106) } } },
    });
    after(shop, 1, () =>
      putAll(shop.other, ACME, [line('record', { id: person, model: 'person' }), version]),
    );
    const result = await remove(shop.store, 'content_model', { cascade: true });
    assert.deepEqual(result, needed(['record', person]));
    const names = await left(shop.other, ACME);
    assert.ok(names.includes(`record ${uuid(106)}`) && !names.includes(`record ${uuid(100)}`));
  });

  test(`${database}: the feed has an entry for each transaction in a catalog, and for each record`, async (t) => {
    const shop = await openShop(await openEngine(t));
    const head = await shop.other.headPosition(ACME);
    await remove(shop.store, 'content_model', { cascade: true });
    const changes = await changesSince(shop.other, head);
    for (const at of numbers(7)) assert.ok(changes.includes(`record ${uuid(100 + at)}`));
    const then = await shop.other.headPosition(ACME);
    await remove(shop.store, 'catalog', { cascade: true });
    const entries = await changesSince(shop.other, then);
    assert.deepEqual(new Set(entries), new Set([`catalog ${CATALOG}`, 'store s1', 'store st0', 'store st1']));
    assert.ok(entries.length > 12, `${entries.length}`);
  });
};
