// Where each value of a call is sent, and when a posted read becomes a link.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildRequest, type Input } from './build-request.ts';
import { manageOperations } from './manage-operations.ts';
import { storefrontOperations } from './storefront-operations.ts';

const { searchProducts, countProducts, submitForm, getStorefrontProduct, listSimilarProducts } =
  storefrontOperations;
const PATH = '/apis/ecommerce-service/public/discovery/v2/search';
const search = (input: Input) => buildRequest(searchProducts, input);

test('values go into the path, the query string, headers and the body', () => {
  assert.deepEqual(
    buildRequest(manageOperations.putProduct, {
      catalog_id: 'a b',
      product_id: 'x/y',
      'if-match': '"1"',
      body: { name: 'Mug', brand: '' },
    }),
    {
      method: 'PUT',
      target: '/manage/v1/catalogs/a%20b/products/x%2Fy',
      headers: { 'if-match': '"1"' },
      body: { name: 'Mug', brand: '' },
    },
  );
  assert.deepEqual(buildRequest(countProducts, { search_term: 'mug', locale: 'de' }), {
    method: 'POST',
    target: `${PATH}/count?locale=de`,
    headers: {},
    body: { search_term: 'mug' },
  });
  assert.deepEqual(buildRequest(countProducts, {}).body, {});
  assert.deepEqual(buildRequest(submitForm, { form_id: 'contact', body: { email: '' } }).body, { email: '' });
});

test('values that are not used are left out', () => {
  const unused = { search_term: ' ', category_id: undefined, locale: null, sort_by: '', limit: 0 };
  assert.equal(search(unused).target, `${PATH}?limit=0`);
});

test('a path that would lead elsewhere is refused', () => {
  for (const product_id of [undefined, null, '', ' ', '.', '..'])
    assert.throws(() => buildRequest(listSimilarProducts, { product_id }), /^TypeError: product_id must not/);
  assert.equal(buildRequest(getStorefrontProduct, { product_id: '...' }).target.endsWith('/...'), true);
});

test('a search is a link where it has the form of one, and posted where it does not', () => {
  const color = { field_internal_name: 'color', value: 'rust: red' };
  const link = search({ search_term: 'rain jacket', facets: [color], limit: 2, highlight: true });
  assert.deepEqual(link, {
    method: 'GET',
    target: `${PATH}?search_term=rain+jacket&facet=color%3Arust%3A+red&limit=2&highlight=true`,
    headers: {},
    body: undefined,
  });
  const posted: readonly Input[] = [
    { filter: [{ group: { rules: [] } }] },
    { facets: [{ field_internal_name: 'price', min: 1, max: 2 }] },
    { facets: [{ field_internal_name: 'price', value: '1', max: 2 }] },
    { facets: [{ field_internal_name: 'a:b', value: 'c' }] },
    { facets: [{ field_internal_name: 'size', value: 44 }] },
    // In a query string these are values that are not used.
    { search_term: 'null' },
    { category_id: '[]' },
    { search_term: 'x'.repeat(2_000) },
  ];
  for (const input of posted) {
    const { method, target, body } = search({ ...input, limit: 1 });
    assert.deepEqual([method, target, body], ['POST', `${PATH}?limit=1`, input]);
  }
});

/** How the service reads a link. Decision 0070. */
const readLink = (target: string): Input => {
  const query = new URL(target, 'http://shop.test').searchParams;
  const facets = query.getAll('facet').map((text) => {
    const colon = text.indexOf(':');
    return { field_internal_name: text.slice(0, colon), value: text.slice(colon + 1) };
  });
  const term = query.get('search_term');
  return { ...(term === null ? {} : { search_term: term }), ...(facets.length === 0 ? {} : { facets }) };
};

test('whatever is asked for, the service is asked for exactly that', () => {
  const text = fc
    .oneof(fc.string({ minLength: 1 }), fc.constantFrom('null', '[]', 'a:b', 'ü&=+%'))
    .filter((each) => each.trim() !== '');
  const facet = fc.record({ field_internal_name: text, value: text }, { noNullPrototype: true });
  fc.assert(
    fc.property(text, fc.array(facet, { minLength: 1, maxLength: 3 }), (search_term, facets) => {
      const { method, target, body } = search({ search_term, facets });
      assert.deepEqual(method === 'GET' ? readLink(target) : body, { search_term, facets });
    }),
    { numRuns: 200 },
  );
});
