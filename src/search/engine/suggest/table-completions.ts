// The categories and popular searches of a catalog that complete what is typed. Prepared once per set of them, not per query.

import type { Category } from '../../../domain/search/catalog.ts';
import { type Progress, prepareRows } from '../budget/prepare-rows.ts';
import { spend } from '../budget/work-budget.ts';
import { CompletionsBuilder } from '../completion/build-completions.ts';
import type { Completions } from '../completion/completions.ts';
import { type Completed, type CompletionSource, TopCompletions } from '../completion/top-completions.ts';
import type { RangesIn } from '../completion/typed-ranges.ts';
import { type QueryName, readName } from './query-name.ts';

/** Fold one name and find its words; sort it among the others. */
const FOLDED_NAME = 2_000;
const SORTED_NAME = 1_000;

/** Names that are sorted at once, and whose entries are looked up together. */
const NAMES_PER_PART = 256;

/** Names are folded one by one: what a query prepares before it runs out of its budget is there for the next one. */
interface Table<T> {
  readonly parts: Part<T>[];
  next: Progress & { readonly builder: CompletionsBuilder };
}

const beginPart = () => ({ builder: new CompletionsBuilder(), done: 0 });

interface Part<T> {
  readonly rows: readonly NamedRow<T>[];
  readonly completions: Completions;
}

/** A row with its name. */
export interface NamedRow<T> {
  readonly row: T;
  readonly name: QueryName;
}

/** The next one, or undefined at the end. */
export type NextRow<T> = () => NamedRow<T> | undefined;

const tables = new WeakMap<readonly unknown[], Table<unknown>>();

/** How the rows of a table are completed. */
interface Kind<T> {
  readonly nameOf: (row: T) => string;
  readonly weightOf: (at: number) => number | undefined;
  /** Between rows of equal weight and length. */
  readonly compare: (a: T, b: T) => number;
}

const categoryKind: Kind<Category> = {
  nameOf: ({ name }) => name,
  weightOf: () => undefined,
  compare: (a, b) => (a.id < b.id ? -1 : 1),
};

const termKind: Kind<string> = { nameOf: (term) => term, weightOf: (at) => -at, compare: () => 0 };

/** Shorter names first, then by id. */
export const completeCategories = (categories: readonly Category[], rangesIn: RangesIn): NextRow<Category> =>
  complete(categories, categoryKind, rangesIn);

/** The most popular first. */
export const completeTerms = (terms: readonly string[], rangesIn: RangesIn): NextRow<string> =>
  complete(terms, termKind, rangesIn);

/** Makes both ready, as far as the budget goes. */
export const prepareCompletions = (categories: readonly Category[], terms: readonly string[]): void => {
  prepare(categories, categoryKind);
  prepare(terms, termKind);
};

interface PartSource<T> extends CompletionSource {
  readonly rows: Part<T>['rows'];
}

const rowOf = <T>({ source, item }: Completed<PartSource<T>>): NamedRow<T> =>
  source.rows[item] as NamedRow<T>;

const complete = <T>(given: readonly T[], kind: Kind<T>, rangesIn: RangesIn): NextRow<T> => {
  const sources: PartSource<T>[] = [];
  for (const { rows, completions } of prepare(given, kind))
    sources.push({ rows, completions, ranges: rangesIn(completions) });
  const top = new TopCompletions(sources, (a, b) => kind.compare(rowOf(a).row, rowOf(b).row));
  return () => {
    const next = top.next();
    return next && rowOf(next);
  };
};

const prepare = <T>(given: readonly T[], kind: Kind<T>): readonly Part<T>[] => {
  let table = tables.get(given) as Table<T> | undefined;
  if (table === undefined) {
    table = { parts: [], next: beginPart() };
    tables.set(given, table);
  }
  for (let from = table.parts.length * NAMES_PER_PART; from < given.length; from += NAMES_PER_PART) {
    table.parts.push(preparePart(table.next, given.slice(from, from + NAMES_PER_PART), from, kind));
    table.next = beginPart();
  }
  return table.parts;
};

/** `from`: the place of the first row in the table. */
const preparePart = <T>(
  next: Table<T>['next'],
  rows: readonly T[],
  from: number,
  { nameOf, weightOf, compare }: Kind<T>,
): Part<T> => {
  const { builder } = next;
  prepareRows(next, rows, FOLDED_NAME, (row, at) => builder.add(at, nameOf(row), weightOf(from + at)));
  spend(SORTED_NAME * rows.length);
  const sorted = rows.map((_, at) => at).sort((a, b) => compare(rows[a] as T, rows[b] as T) || a - b);
  const itemMap = new Uint32Array(rows.length);
  sorted.forEach((at, place) => {
    itemMap[at] = place;
  });
  return {
    rows: sorted.map((at) => ({ row: rows[at] as T, name: readName(nameOf(rows[at] as T)) })),
    completions: builder.finish(rows.length, itemMap),
  };
};
