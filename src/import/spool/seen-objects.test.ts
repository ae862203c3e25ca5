// Repeated keys against a plain map, in numbers that make the table grow; the same id elsewhere is another object.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATALOG_ID, shortLines } from '../../../test/fixtures/sample-bundle.ts';
import type { BundleObject } from '../../contract/bundle.ts';
import { SeenObjects } from './seen-objects.ts';

const scope = { tenantId: 'acme', workspaceId: 'web' };
const productOf = (id: string, catalogId = CATALOG_ID) =>
  ({ ...shortLines.product, catalog_id: catalogId, id }) as unknown as BundleObject;

test('it finds what a map finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_000), { minLength: 1, maxLength: 6_000 }), (ids) => {
      const seen = new SeenObjects();
      const first = new Map<number, number>();
      for (const [index, id] of ids.entries()) {
        const line = index + 1;
        const expected = first.get(id);
        if (expected === undefined) first.set(id, line);
        assert.equal(seen.note(line, scope, productOf(String(id)))?.firstLine, expected);
      }
    }),
    { numRuns: 20 },
  );
});

test('the same id of another kind, catalog or workspace is another object; a tenant is one for all workspaces', () => {
  const seen = new SeenObjects();
  const other = { ...scope, workspaceId: 'other' };
  const objects = [
    productOf('1'),
    productOf('1', '99999999-9999-4999-8999-999999999999'),
    { ...shortLines.category, id: '1' } as unknown as BundleObject,
  ];
  for (const [index, object] of objects.entries()) {
    assert.equal(seen.note(2 * index + 1, scope, object), undefined);
    assert.equal(seen.note(2 * index + 2, other, object), undefined);
  }
  const tenant = (name: string) => ({ ...shortLines.tenant, name }) as unknown as BundleObject;
  assert.equal(seen.note(10, scope, tenant('Acme')), undefined);
  assert.equal(seen.note(11, other, tenant('Acme'))?.isEqual, true);
  const { firstLine, isEqual } = seen.note(12, other, tenant('Other')) ?? {};
  assert.deepEqual([firstLine, isEqual], [10, false]);
});

test('what may be repeated can be chosen, and what was added is known', () => {
  const seen = new SeenObjects(undefined, new Set(['category']));
  const category = (id: string, name: string) =>
    ({ ...shortLines.category, id, name }) as unknown as BundleObject;
  assert.equal(seen.note(1, scope, category('1', 'Tents')), undefined);
  assert.equal(seen.note(2, scope, category('1', 'Tents'))?.isEqual, true);
  assert.equal(seen.note(3, scope, category('1', 'Stoves'))?.isEqual, false);
  assert.equal(seen.has(scope, category('1', 'Lamps')), true);
  assert.equal(seen.has(scope, category('2', 'Tents')), false);
  assert.equal(seen.has({ ...scope, workspaceId: 'other' }, category('1', 'Tents')), false);
});

test('beyond its limit it remembers nothing more, and still knows what it knew', () => {
  const seen = new SeenObjects(2);
  for (const id of ['a', 'b', 'c']) assert.equal(seen.note(1, scope, productOf(id)), undefined);
  assert.equal(seen.note(4, scope, productOf('c')), undefined);
  assert.equal(seen.note(5, scope, productOf('b'))?.firstLine, 1);
});
