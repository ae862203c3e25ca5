// Tells what is no bundle at all, such as a CSV file, from a bundle with bad lines: that is said once, and not for every line of it.

import type { BundleEntry } from '../read-bundle.ts';

/** So many lines without one that is a JSON object, and nobody has to read the rest. */
const LINES_TRIED = 20;

/** Faults of what is not even a JSON object. */
const unreadable: ReadonlySet<string> = new Set([
  'invalid_json:line',
  'wrong_type:line',
  'invalid_character:line',
]);

export class NoBundle {
  #tried = 0;
  #first: { readonly line: number; readonly message: string } | undefined;
  #isBundle = false;

  /** To be told of every line in order, and whether a scope line came before it. Returns whether there is no use in reading on. */
  note(entry: BundleEntry, hasScope: boolean): boolean {
    this.#isBundle ||= hasScope || !('fault' in entry) || !unreadable.has(entry.code);
    if (this.#isBundle || !('fault' in entry)) return false;
    this.#tried += 1;
    this.#first ??= {
      line: entry.line,
      message: `this is no bundle: a bundle has one JSON object on each line (docs/bundle.md), and this line ${entry.fault}`,
    };
    return this.#tried >= LINES_TRIED;
  }

  /** What is wrong, in place of all that was told of single lines; undefined when some of it is a bundle, or all of it is blank. */
  get fault(): { readonly line: number; readonly message: string } | undefined {
    return this.#isBundle ? undefined : this.#first;
  }
}
