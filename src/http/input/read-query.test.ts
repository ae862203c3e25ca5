// Query strings, fault by fault. Codes are the contract; messages are for people.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { countProducts } from '../../contract/products/count-products.ts';
import { searchContent } from '../../contract/search/search-content.ts';
import { closedObject } from '../../contract/values.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { buildQueryReader } from './read-query.ts';

const CATALOG = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';
const readSearch = buildQueryReader(searchContent.query, true);
const readCount = buildQueryReader(countProducts.query, true);
const search = (rest: string) => readSearch(`/x?catalog_id=${CATALOG}&q=a&${rest}`);

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.code;
  }
  return undefined;
};

test('values are decoded, typed and kept apart from what is not declared', () => {
  assert.deepEqual(readSearch(`/x?q=gr%C3%BC%6E+tea%2B&catalog_id=${CATALOG}&limit=5&utm=1&%zz=%zz#q=b`), {
    catalog_id: CATALOG,
    q: 'grün tea+',
    limit: 5,
  });
  assert.deepEqual(readCount('/x?include_fields_meta=true&by_pass_merchandising=false'), {
    include_fields_meta: true,
    by_pass_merchandising: false,
  });
  assert.deepEqual(readCount('/x'), {});
  assert.deepEqual(readCount('/x?'), {});
  assert.deepEqual(readCount('/x?&&=&='), {});
});

test('a name may be percent-encoded too', () => {
  assert.equal(search('%6Cimit=7')['limit'], 7);
});

test('unused optional values are left out, required ones are taken at their word', () => {
  assert.deepEqual(readCount('/x?locale=null&limit=[]&skip=%5B%5D'), {});
  assert.equal(readSearch(`/x?catalog_id=${CATALOG}&q=null`)['q'], 'null');
  assert.equal(readSearch(`/x?catalog_id=${CATALOG}&q=[]`)['q'], '[]');
  assert.equal(
    codeOf(() => readSearch('/x?catalog_id=null&q=a')),
    'malformed:catalog_id',
  );
});

test('every fault has its code', () => {
  const faults: Record<string, string> = {
    'sort_order=': 'blank_value:sort_order',
    sort_order: 'blank_value:sort_order',
    'sort_order=+%09': 'blank_value:sort_order',
    'limit=': 'blank_value:limit',
    'type={}': 'blank_value:type',
    'type=%5B%7B+%7D,%7B%7D%5D': 'blank_value:type',
    'limit=1&limit=1': 'repeated:limit',
    'limit=null&limit=1': 'repeated:limit',
    'limit=%zz': 'malformed:limit',
    'type=%ff': 'malformed:type',
    'type=%ED%A0%80': 'malformed:type',
    'type=%': 'malformed:type',
    'type=a%00b': 'invalid_character:type',
    'limit="10"': 'wrong_type:limit',
    'limit=1e1': 'wrong_type:limit',
    'limit=10.0': 'wrong_type:limit',
    'limit=%2B10': 'wrong_type:limit',
    'limit=-1': 'wrong_type:limit',
    'limit=0x0a': 'wrong_type:limit',
    'limit=+10': 'wrong_type:limit',
    'limit=%D9%A1': 'wrong_type:limit',
    'limit=101': 'out_of_range:limit',
    [`limit=${'9'.repeat(400)}`]: 'out_of_range:limit',
    'skip=100001': 'out_of_range:skip',
    'sort_order=up': 'not_allowed:sort_order',
    'sort_order=ASC': 'not_allowed:sort_order',
    'locale=english!': 'malformed:locale',
    [`locale=en${'-abcdefgh'.repeat(9)}`]: 'too_long:locale',
    [`type=${'a'.repeat(1_001)}`]: 'too_long:type',
  };
  for (const [query, code] of Object.entries(faults)) {
    assert.equal(
      codeOf(() => search(query)),
      code,
      query,
    );
  }
  assert.equal(
    codeOf(() => readCount('/x?include_fields_meta=1')),
    'wrong_type:include_fields_meta',
  );
  assert.equal(
    codeOf(() => readCount('/x?include_fields_meta=TRUE')),
    'wrong_type:include_fields_meta',
  );
});

test('a limit counts characters, not bytes or halves of them', () => {
  assert.equal(
    codeOf(() => search(`type=${encodeURIComponent('🏔'.repeat(1_000))}`)),
    undefined,
  );
});

test('a missing required parameter goes before every other fault', () => {
  assert.equal(
    codeOf(() => readSearch('/x?limit=bad&sort_order=')),
    'missing:catalog_id',
  );
  assert.equal(
    codeOf(() => readSearch('/x?catalog_id=bad&limit=bad')),
    'missing:q',
  );
  assert.equal(
    codeOf(() => readSearch('/x?q=&catalog_id=bad')),
    'malformed:catalog_id',
  );
});

test('where unknown parameters are refused, they are named beside those that are taken', () => {
  const query = closedObject({ id: Type.String(), limit: Type.Optional(Type.Integer()) });
  const read = buildQueryReader(query, false);
  const refusalOf = (sent: string) => {
    try {
      read(`/x?${sent}`);
    } catch (error) {
      if (error instanceof Failure) return [error.status, error.code, error.message];
    }
    return undefined;
  };
  assert.deepEqual(refusalOf('id=1&limt=2'), [
    400,
    'unknown_parameter:limt',
    'Unknown query parameter: limt; this route takes id, limit',
  ]);
  assert.deepEqual(refusalOf('b=&id=1&a&b'), [
    400,
    'unknown_parameter:b',
    'Unknown query parameters: b, a; this route takes id, limit',
  ]);
  const many = Array.from({ length: 900 }, (_, index) => `p${index}`).join('&');
  assert.equal(
    refusalOf(`id=1&${many}`)?.[2],
    'Unknown query parameters: p0, p1, p2, p3, p4 and 895 more; this route takes id, limit',
  );
  assert.equal(refusalOf('limt=2')?.[1], 'missing:id', 'what is missing goes first');
  assert.equal(refusalOf('limt=2&limit=x&id=1')?.[1], 'unknown_parameter:limt');
  assert.equal(refusalOf('id=1&%zz=1')?.[1], 'unknown_parameter:%zz');
  assert.equal(refusalOf('id=1&a%00b=1')?.[1], 'unknown_parameter:a?b');
  assert.equal(refusalOf('id=1&=')?.[1], 'unknown_parameter:(blank)');
  assert.equal(refusalOf('&id=1&&limit=2&'), undefined);
  assert.throws(() => buildQueryReader(closedObject({}), false)('/x?a=1'), /this route takes none/);
});

test('nothing of the prototype is ever taken for a parameter', () => {
  const read = buildQueryReader(closedObject({ constructor: Type.Optional(Type.String()) }), true);
  assert.deepEqual(Object.keys(read('/x?__proto__=a&toString=b')), []);
});

test('whatever is sent, the result fits the schema or a failure is thrown', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'limit',
      'skip',
      'q',
      'catalog_id',
      'type',
      '&',
      '=',
      '%',
      '+',
      '%00',
      '[]',
      'null',
      CATALOG,
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      try {
        assert.ok(Check(searchContent.query, readSearch(`/x?${pieces.join('')}`)));
      } catch (error) {
        assert.ok(error instanceof Failure && error.status === 400, String(error));
      }
    }),
    { numRuns: 500 },
  );
});

test('a list is a parameter that is given once for each of its values', () => {
  const read = buildQueryReader(
    closedObject({ facet: Type.Optional(Type.Array(Type.String({ maxLength: 5 }), { maxItems: 3 })) }),
    true,
  );
  assert.deepEqual(read('/x?facet=a%3Ab&facet=a:c&other=1'), { facet: ['a:b', 'a:c'] });
  assert.deepEqual(read('/x?facet=a'), { facet: ['a'] });
  assert.deepEqual(read('/x?facet=null&facet=b&facet=[]'), { facet: ['b'] });
  assert.deepEqual(read('/x?facet=null'), {});
  assert.deepEqual(read('/x'), {});
  const faults: Record<string, string> = {
    'facet=a&facet=': 'blank_value:facet',
    'facet=a&facet={}': 'blank_value:facet',
    'facet=a&facet=%ff': 'malformed:facet',
    'facet=a&facet=abcdef': 'too_long:facet',
    'facet=a&facet=b&facet=c&facet=d': 'too_many:facet',
  };
  for (const [query, code] of Object.entries(faults))
    assert.equal(
      codeOf(() => read(`/x?${query}`)),
      code,
      query,
    );
});
