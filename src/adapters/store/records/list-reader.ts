// Which records the lists say a rule or a search finds: those that it surely finds, and those of which only their documents
// tell. Read in bounded steps, and no more of a row than is needed.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { UNITS_PER_ROW } from '../../../domain/limits/request-budget.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import {
  addressValues,
  EVERY_RECORD,
  firstValues,
  furtherValues,
  isCut,
  LATEST_PUBLISHED_AT,
  listedName,
  listKey,
  textOfKey,
  untoldValues,
} from '../../../domain/records/list-keys.ts';
import type { ListRule } from '../../../domain/records/record-filter.ts';
import type { RecordSearch } from '../../../domain/records/record-query.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import type { Db } from '../sql/engine.ts';
import { parseStored } from '../sql/stored-json.ts';
import {
  LATEST,
  type ListPiece,
  type ListPlace,
  type ListQueries,
  type PieceWithSlots,
  slotAt,
  type WholePiece,
} from './list-rows.ts';

const PIECES_AT_ONCE = 256;
const WHOLE_AT_ONCE = 64;

export interface Verdicts {
  readonly yes: SlotSet;
  /** Only their documents tell. */
  readonly unknown: SlotSet;
}

interface Bound {
  readonly key: string;
  readonly isInclusive: boolean;
}

interface KeyBounds {
  readonly lower?: Bound;
  readonly upper?: Bound;
}

/** Where lists are read: those of one view of a model. */
export type ListsOf = Omit<ListPlace, 'list' | 'locale'> & {
  /** That the caller asks in; `environmentId` is where the view is listed. */
  readonly askedIn: string;
};

export class ListReader {
  readonly #db: Db;
  readonly #queries: ListQueries;
  readonly #lists: ListsOf;
  readonly #budget: RequestBudget;
  readonly #check: (() => Promise<void>) | undefined;

  constructor(
    db: Db,
    queries: ListQueries,
    lists: ListsOf,
    budget: RequestBudget,
    check: (() => Promise<void>) | undefined,
  ) {
    this.#db = db;
    this.#queries = queries;
    this.#lists = lists;
    this.#budget = budget;
    this.#check = check;
  }

  /** Latest versions are the same in every environment, but not when they were published there. */
  placeOf(list: string, locale: string): ListPlace {
    const { tenantId, workspaceId, environmentId, model, askedIn } = this.#lists;
    return list === firstValues('date', 'published_at') && environmentId === LATEST
      ? { tenantId, workspaceId, environmentId: askedIn, model, list: LATEST_PUBLISHED_AT, locale }
      : { tenantId, workspaceId, environmentId, model, list, locale };
  }

  heads(place: ListPlace): AsyncIterable<ListPiece[]> {
    return this.#walk(this.#queries.piecesAfter, place, PIECES_AT_ONCE);
  }

  slots(place: ListPlace): AsyncIterable<PieceWithSlots[]> {
    return this.#walk(this.#queries.slotsAfter, place, PIECES_AT_ONCE);
  }

  pieces(place: ListPlace): AsyncIterable<WholePiece[]> {
    return this.#walk(this.#queries.wholeAfter, place, WHOLE_AT_ONCE);
  }

  async piece(place: ListPlace, { key, record_id: id }: ListPiece): Promise<WholePiece | undefined> {
    this.#budget.spend(UNITS_PER_ROW);
    return (await this.#queries.whole.first(this.#db, { ...place, key, id })) as WholePiece | undefined;
  }

  async isEmpty(place: ListPlace): Promise<boolean> {
    this.#budget.spend(UNITS_PER_ROW);
    const first = await this.#queries.piecesAfter.first(this.#db, { ...place, key: '', id: '', limit: 1 });
    return first === undefined;
  }

  async count(place: ListPlace): Promise<number> {
    let count = 0;
    for await (const pieces of this.heads(place)) for (const { entries } of pieces) count += entries;
    return count;
  }

  /** In which records of the model are listed, in order. */
  async locales(): Promise<string[]> {
    const locales: string[] = [];
    for (let locale = ''; ; ) {
      const place = { ...this.placeOf(EVERY_RECORD, locale), key: '', id: '' };
      this.#budget.spend(UNITS_PER_ROW);
      const next = await this.#queries.localeAfter.first(this.#db, place);
      if (next === undefined) return locales;
      locale = next.locale;
      locales.push(locale);
    }
  }

  async members(list: string, locale: string, into = new SlotSet()): Promise<SlotSet> {
    for await (const pieces of this.slots(this.placeOf(list, locale))) {
      for (const piece of pieces) addAll(into, piece);
    }
    return into;
  }

  async judge(rule: ListRule, locale: string): Promise<Verdicts> {
    const { field, type, action } = rule;
    const found = { yes: new SlotSet(), unknown: new SlotSet() };
    for (const list of [firstValues(type, field), furtherValues(type, field)]) {
      const place = this.placeOf(list, locale);
      if (action !== 'contains') await this.#compare(place, rule, found);
      else if (type === 'date') await this.members(list, locale, found.unknown);
      else await this.#findPart(place, type, String(rule.wanted), found);
    }
    await this.members(untoldValues(field), locale, found.unknown);
    // A number is a text too, to a field of texts.
    for (const list of type === 'text' ? [firstValues, furtherValues] : []) {
      await this.members(list('number', field), locale, found.unknown);
    }
    return { yes: found.yes.without(found.unknown), unknown: found.unknown };
  }

  async search({ needle, names }: RecordSearch, locale: string): Promise<Verdicts> {
    const yes = new SlotSet();
    const unknown = new SlotSet();
    for (const name of names) {
      const field = listedName(name);
      const found = { yes: new SlotSet(), unknown: new SlotSet() };
      for (const list of [firstValues, furtherValues]) {
        await this.#findPart(this.placeOf(list('text', field), locale), 'text', needle, found);
      }
      await this.members(untoldValues(field), locale, found.unknown);
      await this.members(addressValues(field), locale, found.unknown);
      for (const slot of found.yes) if (!found.unknown.has(slot)) yes.add(slot);
      for (const slot of found.unknown) unknown.add(slot);
    }
    return { yes, unknown: unknown.without(yes) };
  }

  async #compare(place: ListPlace, { action, wanted }: ListRule, found: Verdicts): Promise<void> {
    const key = listKey(wanted);
    const same = { lower: { key, isInclusive: true }, upper: { key, isInclusive: true } };
    // Texts that begin alike and were cut: which comes first only the documents tell.
    if (isCut(key)) await this.#addRange(found.unknown, place, same);
    const isInclusive = !isCut(key) && action.endsWith('equal_to');
    if (action === 'equal_to') {
      if (!isCut(key)) await this.#addRange(found.yes, place, same);
    } else if (action.startsWith('greater')) {
      await this.#addRange(found.yes, place, { lower: { key, isInclusive } });
    } else {
      await this.#addRange(found.yes, place, { upper: { key, isInclusive } });
    }
  }

  async #addRange(into: SlotSet, place: ListPlace, bounds: KeyBounds): Promise<void> {
    const { lower, upper } = bounds;
    // The last piece that begins before the bound may hold some of what follows it.
    const from = lower && (await this.#queries.pieceOf.first(this.#db, { ...place, key: lower.key, id: '' }));
    if (from !== undefined) await this.#addWithin(into, place, from as WholePiece, bounds);
    const after = from && { key: from.key, id: from.record_id };
    const pages = this.#walk<PieceWithSlots>(this.#queries.slotsAfter, place, PIECES_AT_ONCE, after);
    for await (const pieces of pages) {
      for (const piece of pieces) {
        if (upper !== undefined && piece.key > upper.key) return;
        await this.#addWithin(into, place, piece, bounds);
      }
    }
  }

  async #addWithin(into: SlotSet, place: ListPlace, piece: PieceWithSlots, bounds: KeyBounds): Promise<void> {
    if (isAbove(piece.key, bounds) && isBelow(piece.last_key, bounds)) return addAll(into, piece);
    if (!isAbove(piece.last_key, bounds) || !isBelow(piece.key, bounds)) return;
    const whole = await this.piece(place, piece);
    if (whole === undefined) return;
    for (const [index, key] of parseStored<string[]>(whole.keys).entries()) {
      if (isAbove(key, bounds) && isBelow(key, bounds)) into.add(slotAt(whole.slots, index));
    }
  }

  async #findPart(place: ListPlace, type: FieldType, needle: string, found: Verdicts): Promise<void> {
    const written = JSON.stringify(needle).slice(1, -1);
    for await (const pieces of this.pieces(place)) {
      for (const { keys, slots } of pieces) {
        const isPlain = type === 'text' && !keys.includes('\\u000') && !keys.includes('\ud7ff');
        if (isPlain && !keys.includes(written)) continue;
        for (const [index, key] of parseStored<string[]>(keys).entries()) {
          if (textOfKey(type, key).includes(needle)) found.yes.add(slotAt(slots, index));
          else if (type === 'text' && isCut(key)) found.unknown.add(slotAt(slots, index));
        }
      }
    }
  }

  async *#walk<P extends ListPiece>(
    query: { all(db: Db, at: ListPlace & { key: string; id: string; limit: number }): Promise<unknown[]> },
    place: ListPlace,
    limit: number,
    after = { key: '', id: '' },
  ): AsyncIterable<P[]> {
    for (let at = after; ; ) {
      const pauseNow = this.#budget.pause();
      if (pauseNow !== undefined) {
        await pauseNow;
        await this.#check?.();
      }
      const pieces = (await query.all(this.#db, { ...place, ...at, limit })) as P[];
      this.#budget.spend((1 + pieces.length) * UNITS_PER_ROW);
      if (pieces.length > 0) yield pieces;
      const last = pieces.at(-1);
      if (last === undefined || pieces.length < limit) return;
      at = { key: last.key, id: last.record_id };
    }
  }
}

const isAbove = (key: string, { lower }: KeyBounds): boolean =>
  lower === undefined || key > lower.key || (lower.isInclusive && key === lower.key);

const isBelow = (key: string, { upper }: KeyBounds): boolean =>
  upper === undefined || key < upper.key || (upper.isInclusive && key === upper.key);

const addAll = (into: SlotSet, { slots, entries }: PieceWithSlots): void => {
  for (let index = 0; index < entries; index += 1) into.add(slotAt(slots, index));
};
