// Lines made at random from the schemas themselves, judged by TypeBox as a second opinion.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { type Arbitrary } from 'fast-check';
import { Compile } from 'typebox/compile';
import { Set as setFormat } from 'typebox/format';
import { anyCharacter } from '../../test/fixtures/any-character.ts';
import { runs } from '../../test/fixtures/long-runs.ts';
import { type BundleKind, bundleKinds } from '../contract/bundle.ts';
import { REDIRECT_PATTERN } from '../contract/products/rule-schema.ts';
import { LOCALE_PATTERN, UUID_PATTERN } from '../contract/values.ts';
import { parseInstant } from '../domain/text/instant.ts';
import { decodeLine, encodeLine } from './bundle-codec.ts';
import type { SchemaNode } from './schema/scalar-readers.ts';

setFormat('instant', (text) => parseInstant(text) !== undefined);

const kinds = Object.keys(bundleKinds) as BundleKind[];
const kind = fc.constantFrom(...kinds);
const validators = new Map(kinds.map((name) => [name, Compile(bundleKinds[name])]));

const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.replaceAll('\0', ''));
const spelling = fc.func(fc.boolean());
const locale = fc
  .tuple(
    fc.stringMatching(/^[a-z]{2,3}$/),
    fc.option(fc.stringMatching(/^[a-z0-9]{2,4}$/), { nil: undefined }),
  )
  .map((parts) => parts.filter((part) => part !== undefined).join('-'));
const instant = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) =>
    JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'proto').replaceAll('\\u0000', '')),
  );

const patterned = (pattern: string): Arbitrary<string> => {
  if (pattern === UUID_PATTERN) return fc.uuid();
  if (pattern === LOCALE_PATTERN) return locale;
  if (pattern === '^[A-Z]{3}$') return fc.stringMatching(/^[A-Z]{3}$/);
  if (pattern === REDIRECT_PATTERN) return fc.webPath().map((path) => `/x${path}`);
  return text.map((value) => `k${value}`);
};

/** Canonical values of a schema, written without a look at the reader. */
const valuesOf = (schema: SchemaNode): Arbitrary<unknown> => {
  if (schema['anyOf'] !== undefined) return fc.oneof(...(schema['anyOf'] as SchemaNode[]).map(valuesOf));
  if (schema['enum'] !== undefined) return fc.constantFrom(...(schema['enum'] as unknown[]));
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'instant') return instant;
      if (schema['pattern'] !== undefined) return patterned(schema['pattern'] as string);
      return schema['minLength'] === undefined ? text : text.map((value) => `x${value}`);
    case 'number':
      return fc
        .double({
          noNaN: true,
          noDefaultInfinity: true,
          min: (schema['minimum'] as number | undefined) ?? -Number.MAX_VALUE,
          max: (schema['maximum'] as number | undefined) ?? Number.MAX_VALUE,
        })
        .map((value) => value + 0);
    case 'integer':
      return fc.integer({
        min: (schema['minimum'] as number | undefined) ?? 0,
        max: (schema['maximum'] as number | undefined) ?? 1_000_000,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = (schema['minItems'] as number | undefined) ?? 0;
      return fc.array(valuesOf(schema['items'] as SchemaNode), { minLength, maxLength: minLength + 2 });
    }
    case 'object':
      return objectOf(schema);
    default:
      return json;
  }
};

const objectOf = (schema: SchemaNode): Arbitrary<unknown> => {
  const patterns = schema['patternProperties'] as Record<string, SchemaNode> | undefined;
  if (patterns !== undefined) {
    const [[pattern, values] = ['', {}]] = Object.entries(patterns);
    return fc
      .uniqueArray(fc.tuple(patterned(pattern), valuesOf(values)), { maxLength: 3, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries));
  }
  const required = new Set(schema['required'] as string[]);
  const fields = Object.entries(schema['properties'] as Record<string, SchemaNode>).map(([key, node]) =>
    (required.has(key) ? valuesOf(node) : fc.option(valuesOf(node), { nil: undefined })).map((value) => [
      key,
      value,
    ]),
  );
  return fc
    .tuple(...fields)
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
    .filter((value) => Object.keys(value).length >= ((schema['minProperties'] as number | undefined) ?? 0));
};

/** What a schema cannot say of a field is left out: rules that go with its type, names that differ. */
const agreeing = (field: object, index: number): object => ({
  ...field,
  name: `f${index}`,
  type: 'text',
  options: [],
  validation: {},
});

const agreeingModelField = (field: object, index: number): object => {
  const { field_properties: properties } = field as { readonly field_properties: object };
  return {
    ...field,
    field_properties: { ...properties, internal_name: `f${index}`, data_type: 'text', validation: {} },
    relation_type: '',
  };
};

/** A boost has ids or a filter, and a rule ends after it begins. */
const agreeingRule = (line: Record<string, unknown>): void => {
  const { boost, bury, when } = line as { boost?: Boost[]; bury?: Boost[]; when: { until?: string } };
  for (const one of [...(boost ?? []), ...(bury ?? [])]) {
    if (one.filter !== undefined) delete one.ids;
    else one.ids ??= ['p'];
  }
  if (when.until !== undefined) when.until = '2101-01-01T00:00:00.000Z';
};

/** Weights are multiples of a quarter, and each number has a field of its own. */
const agreeingCatalog = ({ ranking = {} }: { ranking?: Ranking }): void => {
  const { weights = {}, numbers = [] } = ranking;
  for (const [field, weight] of Object.entries(weights)) weights[field] = Math.ceil(4 * weight) / 4;
  numbers.forEach((one, index) => {
    one.field = `f${index}`;
  });
};

interface Ranking {
  weights?: Record<string, number>;
  numbers?: { field: string }[];
}

interface Boost {
  ids?: string[];
  filter?: object[];
}

const wholeObject = kind
  .chain((name) => valuesOf(bundleKinds[name] as unknown as SchemaNode))
  .map((object) => {
    const line = object as Record<string, unknown>;
    if (line['kind'] === 'domain') line['host'] = 'shop.acme.test';
    if (line['kind'] === 'search_event') line['term'] = 'red shoe';
    if (line['kind'] === 'publication') line['locales'] = null;
    if (line['kind'] === 'catalog') agreeingCatalog(line);
    if (line['kind'] === 'merchandising_rule') agreeingRule(line);
    if (line['kind'] === 'form') line['fields'] = (line['fields'] as object[]).map(agreeing);
    if (line['kind'] === 'content_model') {
      line['fields'] = (line['fields'] as object[]).map(agreeingModelField);
    }
    return line;
  });

const decoded = (line: string) => {
  const result = decodeLine(line);
  assert.ok(result.kind === 'object', `${JSON.stringify(result)} of ${line}`);
  return result.object;
};

test('a canonical object comes back the same, as an object and as text', () => {
  fc.assert(
    fc.property(wholeObject, (object) => {
      const line = encodeLine(object as never);
      assert.deepEqual(decoded(line), object);
      assert.equal(encodeLine(decoded(line)), line);
    }),
    { numRuns: runs(20, 1_600) },
  );
});

const reversed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).reverse());
};

test('neither the order of the fields nor defaults written out make a difference', () => {
  fc.assert(
    fc.property(wholeObject, spelling, (object, isLeftOut) => {
      const properties = bundleKinds[object['kind'] as BundleKind].properties as unknown as Record<
        string,
        SchemaNode
      >;
      const short = Object.entries(object).filter(
        ([key, value]) =>
          !(JSON.stringify(properties[key]?.['default']) === JSON.stringify(value) && isLeftOut(key)),
      );
      const other = JSON.stringify(reversed(Object.fromEntries(short)));
      assert.equal(encodeLine(decoded(other)), encodeLine(object as never));
    }),
    { numRuns: runs(20, 1_600) },
  );
});

test('whatever is taken is valid by the schema too, and stays the same when taken again', () => {
  const mutated = fc
    .tuple(wholeObject, fc.nat(), fc.oneof(json, text, fc.constant(''), fc.constant(-1), fc.constant([null])))
    .map(([object, at, value]) => {
      const keys = Object.keys(object).filter((key) => key !== 'kind');
      return { ...object, [keys[at % keys.length] as string]: value };
    });
  fc.assert(
    fc.property(mutated, (object) => {
      const result = decodeLine(JSON.stringify(object));
      if (result.kind === 'object') {
        assert.ok(validators.get(result.object.kind)?.Check(result.object), JSON.stringify(object));
        assert.deepEqual(decoded(JSON.stringify(result.object)), result.object);
      }
    }),
    { numRuns: runs(50, 4_000) },
  );
});

test('no text makes the codec throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (line) => {
      assert.equal(decodeLine(line).kind, 'fault');
    }),
    { numRuns: runs(25, 2_000) },
  );
});
