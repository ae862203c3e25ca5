// What a search shows beside the products themselves: other spellings, marked words, and names of categories in the locale of the
// request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../cli/run-here.ts';
import { home, shared } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { createToken, dataOf, errorOf, shareFixture } from '../service/fixture-service.ts';

const fixture = await shareFixture();
const { call, service } = fixture;
const token = (await createToken(fixture, { permission: 'full' })).secret;
const catalog_id = shared.catalog;
const scope = { kind: 'scope' as const, tenant_id: home.tenant, workspace_id: home.workspace };

const product = (id: string, name: string, more: object = {}) => ({
  ...{ kind: 'product' as const, catalog_id, id, name, brand: 'Shown', category_ids: ['sh-low'], ...more },
});

const { code, err } = await runHere(service.dataDir, ['import', '-'], {
  input: toBundle([
    scope,
    { kind: 'category', catalog_id, id: 'sh-top', name: 'Clothing', localized: { de: { name: 'Kleidung' } } },
    {
      ...{ kind: 'category', catalog_id, id: 'sh-low', name: 'Jackets', parent_id: 'sh-top' },
      localized: { de: { name: 'Jacken' }, 'fr-fr': {} },
    },
    product('sh-1', 'Numbat <mark>jacket</mark> & "more"', {
      description: '<p>Keeps a <b>numbat</b> dry. &lt;script&gt;</p>',
      localized: { de: { name: 'Numbatjacke', description: 'Hält trocken.' } },
    }),
    product('sh-2', 'Numbit tent'),
    product('sh-3', 'Secret numbot', { customer_group_ids: ['sh-vip'] }),
  ]),
});
assert.equal(code, 0, err);

interface Found {
  readonly records: readonly {
    readonly id: string;
    readonly highlights?: { readonly name: string | null; readonly description: string | null };
    readonly categories: readonly { readonly name: string; readonly path: readonly object[] }[];
  }[];
  readonly did_you_mean: readonly string[];
  readonly corrected_term: string | null;
  readonly facets: Readonly<Record<string, { readonly buckets: readonly Record<string, unknown>[] }>>;
  readonly _meta_: { readonly total_count: number };
}

const find = async (query: Record<string, string | number | boolean>): Promise<Found> =>
  dataOf<Found>(await call('get-product-search', { query }));

test('other spellings are offered, and each finds something', async () => {
  const found = await find({ search_term: 'numbzt' });
  assert.deepEqual([found.corrected_term, found.did_you_mean], ['numbat', ['numbit']]);
  const uncorrected = await find({ search_term: 'numbzt', is_auto_spellcheck: false });
  assert.deepEqual([uncorrected._meta_.total_count, uncorrected.corrected_term], [0, null]);
  assert.deepEqual(uncorrected.did_you_mean, ['numbat', 'numbit'], 'not what only others may see');
  for (const search_term of uncorrected.did_you_mean)
    assert.ok((await find({ search_term, is_auto_spellcheck: false }))._meta_.total_count > 0);
  assert.deepEqual((await find({ search_term: 'numbzt', did_you_mean_limit: 0 })).did_you_mean, []);
  assert.deepEqual((await find({ search_term: 'numbat' })).did_you_mean, []);
  assert.deepEqual((await find({})).did_you_mean, []);
  const tooMany = await call('get-product-search', { query: { did_you_mean_limit: 11 } });
  assert.deepEqual([tooMany.status, errorOf(tooMany).code], [400, 'out_of_range:did_you_mean_limit']);
});

test('matched words are marked, and nothing else is markup', async () => {
  const marked = async (query: Record<string, string>) =>
    (await find({ highlight: true, facet: 'brand:Shown', ...query })).records.map(
      ({ highlights }) => highlights,
    );
  assert.deepEqual(await marked({ search_term: 'numbat jackets' }), [
    {
      name: '<mark>Numbat</mark> &lt;mark&gt;<mark>jacket</mark>&lt;/mark&gt; &amp; &quot;more&quot;',
      description: 'Keeps a <mark>numbat</mark> dry. &lt;script&gt;',
    },
  ]);
  const german = await marked({ search_term: 'jacke', locale: 'de' });
  assert.deepEqual(
    german.filter((highlights) => highlights?.name !== null),
    [{ name: '<mark>Numbatjacke</mark>', description: null }],
    'the text that is shown, by the rules of its language',
  );
  const byCategory = await marked({ search_term: 'kleidung', locale: 'de' });
  assert.deepEqual(
    byCategory,
    [{ name: null, description: null }],
    'names of categories are not shown there',
  );
  const [corrected] = await marked({ search_term: 'numbta' });
  assert.match(corrected?.description ?? '', /<mark>numbat<\/mark>/);
  assert.deepEqual((await marked({})).at(0), { name: null, description: null });
  const plain = await find({ search_term: 'numbat' });
  assert.equal(plain.records[0]?.highlights, undefined);
});

test('categories have their names in the locale of the request, or their own', async () => {
  const nameOf = async (locale: string) =>
    (await find({ search_term: 'numbit', locale })).records[0]?.categories;
  assert.deepEqual(await nameOf('de-at'), [
    { id: 'sh-low', name: 'Jacken', path: [{ id: 'sh-top', name: 'Kleidung' }] },
  ]);
  assert.deepEqual(await nameOf('fr-fr'), [
    { id: 'sh-low', name: 'Jackets', path: [{ id: 'sh-top', name: 'Clothing' }] },
  ]);
  const { facets } = await find({
    include_facets: 'categories',
    facet_query: 'jacken',
    locale: 'de',
    limit: 0,
  });
  assert.deepEqual(
    facets['categories']?.buckets.map(({ val, label }) => [val, label]),
    [['sh-low', 'Jacken']],
  );
  const tree = dataOf<{ categories: readonly { id: string; name: string }[] }>(
    await call('list-categories', { query: { locale: 'de' } }),
  ).categories;
  assert.equal(tree.find(({ id }) => id === 'sh-top')?.name, 'Kleidung');
});

test('a category is named by its own name, or by the one that is shown', async () => {
  const total = async (category_name: string, locale: string) =>
    (await find({ category_name, locale }))._meta_.total_count;
  assert.deepEqual(
    [await total('Kleidung', 'de'), await total('clothing', 'de'), await total('kleidung', 'fr')],
    [2, 2, 0],
  );
});

test('names of categories are kept, listed and exported as they were given', async () => {
  const params = { catalog_id, category_id: 'sh-top' };
  const read = dataOf<{ item: object }>(await call('manage-get-category', { params, token })).item;
  assert.deepEqual((read as { localized: object }).localized, { de: { name: 'Kleidung' } });
  const exported = await runHere(service.dataDir, [
    ...['export', '--tenant', home.tenant, '--workspace', home.workspace],
  ]);
  const lines = exported.out.split('\n').filter((line) => line.includes('"category"'));
  assert.ok(lines.some((line) => line.includes('"localized":{"de":{"name":"Kleidung"}}')));
  assert.ok(
    lines.some((line) => !line.includes('"localized"')),
    'where there were none, none are added',
  );
  const blank = await call('manage-put-category', {
    params,
    body: { name: 'x', localized: { de: { name: ' ' } } },
    token,
  });
  assert.equal(errorOf(blank).code, 'blank_value:localized.de.name');
});
