// Bodies, fault by fault, and what an operation gets of a good one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Check } from 'typebox/value';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { createToken } from '../../contract/access/manage-tokens.ts';
import { countProducts } from '../../contract/products/count-products.ts';
import { publishVersions } from '../../contract/records/publish-versions.ts';
import { Failure } from '../../domain/failures/failures.ts';
import { KeptJson } from '../../domain/text/kept-json.ts';
import { parseJsonInSteps } from '../../domain/text/parse-json-in-steps.ts';
import { buildBodyReader } from './read-body.ts';

const countReader = buildBodyReader(countProducts.body, countProducts.longList);
const readCount = countReader.read;
const readPublish = buildBodyReader(publishVersions.body).read;

/** As a large body is read: items of the filter are kept while it is parsed. The result has what was kept. */
const readKeeping = async (json: unknown, pieceChars?: number): Promise<unknown> => {
  const pause = () => Promise.resolve();
  const kept = countReader.startKeeping();
  const parsed = await parseJsonInSteps(JSON.stringify(json), pause, { kept, pieceChars });
  const { filter, ...others } = await countReader.readInSteps(parsed, pause);
  if (!Array.isArray(filter)) return others;
  const items = filter.map((item) => (item instanceof KeptJson ? JSON.parse(item.json) : item));
  return { ...others, filter: items };
};

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.code;
  }
  return undefined;
};

const rule = { action: 'contains', field_name: 'name', value: 'x' };

test('a good body comes through whole', () => {
  const body = {
    search_term: 'tent',
    facets: [{ field_internal_name: 'price', min: 1.5, max: '*' }],
    filter: [{ group: { operator: 'OR', rules: [rule, rule] } }],
  };
  assert.deepEqual(readCount(body), body);
  assert.deepEqual(readCount({}), {});
});

test('unused optional values are dropped at every level', () => {
  assert.deepEqual(
    readCount({
      search_term: null,
      facets: [],
      category_id: [],
      filter: [{ group: { operator: null, rules: [] } }, { group: null }],
    }),
    { filter: [{ group: {} }, {}] },
  );
});

test('an empty list is no value that is not used, where a list must hold something', () => {
  const readToken = buildBodyReader(createToken.body).read;
  const body = { name: 'shop', permission: 'read' };
  assert.equal(
    codeOf(() => readToken({ ...body, environment_ids: [] })),
    'too_few:environment_ids',
  );
  assert.deepEqual(readToken({ ...body, environment_ids: null }), body);
  assert.deepEqual(readToken({ ...body, environment_ids: ['A'] }), { ...body, environment_ids: ['A'] });
  assert.equal(
    codeOf(() => readPublish({ version_data: [] })),
    'missing:version_data',
  );
});

test('every fault has its code and its path', () => {
  const faults: [unknown, string][] = [
    [{ search_term: '' }, 'blank_value:search_term'],
    [{ search_term: ' \t\n\u00a0' }, 'blank_value:search_term'],
    [{ search_term: {} }, 'blank_value:search_term'],
    [{ search_term: [{}] }, 'blank_value:search_term'],
    [{ facets: {} }, 'blank_value:facets'],
    [{ facets: [{}] }, 'blank_value:facets.0'],
    [{ facets: [''] }, 'blank_value:facets.0'],
    [{ filter: [{ group: {} }] }, 'blank_value:filter.0.group'],
    [{ filter: [{ group: { rules: [rule, {}] } }] }, 'blank_value:filter.0.group.rules.1'],
    [
      { filter: [{ group: { rules: [rule, { ...rule, value: ' ' }] } }] },
      'blank_value:filter.0.group.rules.1.value',
    ],
    [{ search_term: 5 }, 'wrong_type:search_term'],
    [{ search_term: ['a'] }, 'wrong_type:search_term'],
    [{ search_term: { a: 1 } }, 'wrong_type:search_term'],
    [{ search_term: false }, 'wrong_type:search_term'],
    [{ facets: 'a' }, 'wrong_type:facets'],
    [{ facets: { a: 1 } }, 'wrong_type:facets'],
    [{ facets: [null] }, 'wrong_type:facets.0'],
    [{ facets: [[]] }, 'wrong_type:facets.0'],
    [{ facets: [{ field_internal_name: 'a', min: true }] }, 'wrong_type:facets.0.min'],
    [{ facets: [{ field_internal_name: 'a', min: Number.POSITIVE_INFINITY }] }, 'wrong_type:facets.0.min'],
    [{ facets: [{ field_internal_name: 'a', min: '1'.repeat(65) }] }, 'too_long:facets.0.min'],
    [{ filter: [{ group: { operator: 'XOR' } }] }, 'not_allowed:filter.0.group.operator'],
    [{ filter: [{ group: { operator: 1 } }] }, 'wrong_type:filter.0.group.operator'],
    [{ filter: [{ group: { rules: [{ ...rule, value: 5 }] } }] }, 'wrong_type:filter.0.group.rules.0.value'],
    [{ search_term: 'a\0' }, 'invalid_character:search_term'],
    [{ search_term: '\ud800' }, 'invalid_character:search_term'],
    [{ search_term: 'a'.repeat(1_001) }, 'too_long:search_term'],
    [{ facets: Array(101).fill({ field_internal_name: 'a' }) }, 'too_many:facets'],
    [{ facets: [{ value: 'a' }] }, 'missing:facets.0.field_internal_name'],
    [{ facets: [{ field_internal_name: null, value: 'a' }] }, 'missing:facets.0.field_internal_name'],
    [{ colour: 'red' }, 'unknown_field:colour'],
    [{ facets: [{ field_internal_name: 'a', size: 1 }] }, 'unknown_field:facets.0.size'],
    [JSON.parse('{"__proto__":{"search_term":"a"}}'), 'unknown_field:__proto__'],
    [{ constructor: 1 }, 'unknown_field:constructor'],
    [{ 'a\0\ud800\n': 1 }, 'unknown_field:a?\ufffd?'],
    [{ ['k'.repeat(500)]: 1 }, `unknown_field:${'k'.repeat(64)}`],
    [null, 'wrong_type:body'],
    [[], 'wrong_type:body'],
    ['a', 'wrong_type:body'],
    [5, 'wrong_type:body'],
  ];
  for (const [body, code] of faults) {
    assert.equal(
      codeOf(() => readCount(body)),
      code,
      JSON.stringify(body)?.slice(0, 80),
    );
  }
});

test('a required list must be there and hold something', () => {
  for (const body of [{}, { version_data: null }, { version_data: [] }]) {
    assert.equal(
      codeOf(() => readPublish(body)),
      'missing:version_data',
    );
  }
  assert.equal(
    codeOf(() => readPublish({ version_data: [{ environment_id: 'a' }] })),
    'missing:version_data.0.version_id',
  );
  assert.equal(
    codeOf(() => readPublish({ version_data: Array(101).fill({ environment_id: 'a', version_id: 'b' }) })),
    'too_many:version_data',
  );
});

test('nesting without end is refused where the schema ends', () => {
  const deep = JSON.parse(`${'[{"group":'.repeat(100_000)}1${'}]'.repeat(100_000)}`);
  assert.equal(
    codeOf(() => readCount({ filter: deep })),
    'wrong_type:filter.0.group',
  );
  assert.equal(
    codeOf(() => readCount({ search_term: deep })),
    'wrong_type:search_term',
  );
});

test('nothing that the schema does not name comes through', () => {
  const facet = '"field_internal_name":"a","value":"b"';
  const read = readCount(JSON.parse(`{"facets":[{${facet}}],"search_term":null}`));
  assert.deepEqual(Object.keys(read), ['facets']);
  for (const name of ['__proto__', 'constructor', 'toString'])
    assert.equal(
      codeOf(() => readCount(JSON.parse(`{"facets":[{${facet},"${name}":{"x":1}}]}`))),
      `unknown_field:facets.0.${name}`,
    );
});

test('a large body is read in steps that give way', async () => {
  const group = { operator: 'OR', rules: Array.from({ length: 100 }, () => rule) };
  const body = { search_term: 'tent', filter: Array.from({ length: 100 }, () => ({ group })) };
  let steps = 0;
  const yieldIfDue = async () => {
    steps += 1;
  };
  assert.deepEqual(await countReader.readInSteps(body, yieldIfDue), body);
  assert.ok(steps > 0);
  const faulty = { ...body, filter: [...body.filter.slice(1), { group: { ...group, operator: 'NOR' } }] };
  await assert.rejects(countReader.readInSteps(faulty, yieldIfDue), (error: Failure) => {
    assert.equal(
      error.code,
      codeOf(() => readCount(faulty)),
    );
    return true;
  });
});

test('of a large body, the items of its long list are JSON with the same members', async () => {
  const rules = Array.from({ length: 100 }, () => rule);
  const filter = [
    { group: { operator: 'OR', rules } },
    { group: { operator: null, rules } },
    { group: null },
  ];
  const body = { search_term: 'tent', facets: null, filter: [...filter, ...filter, ...filter] };
  const pause = () => Promise.resolve();
  const kept = countReader.startKeeping();
  const parsed = await parseJsonInSteps(JSON.stringify(body), pause, { kept });
  const read = (await countReader.readInSteps(parsed, pause)) as { readonly filter: readonly KeptJson[] };
  const wanted = readCount(body) as { readonly filter: readonly { readonly group?: unknown }[] };
  assert.equal(read.filter.length, 9);
  for (const [at, item] of read.filter.entries()) {
    assert.ok(item instanceof KeptJson);
    assert.deepEqual((item as { readonly group?: unknown }).group, wanted.filter[at]?.group);
  }
});

test('a large body fails as a small one does, whatever comes after the first fault', async () => {
  const group = { operator: 'OR', rules: Array.from({ length: 100 }, () => rule) };
  const good = Array.from({ length: 9 }, () => ({ group }));
  const bad = { group: { ...group, operator: 'NOR' } };
  const facets = [{ field_internal_name: 'a', value: ' ' }];
  for (const body of [
    { filter: [...good, bad, ...good, { group: 1 }] },
    { filter: [bad, ...good], facets },
    { filter: [...good, {}] },
    { filter: [...good, null] },
    { filter: [...good, { group: { rules: [{ ...rule, value: 'a\0' }] } }] },
    { filter: Array.from({ length: 1_000 }, () => ({ group: { operator: 'OR' } })) },
    { filter: [...Array.from({ length: 1_000 }, () => ({ group: { operator: 'OR' } })), 1], x: 1 },
  ]) {
    const code = codeOf(() => readCount(body));
    assert.ok(code !== undefined);
    await assert.rejects(readKeeping(body), (error: Failure) => error.code === code);
  }
});

test('whatever is sent, the result fits the schema or a failure is thrown, in steps as at once', async () => {
  const key = fc.constantFrom(
    'search_term',
    'facets',
    'filter',
    'group',
    'rules',
    'operator',
    'value',
    'min',
    'x',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom(null, '', ' ', 'AND', 'contains', '*', '\0', 0, 1.5, true, [], {}),
      fc.string({ maxLength: 4 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }), async (body) => {
      const inSteps = countReader.readInSteps(body, () => Promise.resolve());
      const keeping = readKeeping(body, 0);
      try {
        const read = readCount(body);
        assert.ok(Check(countProducts.body, read));
        assert.deepEqual(await inSteps, read);
        assert.deepEqual(await keeping, read);
      } catch (error) {
        assert.ok(error instanceof Failure && error.status === 400, String(error));
        await assert.rejects(inSteps, (other: Failure) => other.code === error.code);
        await assert.rejects(keeping, (other: Failure) => other.code === error.code);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a body with nothing unusual in it is read as member by member', async () => {
  const odd = fc.constantFrom<unknown>(null, '', ' ', '\0', '\ud800', 'a'.repeat(1_001), 0, true, [], {}, [
    {},
  ]);
  const text = fc.constantFrom('tent', 'name', 'ä', '*', '1');
  const rarely = <T>(usual: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: usual, weight: 30 }, { arbitrary: odd, weight: 1 });
  const listOf = (item: fc.Arbitrary<unknown>) => rarely(fc.array(rarely(item), { maxLength: 3 }));
  const rules = fc.record({
    action: rarely(fc.constantFrom('contains', 'less_than', 'near')),
    field_name: rarely(text),
    value: rarely(text),
  });
  const group = fc.record(
    { operator: rarely(fc.constantFrom('AND', 'OR')), rules: listOf(rules) },
    { requiredKeys: [] },
  );
  const facet = fc.record(
    { field_internal_name: rarely(text), value: rarely(text), min: rarely(fc.integer()), max: rarely(text) },
    { requiredKeys: ['field_internal_name'] },
  );
  const body = fc.record(
    {
      search_term: rarely(text),
      category_id: rarely(text),
      facets: listOf(facet),
      filter: listOf(fc.record({ group: rarely(group) }, { requiredKeys: [] })),
      other: text,
    },
    { requiredKeys: ['search_term', 'facets', 'filter'] },
  );
  const result = (read: () => unknown) => {
    try {
      return read();
    } catch (error) {
      assert.ok(error instanceof Failure, String(error));
      return error.code;
    }
  };
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const json = JSON.parse(JSON.stringify(sent));
      const inSteps = await countReader
        .readInSteps(json, () => Promise.resolve())
        .catch((error: Failure) => error.code);
      assert.deepEqual(
        result(() => readCount(json)),
        inSteps,
      );
      const keeping = await readKeeping(json, 0).catch((error: Failure) => error.code);
      assert.deepEqual(keeping, inSteps);
    }),
    { numRuns: runs(500, 20_000) },
  );
});
