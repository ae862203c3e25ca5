// Keys that are kept up to date find what keys read anew would.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { ListedKeys } from './listed-keys.ts';
import { addSlotsOf, indexInSteps, keysWith, searchedKeysOf } from './searched-keys.ts';

const TIMEOUT_MS = 60_000;

const key: fc.Arbitrary<string> = fc.constantFrom('apple', 'pear', 'apple pie', 'zebra', 'ap', '');
const needles = ['apple', 'p', 'ap', 'zebra', 'pie', 'x'];

const find = ({ parts }: ListedKeys, needle: string): number[] => {
  const found = new SlotSet();
  for (const part of parts) {
    for (const _ of indexInSteps(part));
    addSlotsOf(part, keysWith(part, needle), found);
  }
  return [...found];
};

const setOf = (slots: Iterable<number>): SlotSet => {
  const set = new SlotSet();
  set.addAll(Uint32Array.from(slots));
  return set;
};

it('finds what the keys have now', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(key, { maxLength: 2 }), { maxLength: 40 }),
      fc.array(fc.dictionary(fc.nat(45).map(String), fc.array(key, { maxLength: 2 }), { maxKeys: 4 }), {
        maxLength: 8,
      }),
      (first, changes) => {
        const now = new Map(first.map((keys, slot) => [slot, keys]));
        const entries = [...now].flatMap(([slot, keys]) => keys.map((each) => ({ key: each, slot })));
        const parts = [entries.slice(0, 20), entries.slice(20)].map((some) =>
          searchedKeysOf(
            some.map((entry) => entry.key),
            Uint32Array.from(some, ({ slot }) => slot),
            'text',
          ),
        );
        let listed = ListedKeys.of(parts, 'text');
        for (const change of changes) {
          const slots = Object.keys(change).map(Number);
          for (const slot of slots) now.set(slot, change[slot] as string[]);
          const has = slots.flatMap((slot) =>
            (change[slot] as string[]).map((each) => ({ key: each, id: '', slot })),
          );
          const patched = listed.patch(setOf(slots), has, 'text');
          assert.ok(patched);
          listed = patched;
          for (const needle of needles) {
            const wanted = [...now].filter(([, keys]) => keys.some((each) => each.includes(needle)));
            assert.deepEqual(find(listed, needle), [...setOf(wanted.map(([slot]) => slot))]);
          }
          const members = [...now].filter(([, keys]) => keys.length > 0).map(([slot]) => slot);
          assert.deepEqual([...listed.members], [...setOf(members)]);
        }
      },
    ),
    { numRuns: runs(200, 3_000) },
  );
});

it('is read again when very many records have changed', { timeout: TIMEOUT_MS }, () => {
  const listed = ListedKeys.of([searchedKeysOf(['apple'], Uint32Array.of(0), 'text')], 'text');
  const changed = (slots: number) => {
    const all = Array.from({ length: slots }, (_, slot) => slot);
    return listed.patch(
      setOf(all),
      all.map((slot) => ({ key: 'pear', id: '', slot })),
      'text',
    );
  };
  assert.ok(changed(2_000));
  assert.equal(changed(2_001), undefined);
});
