// Finds the records that match a rule or a search, from the lists: those that certainly match, and those whose
// documents must be checked. Reads in bounded steps, and only the columns it needs.

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
  untoldValues,
} from '../../../domain/records/list-keys.ts';
import type { ListRule } from '../../../domain/records/record-filter.ts';
import type { RecordSearch } from '../../../domain/records/record-query.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import type { ListContents } from './list-contents.ts';
import type { ListLoader } from './list-loader.ts';
import { keysOfPiece, LATEST, type ListPiece, type ListPlace, slotAt, type WholePiece } from './list-rows.ts';
import { addSlotsOf, keysWith } from './searched-keys.ts';

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
  readonly lists: ListLoader;
  readonly #of: ListsOf;

  constructor(lists: ListLoader, of: ListsOf) {
    this.lists = lists;
    this.#of = of;
  }

  /** Latest versions are the same in every environment, but not when they were published there. */
  placeOf(list: string, locale: string): ListPlace {
    const { tenantId, workspaceId, environmentId, model, askedIn } = this.#of;
    return list === firstValues('date', 'published_at') && environmentId === LATEST
      ? { tenantId, workspaceId, environmentId: askedIn, model, list: LATEST_PUBLISHED_AT, locale }
      : { tenantId, workspaceId, environmentId, model, list, locale };
  }

  async count(place: ListPlace): Promise<number> {
    return (await this.lists.contents(place)).entries;
  }

  /** The locales in which records of the model are listed, in order; undefined if there are more than `max`. */
  async locales(max: number): Promise<string[] | undefined> {
    const locales: string[] = [];
    for (let locale = ''; ; ) {
      if (locales.length > max) return undefined;
      const next = await this.lists.localeAfter(this.placeOf(EVERY_RECORD, locale));
      if (next === undefined) return locales;
      locale = next;
      locales.push(locale);
    }
  }

  /** Never change the set: others have it too. */
  async members(list: string, locale: string): Promise<SlotSet> {
    return (await this.lists.contents(this.placeOf(list, locale))).members;
  }

  async #addMembers(into: SlotSet, list: string, locale: string): Promise<void> {
    const contents = await this.lists.contents(this.placeOf(list, locale));
    if (contents.entries > 0) into.addSet(contents.members);
  }

  async judge(rule: ListRule, locale: string): Promise<Verdicts> {
    const { field, type, action } = rule;
    const found = { yes: new SlotSet(), unknown: new SlotSet() };
    for (const list of [firstValues(type, field), furtherValues(type, field)]) {
      const place = this.placeOf(list, locale);
      if (action !== 'contains') await this.#compare(place, rule, found);
      else if (type === 'date') await this.#addMembers(found.unknown, list, locale);
      else await this.#findPart(place, type, String(rule.wanted), found);
    }
    await this.#addMembers(found.unknown, untoldValues(field), locale);
    // A number is a text too, to a field of texts.
    for (const list of type === 'text' ? [firstValues, furtherValues] : []) {
      await this.#addMembers(found.unknown, list('number', field), locale);
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
      await this.#addMembers(found.unknown, untoldValues(field), locale);
      await this.#addMembers(found.unknown, addressValues(field), locale);
      yes.addSet(found.yes.without(found.unknown));
      unknown.addSet(found.unknown);
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
    if (lower === undefined || upper === undefined || this.lists.isKept(place)) {
      return this.#addWithin(into, place, await this.lists.contents(place), bounds);
    }
    // The last piece that begins before the bound may hold some of what follows it.
    const from = await this.lists.pieceBefore(place, lower.key);
    const after = from && { key: from.key, id: from.record_id };
    // Often there is nothing at all: most fields have one value.
    const some =
      (from === undefined ? await this.lists.shortContents(place) : undefined) ??
      (await this.lists.contentsBetween(place, after, upper.key));
    // A long range is worth keeping: the whole list is.
    if (some === undefined) return this.#addWithin(into, place, await this.lists.contents(place), bounds);
    if (from !== undefined) addKeys(into, from, bounds);
    await this.#addWithin(into, place, some, bounds);
  }

  async #addWithin(
    into: SlotSet,
    place: ListPlace,
    { pieces }: ListContents,
    bounds: KeyBounds,
  ): Promise<void> {
    for (const piece of pieces) {
      if (!isBelow(piece.key, bounds)) return;
      if (!isAbove(piece.last_key, bounds)) continue;
      const [from, to] = [firstWithin(piece, bounds), endWithin(piece, bounds)];
      if (from !== undefined && to !== undefined) {
        into.addAll(piece.slots, from, to);
      } else {
        addKeys(into, await this.lists.piece(place, piece), bounds);
      }
    }
  }

  async #findPart(place: ListPlace, type: FieldType, needle: string, found: Verdicts): Promise<void> {
    for await (const keys of this.lists.keys(place, type)) {
      addSlotsOf(keys, keysWith(keys, needle), found.yes);
      if (keys.cut.length === 0) continue;
      const untold = new SlotSet();
      addSlotsOf(keys, keys.cut, untold);
      found.unknown.addSet(untold.without(found.yes));
    }
  }
}

const isAbove = (key: string, { lower }: KeyBounds): boolean =>
  lower === undefined || key > lower.key || (lower.isInclusive && key === lower.key);

const isBelow = (key: string, { upper }: KeyBounds): boolean =>
  upper === undefined || key < upper.key || (upper.isInclusive && key === upper.key);

/** Which entry of the piece is the first above the lower bound; undefined: only its keys tell. */
const firstWithin = (piece: ListPiece, bounds: KeyBounds): number | undefined => {
  if (isAbove(piece.key, bounds)) return 0;
  if (piece.key === bounds.lower?.key) return piece.head_run;
  return piece.last_key === bounds.lower?.key ? piece.entries - piece.tail_run : undefined;
};

/** Where the entries of the piece end that are below the upper bound; undefined: only its keys tell. */
const endWithin = (piece: ListPiece, bounds: KeyBounds): number | undefined => {
  if (isBelow(piece.last_key, bounds)) return piece.entries;
  if (piece.last_key === bounds.upper?.key) return piece.entries - piece.tail_run;
  return piece.key === bounds.upper?.key ? piece.head_run : undefined;
};

const addKeys = (into: SlotSet, { keys, slots }: WholePiece, bounds: KeyBounds): void => {
  for (const [index, key] of keysOfPiece(keys).entries()) {
    if (isAbove(key, bounds) && isBelow(key, bounds)) into.add(slotAt(slots, index));
  }
};
