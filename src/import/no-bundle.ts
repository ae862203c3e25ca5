// Detects input that is not a bundle at all, such as a CSV file, so that this is reported once and not for every line.

import type { BundleEntry } from './read-bundle.ts';

/** After this many lines without a JSON object, the rest is not read. */
const LINES_TRIED = 20;

/** The faults of a line that is not a JSON object. */
const unreadable: ReadonlySet<string> = new Set([
  'invalid_json:line',
  'wrong_type:line',
  'invalid_character:line',
]);

export class NoBundle {
  #tried = 0;
  #first: { readonly line: number; readonly message: string } | undefined;
  #isBundle = false;

  /** Call it for every line, in order, with whether a scope line came before it. Returns true if reading can stop. */
  note(entry: BundleEntry, hasScope: boolean): boolean {
    this.#isBundle ||= hasScope || !('fault' in entry) || !unreadable.has(entry.code);
    if (this.#isBundle || !('fault' in entry)) return false;
    this.#tried += 1;
    this.#first ??= {
      line: entry.line,
      message: `this is not a bundle: a bundle has one JSON object per line (docs/bundle.md), and this line ${entry.fault}`,
    };
    return this.#tried >= LINES_TRIED;
  }

  /** The one fault to report in place of all others; undefined if part of the input is a bundle, or all of it is blank. */
  get fault(): { readonly line: number; readonly message: string } | undefined {
    return this.#isBundle ? undefined : this.#first;
  }
}
