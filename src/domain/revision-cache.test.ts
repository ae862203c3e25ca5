// What the cache gives back was made under its workspace's present revision, it stays within its bounds, and no workspace pushes
// out another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RevisionCache } from './revision-cache.ts';

const workspace = (name: string) => ({ tenantId: name, workspaceId: 'web' });

const open = (limits: { entriesMax: number; sizeMax?: number }) => {
  const revisions = new Map<string, number>();
  const cache = new RevisionCache<string>(
    { revision: ({ tenantId }) => revisions.get(tenantId) ?? 0 },
    limits,
  );
  const commit = (name: string): void => void revisions.set(name, (revisions.get(name) ?? 0) + 1);
  const put = (name: string, key: string, value: string, size?: number): void =>
    cache.set(key, workspace(name), cache.revision(workspace(name)), value, size);
  return { cache, commit, put };
};

test('a commit makes its own workspace’s entries unusable, and nobody else’s', () => {
  const { cache, commit, put } = open({ entriesMax: 10 });
  put('a', 'one', '1');
  put('b', 'two', '2');
  commit('a');
  assert.equal(cache.get('one'), undefined);
  assert.equal(cache.get('two'), '2');
  put('a', 'one', '3');
  assert.equal(cache.get('one'), '3');
});

test('what was made before a commit is not kept after it', () => {
  const { cache, commit } = open({ entriesMax: 10 });
  const revision = cache.revision(workspace('a'));
  commit('a');
  cache.set('one', workspace('a'), revision, '1');
  assert.equal(cache.get('one'), undefined);
});

test('where nobody can tell the revision nothing is kept', () => {
  const cache = new RevisionCache<string>({ revision: () => Number.NaN }, { entriesMax: 10 });
  cache.set('one', workspace('a'), cache.revision(workspace('a')), '1');
  assert.equal(cache.get('one'), undefined);
});

test('a workspace that floods the cache pushes out its own entries', () => {
  const { cache, put } = open({ entriesMax: 10 });
  for (const key of ['q1', 'q2', 'q3']) put('quiet', key, key);
  for (let number = 0; number < 100; number += 1) put('loud', `l${number}`, 'x');
  for (const key of ['q1', 'q2', 'q3']) assert.equal(cache.get(key), key);
  assert.equal(cache.get('l99'), 'x');
  assert.equal(cache.get('l1'), undefined);
});

test('the oldest entry makes room: of the workspace itself once it has its share, else of whoever has it', () => {
  const { cache, put } = open({ entriesMax: 4 });
  const held = () => ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'].filter((key) => cache.get(key) !== undefined);
  for (const key of ['a1', 'a2', 'a3']) put('a', key, key);
  put('b', 'b1', 'b1');
  put('b', 'b2', 'b2');
  assert.deepEqual(held(), ['a2', 'a3', 'b1', 'b2']);
  put('b', 'b3', 'b3');
  assert.deepEqual(held(), ['a2', 'a3', 'b2', 'b3']);
  put('a', 'a2', 'again');
  put('a', 'a1', 'a1');
  assert.deepEqual(held(), ['a1', 'a2', 'b2', 'b3'], 'what was written again is new');
});

test('it never holds more than it may, in entries and in size, and never gives a wrong value', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    key: fc.integer({ min: 0, max: 20 }),
    size: fc.integer({ min: 1, max: 12 }),
    does: fc.constantFrom('put', 'put', 'put', 'commit', 'delete'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { cache, commit, put } = open({ entriesMax: 8, sizeMax: 30 });
      const model = new Map<string, { value: string; size: number }>();
      steps.forEach(({ name, key, size, does }, at) => {
        const full = `${name}${key}`;
        if (does === 'put') {
          put(name, full, String(at), size);
          model.set(full, { value: String(at), size });
        } else if (does === 'delete') {
          cache.delete(full);
          model.delete(full);
        } else {
          commit(name);
          for (const known of [...model.keys()]) if (known.startsWith(name)) model.delete(known);
        }
        const held = [...model].filter(([known]) => cache.get(known) !== undefined);
        for (const [known, { value }] of held) assert.equal(cache.get(known), value);
        assert.ok(held.length <= 8);
        assert.ok(held.reduce((sum, [, own]) => sum + own.size, 0) <= 30);
        if (does === 'put') assert.equal(cache.get(full), String(at), 'the newest is kept');
      });
    }),
    { numRuns: 200 },
  );
});
