// The categories and popular searches of a catalog that complete what is typed. Prepared once per set of them, not per query.

import type { Category } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { PARSED_RULE } from '../budget/work-costs.ts';
import { CompletionsBuilder } from '../completion/build-completions.ts';
import type { Completions, EntryRange } from '../completion/completions.ts';
import { TopCompletions } from '../completion/top-completions.ts';

interface Table<T> {
  readonly rows: readonly T[];
  readonly completions: Completions;
}

const tables = new WeakMap<readonly unknown[], Table<unknown>>();

type RangesIn = (completions: Completions) => readonly EntryRange[];

/** Shorter names first, then by id. */
export const completeCategories = (
  categories: readonly Category[],
  rangesIn: RangesIn,
): Generator<Category> =>
  complete(
    tableOf(categories, () => ({
      rows: categories.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      nameOf: ({ name }) => name,
      weightOf: () => undefined,
    })),
    rangesIn,
  );

/** The most popular first. */
export const completeTerms = (terms: readonly string[], rangesIn: RangesIn): Generator<string> =>
  complete(
    tableOf(terms, () => ({ rows: terms, nameOf: (term) => term, weightOf: (at) => -at })),
    rangesIn,
  );

const tableOf = <T>(
  given: readonly T[],
  describe: () => {
    readonly rows: readonly T[];
    readonly nameOf: (row: T) => string;
    readonly weightOf: (at: number) => number | undefined;
  },
): Table<T> => {
  const known = tables.get(given);
  if (known !== undefined) return known as Table<T>;
  spend(2 * PARSED_RULE * given.length);
  const { rows, nameOf, weightOf } = describe();
  const builder = new CompletionsBuilder();
  rows.forEach((row, at) => {
    builder.add(at, nameOf(row), weightOf(at));
  });
  const itemMap = Uint32Array.from(rows, (_, at) => at);
  const made = { rows, completions: builder.finish(rows.length, itemMap) };
  tables.set(given, made);
  return made;
};

const complete = function* <T>({ rows, completions }: Table<T>, rangesIn: RangesIn): Generator<T> {
  const top = new TopCompletions([{ completions, ranges: rangesIn(completions) }], () => 0);
  for (let next = top.next(); next !== undefined; next = top.next()) yield rows[next.item] as T;
};
