// A page of the records of a model from the lists: matched, counted and sorted. Documents are read only for the few
// records for which the lists cannot decide.

import type { Scope } from '../../../domain/access/scope.ts';
import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { EVERY_RECORD, firstValues, isCut } from '../../../domain/records/list-keys.ts';
import { PageCollector } from '../../../domain/records/page-collector.ts';
import type { ShownRecord } from '../../../domain/records/record.ts';
import { decide } from '../../../domain/records/record-filter.ts';
import type { PageSearch } from '../../../domain/records/record-ports.ts';
import { inLocale, type RecordQuery } from '../../../domain/records/record-query.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { spreadChain } from '../../../domain/text/locale.ts';
import { ListLoader, type ListSource } from './list-loader.ts';
import { readListPage } from './list-order.ts';
import { ListReader, type Verdicts } from './list-reader.ts';
import { entriesOfPiece, LATEST } from './list-rows.ts';
import type { RecordSlots } from './record-slots.ts';

/** Of more records than this the documents are not read one by one. */
const UNKNOWN_MAX = 500;
/** With more locales than this, reading the documents costs less than reading a list of each locale. */
const LOCALES_MAX = 100;

export interface Listing {
  readonly source: ListSource;
  readonly scope: Scope;
  readonly slots: RecordSlots;
  readonly findRecords: (ids: readonly string[]) => Promise<readonly ShownRecord[]>;
}

/** A locale of the chain, and which of the records listed in it are shown in it; undefined: all. */
interface ListedLocale {
  readonly locale: string;
  readonly shown: SlotSet | undefined;
}

interface Found {
  readonly ids: readonly string[];
  readonly total: number;
}

/** Undefined: the lists do not tell. */
export const findListPage = async (
  listing: Listing,
  query: RecordQuery,
  search: PageSearch,
  budget: RequestBudget,
): Promise<Found | undefined> => {
  const { tenantId, workspaceId, environmentId: askedIn } = listing.scope;
  const environmentId = search.view === 'latest' ? LATEST : askedIn;
  const place = { tenantId, workspaceId, environmentId, model: search.model, askedIn };
  const lists = new ListLoader(listing.source, budget);
  try {
    return await findPage(listing, new ListReader(lists, place), query, search, budget);
  } finally {
    await lists.close();
  }
};

const findPage = async (
  listing: Listing,
  reader: ListReader,
  query: RecordQuery,
  search: PageSearch,
  budget: RequestBudget,
): Promise<Found | undefined> => {
  const { model, chain } = search;
  const locales = await findLocales(reader, chain);
  if (locales === undefined) return undefined;
  if (locales.length === 0) return { ids: [], total: 0 };
  if (!(await isSorted(reader, query, locales))) return undefined;
  const meant = await findMeant(listing, reader, locales, query, search, budget);
  if (meant === 'unknown') return undefined;
  const total = meant === undefined ? await countAll(reader, locales) : meant.size;
  const { skip } = search.page;
  const limit = Math.min(search.page.limit, total - skip);
  if (limit <= 0) return { ids: [], total };
  const [only, ...others] = locales;
  if (only === undefined || others.length > 0) {
    const ids = await pageOfSeveral(reader, locales, query, { skip, limit }, meant);
    return ids && { ids, total };
  }
  const slots = await pageOfOne(reader, only.locale, query, { skip, limit }, meant);
  return slots && { ids: await findIds(listing, model, slots), total };
};

/** In the order of the slots. */
const findIds = async ({ source, scope, slots }: Listing, model: string, page: readonly number[]) => {
  const ids = await slots.findIds(source.db, { ...scope, model }, page);
  return page.flatMap((slot) => ids.get(slot) ?? []);
};

/** The locales in which any record is shown, in the order of the chain; undefined if there are too many to look at. */
const findLocales = async (
  reader: ListReader,
  chain: readonly string[],
): Promise<ListedLocale[] | undefined> => {
  const listed = await reader.locales(LOCALES_MAX);
  if (listed === undefined) return undefined;
  const steps = spreadChain(chain, () => listed).filter((locale) => listed.includes(locale));
  const [first = '', ...others] = steps;
  if (others.length === 0) return steps.map((locale) => ({ locale, shown: undefined }));
  let before = await reader.members(EVERY_RECORD, first);
  const locales: ListedLocale[] = [{ locale: first, shown: before }];
  for (const locale of others) {
    const listedIn = await reader.members(EVERY_RECORD, locale);
    const shown = listedIn.without(before);
    if (!shown.isEmpty) locales.push({ locale, shown });
    before = before.union(listedIn);
  }
  return locales.length === 1 ? [{ locale: first, shown: undefined }] : locales;
};

/** A number among texts is sorted as a text, and listed as a number. */
const isSorted = async (
  reader: ListReader,
  { sortBy: { field, type } }: RecordQuery,
  locales: readonly ListedLocale[],
): Promise<boolean> => {
  for (const { locale } of type === 'text' ? locales : []) {
    if (!(await reader.lists.isEmpty(reader.placeOf(firstValues('number', field), locale)))) return false;
  }
  return true;
};

const countAll = async (reader: ListReader, locales: readonly ListedLocale[]): Promise<number> => {
  let count = 0;
  for (const { locale, shown } of locales) {
    count += shown?.size ?? (await reader.count(reader.placeOf(EVERY_RECORD, locale)));
  }
  return count;
};

/** Undefined: all of them. */
const findMeant = async (
  listing: Listing,
  reader: ListReader,
  locales: readonly ListedLocale[],
  query: RecordQuery,
  search: PageSearch,
  budget: RequestBudget,
): Promise<SlotSet | 'unknown' | undefined> => {
  const verdicts = await judgeAll(reader, locales, query);
  if (verdicts === undefined) return undefined;
  const { yes, unknown } = verdicts;
  if (unknown.isEmpty) return yes;
  if (unknown.size > UNKNOWN_MAX) return 'unknown';
  const place = { ...listing.scope, model: search.model };
  const ids = await listing.slots.findIds(listing.source.db, place, unknown);
  const slots = new Map(Array.from(ids, ([slot, id]) => [id, slot]));
  const meant = yes.union(new SlotSet());
  for (const shown of await listing.findRecords([...slots.keys()])) {
    const record = inLocale(shown, search.chain);
    const slot = slots.get(shown.record.id);
    if (record !== undefined && slot !== undefined && (await decide(query.judge(record), budget))) {
      meant.add(slot);
    }
  }
  return meant;
};

/** Undefined: nothing was asked. */
const judgeAll = async (
  reader: ListReader,
  locales: readonly ListedLocale[],
  { groups, search }: RecordQuery,
): Promise<Verdicts | undefined> => {
  let all: Verdicts | undefined;
  const everyOne = async (): Promise<SlotSet> => {
    let every = new SlotSet();
    for (const { locale, shown } of locales) {
      every = every.union(shown ?? (await reader.members(EVERY_RECORD, locale)));
    }
    return every;
  };
  for (const { operator, rules } of groups) {
    let verdicts: Verdicts | undefined;
    for (const rule of rules) {
      const own = await inLocales(locales, (locale) => reader.judge(rule, locale));
      const { yes, unknown } = own;
      const told = rule.isNegated ? { yes: (await everyOne()).without(yes).without(unknown), unknown } : own;
      verdicts = verdicts === undefined ? told : (operator === 'AND' ? both : either)(verdicts, told);
    }
    if (verdicts !== undefined) all = all === undefined ? verdicts : both(all, verdicts);
    if (all?.yes.isEmpty && all.unknown.isEmpty) return all;
  }
  if (search === undefined) return all;
  const found = await inLocales(locales, (locale) => reader.search(search, locale));
  return all === undefined ? found : both(all, found);
};

const inLocales = async (
  locales: readonly ListedLocale[],
  judge: (locale: string) => Promise<Verdicts>,
): Promise<Verdicts> => {
  let all: Verdicts = { yes: new SlotSet(), unknown: new SlotSet() };
  for (const { locale, shown } of locales) {
    const { yes, unknown } = await judge(locale);
    const own =
      shown === undefined
        ? { yes, unknown }
        : { yes: yes.intersect(shown), unknown: unknown.intersect(shown) };
    all = either(all, own);
  }
  return all;
};

const both = (one: Verdicts, other: Verdicts): Verdicts => {
  const yes = one.yes.intersect(other.yes);
  const possible = one.yes.union(one.unknown).intersect(other.yes.union(other.unknown));
  return { yes, unknown: possible.without(yes) };
};

const either = (one: Verdicts, other: Verdicts): Verdicts => {
  const yes = one.yes.union(other.yes);
  return { yes, unknown: one.unknown.union(other.unknown).without(yes) };
};

/** Sorted by the list of the field; then those that are not in it, by their ids. */
const pageOfOne = async (
  reader: ListReader,
  locale: string,
  { sortBy: { field, type }, sortOrder }: RecordQuery,
  { skip, limit }: PageSearch['page'],
  meant: SlotSet | undefined,
): Promise<readonly number[] | undefined> => {
  // Nothing to sort.
  if (meant?.size === 1) return [...meant];
  const list = firstValues(type, field);
  const place = reader.placeOf(list, locale);
  const page = { skip, limit, isDescending: sortOrder === 'desc' };
  const { slots, passed, isTied } = await readListPage(reader.lists, place, page, meant);
  if (isTied) return undefined;
  if (slots.length === limit) return slots;
  const listed = await reader.members(list, locale);
  const rest = await readListPage(
    reader.lists,
    reader.placeOf(EVERY_RECORD, locale),
    { skip: Math.max(0, skip - passed), limit: limit - slots.length, isDescending: false },
    (meant ?? (await reader.members(EVERY_RECORD, locale))).without(listed),
  );
  return [...slots, ...rest.slots];
};

/** Records that are shown in several locales are sorted here: each locale has a list of its own. */
const pageOfSeveral = async (
  reader: ListReader,
  locales: readonly ListedLocale[],
  { sortBy: { field, type }, sortOrder }: RecordQuery,
  page: PageSearch['page'],
  meant: SlotSet | undefined,
): Promise<readonly string[] | undefined> => {
  const collector = new PageCollector(page, sortOrder);
  const cutKeys = new Set<string>();
  for (const { locale, shown } of locales) {
    const isMeant = (slot: number) =>
      (shown === undefined || shown.has(slot)) && (meant === undefined || meant.has(slot));
    const ids = await idsBySlot(reader, locale, isMeant);
    for await (const pieces of reader.lists.pieces(reader.placeOf(firstValues(type, field), locale))) {
      for (const { key, slot } of pieces.flatMap(entriesOfPiece)) {
        const id = ids.get(slot);
        if (id === undefined) continue;
        ids.delete(slot);
        if (isCut(key) && cutKeys.has(key)) return undefined;
        if (isCut(key)) cutKeys.add(key);
        collector.add(key, id);
      }
    }
    for (const id of ids.values()) collector.add(undefined, id);
  }
  return collector.takePage();
};

const idsBySlot = async (
  reader: ListReader,
  locale: string,
  isMeant: (slot: number) => boolean,
): Promise<Map<number, string>> => {
  const ids = new Map<number, string>();
  for await (const pieces of reader.lists.pieces(reader.placeOf(EVERY_RECORD, locale))) {
    for (const { key: id, slot } of pieces.flatMap(entriesOfPiece)) if (isMeant(slot)) ids.set(slot, id);
  }
  return ids;
};
