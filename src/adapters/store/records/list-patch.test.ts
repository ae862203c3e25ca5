// A list that is brought up to date has the entries that are stored, in their order, however its pieces were split and joined, and
// few pieces are read for it.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { type DecodedPiece, ListContents } from './list-contents.ts';
import { patchContents, touchedPieces } from './list-patch.ts';
import { compareEntries, type Entry } from './list-rows.ts';

const TIMEOUT_MS = 60_000;

/** Slots are the records. */
const entryOf = (slot: number, value: number): Entry => ({
  key: String(value).padStart(3, '0'),
  id: String(slot).padStart(4, '0'),
  slot,
});

const contentsOf = (pieces: readonly (readonly Entry[])[]): ListContents =>
  new ListContents(
    pieces.map((entries): DecodedPiece => {
      const [first, last] = [entries[0] as Entry, entries.at(-1) as Entry];
      return {
        key: first.key,
        record_id: first.id,
        last_key: last.key,
        entries: entries.length,
        head_run: entries.filter(({ key }) => key === first.key).length,
        tail_run: entries.filter(({ key }) => key === last.key).length,
        slots: Uint32Array.from(entries, ({ slot }) => slot),
      };
    }),
  );

const slotsOf = ({ pieces }: ListContents): number[] => pieces.flatMap(({ slots }) => [...slots]);

const cut = (entries: readonly Entry[], lengths: readonly number[]): Entry[][] => {
  const pieces: Entry[][] = [];
  for (let at = 0; at < entries.length; ) {
    const length = lengths[pieces.length % lengths.length] as number;
    pieces.push(entries.slice(at, at + length));
    at += length;
  }
  return pieces;
};

/** As the store keeps them: an entry falls into the last piece that begins before it. Pieces may join and split. */
const change = (
  pieces: readonly (readonly Entry[])[],
  gone: ReadonlySet<number>,
  added: readonly Entry[],
  joins: readonly boolean[],
): Entry[][] => {
  const heads = pieces.map(([first]) => first as Entry);
  const changed = pieces.map((entries, index) => {
    const own = added.filter((entry) => {
      const place = heads.findLastIndex((head) => compareEntries(head, entry) <= 0);
      return Math.max(0, place) === index;
    });
    const kept = entries.filter(({ slot }) => !gone.has(slot));
    const isChanged = own.length > 0 || kept.length < entries.length;
    return { entries: [...kept, ...own].sort(compareEntries), isChanged };
  });
  const result: Entry[][] = [];
  for (let index = 0; index < changed.length; index += 1) {
    const { entries, isChanged } = changed[index] as (typeof changed)[number];
    let all = entries;
    for (
      let turn = 0;
      isChanged && joins[(index + turn) % joins.length] && index + 1 < changed.length;
      turn += 1
    ) {
      index += 1;
      all = [...all, ...(changed[index] as (typeof changed)[number]).entries];
    }
    result.push(...(isChanged ? cut(all, [all.length > 12 ? 7 : 12]) : [all]));
  }
  return result.filter((entries) => entries.length > 0);
};

const readerOf = (contents: ListContents) => {
  const seen = { reads: 0 };
  const read = async (after: Pick<Entry, 'key' | 'id'>, limit: number): Promise<readonly DecodedPiece[]> => {
    seen.reads += 1;
    const heads = contents.pieces.map(({ key, record_id: id }) => ({ key, id }));
    const from = heads.findIndex((head) => compareEntries(head, after) > 0);
    return from === -1 ? [] : contents.pieces.slice(from, from + limit);
  };
  return { seen, read };
};

it('a patched list has the entries that are stored', { timeout: TIMEOUT_MS }, async () => {
  let patched = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(400), { minLength: 200, maxLength: 500 }),
      fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(fc.record({ slot: fc.nat(510), value: fc.option(fc.nat(400)) }), {
        minLength: 1,
        // More than are looked for one by one.
        maxLength: 7,
        selector: ({ slot }) => slot,
      }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
      async (values, lengths, changes, joins) => {
        const entries = values.map((value, slot) => entryOf(slot, value)).sort(compareEntries);
        const before = cut(entries, lengths);
        const gone = new Set(changes.map(({ slot }) => slot));
        const added = changes.flatMap(({ slot, value }) => (value === null ? [] : [entryOf(slot, value)]));
        const stored = contentsOf(change(before, gone, added, joins));
        const kept = contentsOf(before);
        const slots = new SlotSet();
        slots.addAll(Uint32Array.from(gone));
        const { seen, read } = readerOf(stored);
        const touched = touchedPieces(kept, slots, added);
        const found = await patchContents(kept, touched, slots, read);
        assert.ok(seen.reads <= 8 * touched.length, `${seen.reads} reads of ${touched.length} pieces`);
        if (found === undefined) return;
        patched += 1;
        assert.deepEqual(slotsOf(found), slotsOf(stored));
        assert.deepEqual([...found.members], [...stored.members]);
        assert.equal(found.entries, stored.entries);
      },
    ),
    // Lists of hundreds of entries shrink for minutes.
    { numRuns: runs(300, 5_000), endOnFailure: true },
  );
  assert.ok(patched > runs(100, 1_500), `only ${patched} lists were patched`);
});

it('what changed in one piece is read with one statement', { timeout: TIMEOUT_MS }, async () => {
  const entries = Array.from({ length: 300 }, (_, slot) => entryOf(slot, slot));
  const before = cut(entries, [10]);
  const stored = contentsOf(before.map((piece) => piece.filter(({ slot }) => slot !== 155)));
  const slots = new SlotSet();
  slots.add(155);
  const { seen, read } = readerOf(stored);
  const found = await patchContents(contentsOf(before), [15], slots, read);
  assert.deepEqual(found && slotsOf(found), slotsOf(stored));
  assert.equal(seen.reads, 1);
});

it('a list whose pieces were cut anew beside a change is read as a whole', {
  timeout: TIMEOUT_MS,
}, async () => {
  const entries = Array.from({ length: 300 }, (_, slot) => entryOf(slot, slot));
  const { read } = readerOf(contentsOf(cut(entries, [7])));
  assert.equal(await patchContents(contentsOf(cut(entries, [10])), [15], new SlotSet(), read), undefined);
});
