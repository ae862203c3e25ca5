// The names that are one edit away from what is typed are those that reading every name finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { completable, findNear, misspelt, readTyped } from '../../completion.ts';
import { CompletionsBuilder } from './build-completions.ts';
import { nearEntries } from './near-entries.ts';

/** Of one, two and three bytes. */
const letter = fc.constantFrom('a', 'b', 'ж', 'ひ');
const word = fc.array(letter, { minLength: 1, maxLength: 7 }).map((letters) => letters.join(''));
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

/** Makes a name of the typed text: some edits, and words around it. */
const edits = fc.array(
  fc.record({ at: fc.nat(24), removed: fc.nat(2), added: fc.array(letter, { maxLength: 2 }) }),
  { maxLength: 2 },
);
const around = fc.record({ edits, before: fc.option(word), after: fc.option(word) });
type Made = typeof around extends fc.Arbitrary<infer T> ? T : never;

const nameOf = (typed: string, { edits: all, before, after }: Made): string => {
  const letters = [...typed];
  for (const { at, removed, added } of all) letters.splice(at % (letters.length + 1), removed, ...added);
  return [before ?? '', letters.join(''), after ?? ''].join(' ');
};

test('near entries are those of the names that have the typed text with one edit', () => {
  const met = { near: 0, far: 0 };
  fc.assert(
    fc.property(text, fc.array(around, { maxLength: 20 }), (typedText, made) => {
      const names = made.map((one) => nameOf(typedText, one));
      const builder = new CompletionsBuilder();
      for (const [item, name] of names.entries()) builder.add(item, name, undefined);
      const completions = builder.finish(names.length, Uint32Array.from(names.keys()));
      const typed = readTyped(typedText);
      const ranges = nearEntries(completions, misspelt(typed));
      const found = new Set(ranges.flatMap(({ from, to }) => [...completions.entryItem.subarray(from, to)]));
      for (const [item, name] of names.entries()) {
        const isNear = findNear(completable(name), typed) !== undefined;
        assert.equal(found.has(item), isNear, `${name} for ${typedText}`);
        met[isNear ? 'near' : 'far'] += 1;
      }
    }),
    { numRuns: runs(500, 10_000) },
  );
  assert.ok(met.near > 100 && met.far > 100, JSON.stringify(met));
});
