// Canonical JSON: equal values, equal texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, canonicalJsonWithout } from './canonical-json.ts';

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [key, member] of Object.entries(value).reverse()) copy[key] = turned(member);
  return copy;
};

test('parses to the same value, and the order of keys does not matter', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      assert.equal(
        JSON.stringify(JSON.parse(text)),
        JSON.stringify(JSON.parse(canonicalJson(turned(value)))),
      );
      assert.equal(text, canonicalJson(turned(value)));
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('different values are different texts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same = canonicalJson(a) === canonicalJson(b);
      assert.equal(same, equalAsJson(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))));
    }),
  );
});

test('leaves out one property of the outermost object, and what is undefined', () => {
  const value = { kind: 'x', b: { kind: 'y', gone: undefined }, a: 1, gone: undefined };
  assert.equal(canonicalJsonWithout(value, 'kind'), '{"a":1,"b":{"kind":"y"}}');
});

const equalAsJson = (a: unknown, b: unknown): boolean => {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
};
