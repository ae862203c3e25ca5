// Reports unknown settings, with the known one that was probably meant.

/** One fault for each unknown name. */
export const unknownNames = (names: readonly string[], known: readonly string[]): string[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const suggestion = closest(name, known);
      return `${name} is not a known variable${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`;
    });

const TYPO_MAX_EDITS = 3;

/** Undefined if no name is close enough. */
const closest = (name: string, known: readonly string[]): string | undefined => {
  const best = known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .reduce((a, b) => (b.edits < a.edits ? b : a));
  return best.edits <= TYPO_MAX_EDITS ? best.candidate : undefined;
};

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};
