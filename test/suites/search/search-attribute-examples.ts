// Product attributes by example: which values are searched, and the settings of a catalog (Decision 0028).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AttributeSetting } from '../../../src/domain/products/attribute-settings.ts';
import type { FilterGroup } from '../../../src/domain/products/product-filter.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { aProduct, buildMemorySource, CATALOG_ID, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { everything, openSession } from './search-session.ts';

/** Values with a word that would find them, and whether it should. */
const values: readonly (readonly [value: string, word: string, isSaid: boolean])[] = [
  ['deep zork', 'zork', true],
  ['mivel/tusk 24V', 'mivel', true],
  ['WH-1000XM4', '1000xm4', true],
  ['1234567', '1234567', true],
  ['2026-01-02', '2026', true],
  ['Node.js brol', 'brol', true],
  ['see https://cdn.test/p/fremp.png?w=2 sonk', 'sonk', true],
  ['https://cdn.test/p/grelt.jpg?w=2', 'grelt', false],
  ['//cdn.test/gib', 'gib', false],
  ['www.blim.test', 'blim', false],
  ['/media/snur/front.jpg', 'snur', false],
  ['dref_front.webp', 'webp', false],
  ['["https://cdn.test/vlok"]', 'vlok', false],
  ['https://a.test/1|https://a.test/plim', 'plim', false],
  ['4006381333931', '4006381333931', false],
  ['7b3f1c9e-0b1d-4c55-9b7d-2f4d6c1a8b3f', '2f4d6c1a8b3f', false],
  ['9e107d9d372bb6826bd81d3542a419d6', '9e107d9d372bb6826bd81d3542a419d6', false],
  ['gid://shop/Product/krem', 'krem', false],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01arz3ndektsv4rrffq69g5fav', false],
  ['prod_NffrFeUfNV2Hib', 'nffrfeufnv2hib', false],
];

const rule = (field: string): readonly FilterGroup[] => [
  { operator: 'AND', rules: [{ field, action: 'equal_to', value: 'red', at: 'filter.0.group.rules.0' }] },
];
const facet = (field: string) => [{ field, at: 'facets.0', value: 'red', range: undefined }];
const isRefused = (field: string) => (error: unknown) => {
  assert.ok(error instanceof Error);
  assert.match(error.message, new RegExp(`The attribute "${field}" is not .* in this catalog`));
  return true;
};

export const describeAttributes = (open: OpenIndex): void => {
  test('words are searched; URLs, ids, hashes and long numbers are not', async (t) => {
    const source = buildMemorySource();
    for (const [index, [value]] of values.entries()) {
      source.putProduct(aProduct(`p${index}`, { attributes: { note: index % 2 === 0 ? value : [value] } }));
    }
    const { count } = await openSession(t, open, source);
    for (const [value, term, isSaid] of values) {
      assert.equal(await count({ term }), Number(isSaid), `${term} of ${value}`);
    }
    assert.equal(await count({ term: 'jpg' }), 0);
  });

  test('an attribute with the name of an id or an address is not searched', async (t) => {
    const source = buildMemorySource();
    const silent = [
      'id',
      'external_id',
      'externalId',
      'image_url',
      'imageUrl',
      'Images',
      'md5',
      'parent.guid',
    ];
    const searched = ['paid', 'color', 'grid', 'hashtag', 'liquid', 'imagery'];
    const attributes = Object.fromEntries([...silent, ...searched].map((name, at) => [name, `w${at}x`]));
    source.putProduct(aProduct('p', { attributes }));
    const { count } = await openSession(t, open, source);
    for (const [at, name] of [...silent, ...searched].entries()) {
      assert.equal(await count({ term: `w${at}x` }), Number(searched.includes(name)), name);
    }
  });

  test('a setting decides what is searched, and a change applies at once', async (t) => {
    const source = buildMemorySource();
    source.putProduct(
      aProduct('p', { attributes: { gtin: '4006381333931', color: 'zork', size: 42, image_url: 'mivel' } }),
    );
    const { count, opened } = await openSession(t, open, source);
    const found = async () => {
      const terms = ['4006381333931', 'zork', '42', 'mivel'];
      return Promise.all(terms.map((term) => count({ term })));
    };
    assert.deepEqual(await found(), [0, 1, 0, 0]);
    for (const name of ['gtin', 'size', 'image_url']) source.putAttribute(name, { isSearchable: true });
    source.putAttribute('color', { isSearchable: false });
    assert.deepEqual(await found(), [1, 0, 1, 1]);
    const fields = await opened.index.describeProductFields(scope, CATALOG_ID);
    const described = ['gtin', 'color', 'size', 'image_url'].map((name) => fields.get(name)?.isSearchable);
    assert.deepEqual(described, [true, false, true, true]);
    source.putProduct(aProduct('q', { attributes: { color: 'zork', gtin: '4006381333931' } }));
    assert.deepEqual(await found(), [2, 0, 1, 1], 'what comes later is read by the same settings');
    source.putAttribute('gtin', {});
    source.deleteAttribute('color');
    assert.deepEqual(await found(), [0, 2, 1, 1]);
  });

  test('an attribute that is not filterable is refused as a filter, one that is no facet as a facet', async (t) => {
    const source = buildMemorySource();
    source.putProduct(aProduct('p', { attributes: { color: 'red', shade: 'red' } }));
    const { count, opened } = await openSession(t, open, source);
    const fields = async () => [...(await opened.index.describeProductFields(scope, CATALOG_ID)).keys()];
    assert.equal(await count({ groups: rule('color'), facets: facet('color') }), 1);
    source.putAttribute('color', { isFilterable: false });
    await assert.rejects(count({ groups: rule('color') }), isRefused('color'));
    assert.equal(await count({ facets: facet('color') }), 1);
    assert.ok(!(await fields()).includes('color'));
    assert.ok((await fields()).includes('shade'));
    source.putAttribute('color', { isFilterable: true, isFacet: false });
    assert.equal(await count({ groups: rule('color') }), 1);
    await assert.rejects(count({ facets: facet('color') }), isRefused('color'));
    source.putAttribute('color', { isFilterable: false, isFacet: false, isSortable: false });
    await assert.rejects(count({ groups: rule('color') }), isRefused('color'));
    await assert.rejects(count({ facets: facet('color') }), isRefused('color'));
    assert.equal(await count({ term: 'red' }), 1, 'it is still searched');
    source.deleteAttribute('color');
    assert.equal(await count({ groups: rule('color'), facets: facet('color') }), 1);
  });

  test('any settings and values: exactly the products that hold a searched word are counted', async () => {
    const names = ['a', 'b', 'a_id'];
    const flag = fc.constantFrom(true, false, null);
    const setting = fc.record({ name: fc.constantFrom(...names), isSearchable: flag, isFacet: flag });
    const attributes = fc.dictionary(fc.constantFrom(...names), fc.nat(values.length - 1), { maxKeys: 3 });
    const isFound = (
      { attributes: own }: { readonly attributes: Readonly<Record<string, number>> },
      settings: ReadonlyMap<string, Partial<AttributeSetting>>,
      term: string,
    ) =>
      Object.entries(own).some(([name, index]) => {
        const [, word, isSaid] = values[index] as (typeof values)[number];
        const said = settings.get(name)?.isSearchable ?? null;
        return word === term && (said ?? (isSaid && name !== 'a_id'));
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ attributes }), { maxLength: 6 }),
        fc.array(setting, { maxLength: 4 }),
        async (products, changes) => {
          const source = buildMemorySource();
          const { index, close } = await open(source);
          try {
            for (const [at, { attributes: own }] of products.entries()) {
              const given = Object.entries(own).map(([name, place]) => [name, values[place]?.[0] ?? '']);
              source.putProduct(aProduct(`p${at}`, { attributes: Object.fromEntries(given) }));
            }
            const settings = new Map<string, Partial<AttributeSetting>>();
            for (const change of [undefined, ...changes]) {
              if (change !== undefined) source.putAttribute(change.name, change);
              if (change !== undefined) settings.set(change.name, change);
              await Promise.all(
                values.map(async ([, term]) => {
                  const query = { ...everything, term };
                  const expected = products.filter((product) => isFound(product, settings, term)).length;
                  assert.equal(await index.countProducts(scope, CATALOG_ID, query), expected, term);
                }),
              );
            }
          } finally {
            await close();
          }
        },
      ),
      { numRuns: runs(8, 15) },
    );
  });
};
