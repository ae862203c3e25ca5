// The categories and popular searches of a catalog that complete what is typed. Prepared once per set of them, not per query.

import type { Category } from '../../../domain/search/catalog.ts';
import { spend } from '../budget/work-budget.ts';
import { CompletionsBuilder } from '../completion/build-completions.ts';
import type { Completions, EntryRange } from '../completion/completions.ts';
import { TopCompletions } from '../completion/top-completions.ts';

/** Fold one name and find its words; sort it among the others. */
const FOLDED_NAME = 2_000;
const SORTED_NAME = 1_000;

/** Names are folded one by one: what a query folds before it runs out of its budget is there for the next one. */
interface Table<T> {
  readonly rows: readonly T[];
  readonly builder: CompletionsBuilder;
  folded: number;
  completions: Completions | undefined;
}

const tables = new WeakMap<readonly unknown[], Table<unknown>>();

type RangesIn = (completions: Completions) => readonly EntryRange[];

/** Shorter names first, then by id. */
export const completeCategories = (
  categories: readonly Category[],
  rangesIn: RangesIn,
): Generator<Category> =>
  complete(
    categories,
    () => ({
      rows: categories.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      nameOf: ({ name }) => name,
      weightOf: () => undefined,
    }),
    rangesIn,
  );

/** The most popular first. */
export const completeTerms = (terms: readonly string[], rangesIn: RangesIn): Generator<string> =>
  complete(terms, () => ({ rows: terms, nameOf: (term) => term, weightOf: (at) => -at }), rangesIn);

interface Described<T> {
  readonly rows: readonly T[];
  readonly nameOf: (row: T) => string;
  readonly weightOf: (at: number) => number | undefined;
}

const complete = function* <T>(
  given: readonly T[],
  describe: () => Described<T>,
  rangesIn: RangesIn,
): Generator<T> {
  const { rows, completions } = prepare(given, describe);
  const top = new TopCompletions([{ completions, ranges: rangesIn(completions) }], () => 0);
  for (let next = top.next(); next !== undefined; next = top.next()) yield rows[next.item] as T;
};

const prepare = <T>(given: readonly T[], describe: () => Described<T>) => {
  const known = tables.get(given) as Table<T> | undefined;
  if (known?.completions !== undefined) return { rows: known.rows, completions: known.completions };
  spend(SORTED_NAME * given.length);
  const { rows, nameOf, weightOf } = describe();
  const table = known ?? { rows, builder: new CompletionsBuilder(), folded: 0, completions: undefined };
  tables.set(given, table);
  for (; table.folded < rows.length; table.folded += 1) {
    spend(FOLDED_NAME);
    table.builder.add(table.folded, nameOf(rows[table.folded] as T), weightOf(table.folded));
  }
  const itemMap = Uint32Array.from(rows, (_, at) => at);
  table.completions = table.builder.finish(rows.length, itemMap);
  return { rows, completions: table.completions };
};
