// The edit distance of two words: insert, delete, replace, or swap two neighbours (optimal string alignment). Exact
// up to the given bound, over code points, in time linear in the word length. Not here: finding candidates in a
// dictionary, and preferring words with the same first letter (the engines).

/** Edits allowed in a query word: none below 4 letters, one from 4 to 7, two from 8. */
export function allowedEdits(word: string): 0 | 1 | 2 {
  let length = 0;
  for (const _ of word) {
    length += 1;
    if (length === 8) return 2;
  }
  return length < 4 ? 0 : 1;
}

/** Whether the first letter of a query word may be wrong too: below 5 letters, too many words would match. */
export function mayMissFirst(word: string): boolean {
  // A letter has at most two units: only short words need counting.
  return word.length >= 10 || [...word].length >= 5;
}

/** Whether at most `max` edits turn `a` into `b`. */
export function withinEdits(a: string, b: string, max: 1 | 2): boolean {
  // A code point has one or two units, so a larger difference cannot be bridged.
  if (Math.abs(a.length - b.length) > 2 * max) return false;
  reserve(Math.max(a.length, b.length));
  const lengthA = readCodePoints(a, pointsA);
  const lengthB = readCodePoints(b, pointsB);
  if (Math.abs(lengthA - lengthB) > max) return false;
  let start = 0;
  while (start < lengthA && start < lengthB && pointsA[start] === pointsB[start]) start += 1;
  let endA = lengthA;
  let endB = lengthB;
  while (endA > start && endB > start && pointsA[endA - 1] === pointsB[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  return distanceWithin(start, endA - start, endB - start, max);
}

// Scratch buffers reused by every call: a typo search compares one word with thousands.
let pointsA = new Uint32Array(128);
let pointsB = new Uint32Array(128);
let beforeLast = new Uint8Array(128);
let last = new Uint8Array(128);
let row = new Uint8Array(128);

function reserve(length: number): void {
  if (length < pointsA.length) return;
  pointsA = new Uint32Array(2 * length);
  pointsB = new Uint32Array(2 * length);
  beforeLast = new Uint8Array(2 * length);
  last = new Uint8Array(2 * length);
  row = new Uint8Array(2 * length);
}

function readCodePoints(word: string, points: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < word.length; at += 1) {
    const codePoint = word.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at += 1;
    points[count] = codePoint;
    count += 1;
  }
  return count;
}

/** The usual matrix without the shared prefix and suffix, limited to the cells within `max` of the diagonal. */
function distanceWithin(start: number, lengthA: number, lengthB: number, max: number): boolean {
  const tooFar = max + 1;
  for (let column = 0; column <= lengthB; column += 1) last[column] = Math.min(column, tooFar);
  for (let i = 1; i <= lengthA; i += 1) {
    const from = Math.max(1, i - max);
    const to = Math.min(lengthB, i + max);
    row[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar;
    let least = row[from - 1] ?? tooFar;
    for (let j = from; j <= to; j += 1) {
      const same = pointsA[start + i - 1] === pointsB[start + j - 1];
      let best = (last[j - 1] ?? tooFar) + (same ? 0 : 1);
      best = Math.min(best, (row[j - 1] ?? tooFar) + 1, (last[j] ?? tooFar) + 1, tooFar);
      if (i > 1 && j > 1 && isSwap(start + i - 1, start + j - 1)) {
        best = Math.min(best, (beforeLast[j - 2] ?? tooFar) + 1);
      }
      row[j] = best;
      if (best < least) least = best;
    }
    if (to < lengthB) row[to + 1] = tooFar;
    // A swap reaches back two rows, but then from a cell below `max`, whose neighbour in this row would also be in
    // reach.
    if (least > max) return false;
    const free = beforeLast;
    beforeLast = last;
    last = row;
    row = free;
  }
  return (last[lengthB] ?? tooFar) <= max;
}

function isSwap(atA: number, atB: number): boolean {
  return pointsA[atA] === pointsB[atB - 1] && pointsA[atA - 1] === pointsB[atB];
}
