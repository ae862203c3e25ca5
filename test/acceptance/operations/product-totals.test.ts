// The promise on the demo shop, for random requests: the total of the search, the count, the number of products on all pages and the
// sums of facet counts are one number. The buckets themselves are those of the products that the pages show.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import * as demo from '../../../demo/build/ids.ts';
import { isLong, runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import {
  buildCall,
  type Call,
  createToken,
  dataOf,
  OPERATOR,
  outcomeOf,
} from '../service/fixture-service.ts';
import { loadDemoOnce } from '../service/imported-folder.ts';
import { startService } from '../service/running-service.ts';
import { openWireClient } from '../service/wire-client.ts';
import { type ProductRequest, productRequest } from './random-product-requests.ts';

const place = {
  tenant: demo.tenantId,
  workspace: demo.workspaceId,
  environment: demo.productionEnvironmentId,
};
/** Every product of the demo has exactly one value of these: of its own, … */
const ownFields = ['brand', 'in_stock', 'created_at'];
/** … and among its attributes. */
const attributeFields = ['season', 'material', 'weight_g', 'rating', 'release_date'];
/** Not every product has a value of these, or it has several. */
const otherFields = ['price', 'audience', 'waterproof', 'color', 'size', 'categories'];
const facetFields = [...ownFields, ...attributeFields, ...otherFields];

interface Bucket {
  readonly val: string | number | boolean;
  readonly count: number;
  readonly parent?: string | null;
}

interface Facet {
  readonly type: 'values' | 'ranges' | 'categories';
  readonly buckets: readonly Bucket[];
}

interface ProductRecord {
  readonly id: string;
  readonly position: number;
  readonly brand: string;
  readonly in_stock: boolean;
  readonly created_at: string;
  readonly calculated_price: number | null;
  readonly categories: readonly { readonly id: string; readonly path: readonly { readonly id: string }[] }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly pin: boolean;
  readonly boost: number;
}

interface Found {
  readonly records: readonly ProductRecord[];
  readonly corrected_term: string | null;
  readonly facets: Readonly<Record<string, Facet>>;
  readonly _meta_: { readonly total_count: number };
}

const cleanUps: (() => unknown)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

const dataDir = await loadDemoOnce()({ after: (done) => cleanUps.push(done) });
const service = await startService(
  dataDir,
  { VITRINE_OPERATOR_TOKEN: OPERATOR, VITRINE_SEARCH_RECORDING: 'false', VITRINE_LOG_LEVEL: 'warn' },
  ['--demo'],
);
const wire = openWireClient(service.address);
cleanUps.push(() => service.stop());
cleanUps.push(() => wire.close());
const call = buildCall(wire, service.log);
const { secret } = await createToken(
  { call, service, wire },
  { permission: 'full', tenant: demo.tenantId, workspace: demo.workspaceId },
);

// A search server that has just started takes longer for its first searches than a request may.
const firstSearch = { place, body: { search_term: 'jakcet' }, query: { include_facets: 'enabled' } };
await waitUntil(
  'the first search is served',
  async () => (await call('search-products', firstSearch)).status === 200,
);

const ask = async <T>(name: string, { body, query, customerGroup }: ProductRequest, more: object = {}) => {
  const asked: Call = {
    place,
    body,
    query: { ...query, ...more },
    token: query['preview'] === true ? secret : undefined,
    headers: customerGroup === undefined ? [] : [['x-customer-group-id', customerGroup]],
  };
  return dataOf<T>(await call(name, asked));
};

const allPages = async (request: ProductRequest): Promise<readonly ProductRecord[]> => {
  const records: ProductRecord[] = [];
  for (;;) {
    const page = { skip: records.length, limit: request.pageSize };
    const found = await ask<Found>('search-products', request, page);
    records.push(...found.records);
    if (found.records.length < request.pageSize) return records;
  }
};

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

const valuesOf = (record: ProductRecord, field: string): readonly unknown[] => {
  if (field === 'price') return listOf(record.calculated_price);
  if (field === 'categories')
    return record.categories.flatMap(({ id, path }) => [id, ...path.map((above) => above.id)]);
  if (ownFields.includes(field)) return listOf(record[field as 'brand']);
  return listOf(record.attributes[field]);
};

/** How many records have each value, a record with a value twice counted once. */
const tally = (records: readonly ProductRecord[], field: string): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const record of records)
    for (const value of new Set(valuesOf(record, field))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

const assertFacet = (field: string, { type, buckets }: Facet, records: readonly ProductRecord[]): void => {
  const counts = tally(records, field);
  if (type === 'ranges')
    assert.equal(sumOf(buckets.map(({ count }) => count)), sumOf(counts.values()), field);
  else assert.deepEqual(new Map(buckets.map(({ val, count }) => [val, count])), counts, field);
};

const met = { found: 0, corrected: 0, pinned: 0, boosted: 0, several: 0 };

const assertOneNumber = async (request: ProductRequest): Promise<void> => {
  const facets = { facet_limit: 500 };
  const found = await ask<Found>('search-products', request, {
    ...facets,
    include_facets: facetFields.join(','),
  });
  const { total_count: total } = found._meta_;
  const counted = await ask<{ result: { total_count: number } }>('count-products', request);
  const alone = await ask<Found>('search-facets', request, { ...facets, fields: facetFields.join(',') });
  const records = await allPages(request);
  assert.deepEqual(
    {
      count: counted.result.total_count,
      facets: alone._meta_.total_count,
      records: records.length,
      products: new Set(records.map(({ id }) => id)).size,
    },
    { count: total, facets: total, records: total, products: total },
  );
  assert.ok(records.every(({ position }, at) => position === at + 1));
  assert.deepEqual(alone.facets, found.facets);
  const chosen = new Set(request.body.facets?.map(({ field_internal_name: field }) => field));
  for (const field of facetFields.filter((name) => !chosen.has(name))) {
    const facet = found.facets[field];
    assert.ok(facet, field);
    assertFacet(field, facet, records);
    if (!otherFields.includes(field))
      assert.equal(sumOf(facet.buckets.map(({ count }) => count)), total, field);
  }
  met.found += Number(total > 0);
  met.several += Number(total > request.pageSize);
  met.corrected += Number(found.corrected_term !== null);
  met.pinned += Number(records.some(({ pin }) => pin));
  met.boosted += Number(records.some(({ boost }) => boost !== 1));
};

test('for random requests to the demo shop, total, count, pages and facet sums are one number', async (context) => {
  const numRuns = runs(40, 450);
  await fc.assert(fc.asyncProperty(productRequest, assertOneNumber), { numRuns });
  context.diagnostic(`${numRuns} requests: ${JSON.stringify(met)}`);
  assert.ok(met.found > numRuns / 4, `${met.found} found something`);
  // A few requests need not meet everything.
  if (isLong) for (const [what, times] of Object.entries(met)) assert.ok(times > 0, what);
});

type Rules = readonly [first: object, ...others: object[]];

/** Groups of so many rules: the given ones, then the first again and again. However many there are, they say the same. */
const repeated = (rules: Rules, groups: number, ofGroup: number) =>
  Array.from({ length: groups }, () => ({
    group: { operator: 'OR', rules: Array.from({ length: ofGroup }, (_, at) => rules[at] ?? rules[0]) },
  }));

test('a filter of any length says the same: few long values, or as many rules as may be', async () => {
  const brand = { action: 'equal_to', field_name: 'brand', value: 'nordlicht' };
  // A few patterns only: they take a search server much longer than values.
  const name = { action: 'contains', field_name: 'name', value: 'e' };
  const long = { ...brand, value: 'nothing has this value. '.repeat(40) };
  const request: ProductRequest = { body: {}, query: {}, customerGroup: undefined, pageSize: 20 };
  const totals = async (filter: readonly object[]): Promise<number[]> => {
    const asked = { ...request, body: { filter } };
    const counted = await ask<{ result: { total_count: number } }>('count-products', asked);
    const found = await ask<Found>('search-products', asked);
    const facets = await ask<Found>('search-facets', asked);
    return [counted.result.total_count, found._meta_.total_count, facets._meta_.total_count];
  };
  const [wanted] = await totals(repeated([brand, name], 1, 2));
  const [all] = await totals([]);
  assert.ok(wanted !== undefined && all !== undefined && wanted > 0 && wanted < all, `${wanted} of ${all}`);
  for (const filter of [
    repeated([brand, name, ...Array.from({ length: 20 }, () => long)], 2, 60),
    repeated([brand, name], 100, 100),
  ])
    assert.deepEqual(await totals(filter), [wanted, wanted, wanted]);
  const faulty = repeated([brand, name], 30, 100);
  faulty[20] = { group: { operator: 'AND', rules: [{ ...brand, field_name: 'price' }] } };
  const failed = await call('count-products', { place, body: { filter: faulty } });
  assert.equal(outcomeOf(failed), '400 InvalidInput wrong_type:filter.20.group.rules.0.value');
});
