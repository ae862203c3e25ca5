// Edit distance against the plain full matrix, and the allowed edits by length.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowedEdits, withinEdits } from './edit-distance.ts';

/** Textbook optimal string alignment: the whole matrix, no shortcuts. */
function plainDistance(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  const cells = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const cell = (i: number, j: number): number => cells[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, cell(i - 2, j - 2) + 1);
      }
      const line = cells[i];
      assert.ok(line);
      line[j] = best;
    }
  }
  return cell(a.length, b.length);
}

test('each kind of edit counts one, a swap of neighbours too', () => {
  for (const [a, b] of [
    ['shirt', 'shirts'],
    ['shirt', 'shrt'],
    ['shirt', 'shart'],
    ['shirt', 'shrit'],
    ['', 'a'],
  ] as const) {
    assert.equal(withinEdits(a, b, 1), true, `${a} ${b}`);
    assert.equal(withinEdits(b, a, 1), true, `${b} ${a}`);
  }
  assert.equal(withinEdits('shirt', 'shirt', 1), true);
  assert.equal(withinEdits('shirt', 'short', 1), true);
  assert.equal(withinEdits('shirt', 'sports', 2), false);
  assert.equal(withinEdits('shirt', 'skirts', 1), false);
  assert.equal(withinEdits('shirt', 'skirts', 2), true);
  // A swapped pair is not edited again (the restricted variant).
  assert.equal(withinEdits('ca', 'abc', 2), false);
});

test('a letter outside the basic plane is one letter', () => {
  assert.equal(withinEdits('ab𝒳cd', 'abcd', 1), true);
  assert.equal(withinEdits('𝒳𝒴', '', 2), true);
  assert.equal(withinEdits('𝒳𝒴', '', 1), false);
  assert.equal(allowedEdits('𝒳𝒴𝒳'), 0);
  assert.equal(allowedEdits('𝒳𝒴𝒳𝒴'), 1);
});

test('agrees with the full matrix', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '𝒳'), maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1 as const, 2 as const), (a, b, max) => {
      assert.equal(withinEdits(a, b, max), plainDistance(a, b) <= max);
    }),
    { numRuns: 20_000 },
  );
});

test('agrees with the full matrix on words that are near each other', () => {
  const edit = fc.tuple(fc.nat(30), fc.constantFrom('insert', 'delete', 'replace', 'swap'));
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      word,
      fc.array(edit, { maxLength: 3 }),
      fc.constantFrom(1 as const, 2 as const),
      (a, edits, max) => {
        const letters = [...a];
        for (const [place, kind] of edits) {
          const at = place % (letters.length + 1);
          if (kind === 'insert') letters.splice(at, 0, 'x');
          else if (kind === 'delete') letters.splice(at, 1);
          else if (kind === 'replace') letters.splice(at, 1, 'y');
          else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse());
        }
        const b = letters.join('');
        assert.equal(withinEdits(a, b, max), plainDistance(a, b) <= max, `${a} ${b}`);
      },
    ),
    { numRuns: 10_000 },
  );
});

test('words longer than the scratch buffer are compared alike', () => {
  const long = 'ab'.repeat(400);
  assert.equal(withinEdits(long, `x${long}`, 1), true);
  assert.equal(withinEdits(`${long}x`, `x${long}`, 1), false);
});

test('the allowed edits grow at four and at eight letters', () => {
  assert.deepEqual(
    ['', 'abc', 'abcd', 'abcdefg', 'abcdefgh', 'a'.repeat(64)].map(allowedEdits),
    [0, 0, 1, 1, 2, 2],
  );
});
