// What is parsed equals what was written, with any spelling of its names, whatever was parsed before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { parseJson } from './parse-json.ts';

/** Every character of every string as an escape, numbers and marks as they are. */
const escapeAll = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (literal) => {
    const units = (JSON.parse(literal) as string).split('');
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
  });

/** JSON writes -0 as 0. */
const withoutSigns = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 0;
  if (Array.isArray(value)) return value.map(withoutSigns);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, withoutSigns(own)]));
};

test('names with escapes are read right after names that are written like their beginning', () => {
  const cases = [
    [String.raw`{"sku_x":"a","\\u0":1}`, String.raw`{"sku_x":"b","\u00e9t\u00e9":2}`, { sku_x: 'b', été: 2 }],
    [String.raw`{"php":1,"w\\/":1}`, String.raw`{"php":1,"w\/h":2}`, { php: 1, 'w/h': 2 }],
    [String.raw`{"a":"","\\":""}`, String.raw`{"a":"","\"":""}`, { a: '', '"': '' }],
  ] as const;
  for (const [before, text, wanted] of cases) {
    parseJson(before);
    assert.deepEqual(parseJson(text), wanted);
  }
});

test('any value comes back from any spelling of it', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 4 }),
      fc.nat({ max: 2 }),
      (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        assert.deepEqual(parseJson(json), withoutSigns(value));
        assert.deepEqual(parseJson(escapeAll(json)), withoutSigns(value));
      },
    ),
    { numRuns: 300 },
  );
});

test('names of the prototype, repeated names, deep and damaged texts are as JSON.parse has them', () => {
  for (const text of [
    String.raw`{"\u005f_proto__":{"a":1},"__proto__":2,"constructor":3}`,
    String.raw`{"b\n":1,"a":2,"b\n":[-0,1e400,1.5,true,null,"x\\\"y",{}]}`,
    String.raw`[{"\"":"\\"},"\\",{"\\\\\"":{}},""]`,
  ]) {
    const [own, wanted] = [parseJson(text), JSON.parse(text)] as [object, object];
    assert.deepEqual(own, wanted);
    assert.deepEqual(Object.keys(own), Object.keys(wanted));
  }
  const deep = parseJson(`${'['.repeat(200_000)}{"\\n":1}${']'.repeat(200_000)}`);
  assert.ok(Array.isArray(deep));
  for (const text of ['', '{"\\n":}', '{"\\x":1}', '["\\n"', '{"a\\":1}'])
    assert.throws(() => parseJson(text), SyntaxError);
});
