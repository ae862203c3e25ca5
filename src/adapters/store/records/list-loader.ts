// Reads lists in bounded steps, many pieces with one statement. Decoded lists are kept. When their workspace has changed, they
// are brought up to date from the feed; where that is not possible, they are read again. Reading a kept list counts against
// the budget too, because it takes time.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { UNITS_PER_CHAR, UNITS_PER_KEY, UNITS_PER_ROW } from '../../../domain/limits/request-budget.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { BETWEEN_KEYS } from '../../../domain/records/list-keys.ts';
import { type DecodedPiece, ListContents, toPiece, toPieces } from './list-contents.ts';
import type { Entry, ListPiece, ListPlace, ListQueries, WholePiece } from './list-rows.ts';
import { type KeptSource, ListUpdates } from './list-updates.ts';
import { ListedKeys } from './listed-keys.ts';
import { INDEXED_AT_ONCE, indexInSteps, type SearchedKeys, toSearchedKeys } from './searched-keys.ts';

const PIECES_AT_ONCE = 512;
const KEYS_AT_ONCE = 128;
const WHOLE_AT_ONCE = 64;
/** Ranges with fewer pieces are read by themselves. */
const SHORT_RANGE = 8;
/** To look at one entry of a decoded list. */
const UNITS_PER_ENTRY = 10;

type Head = Pick<Entry, 'key' | 'id'>;
const BEFORE_ALL: Head = { key: '', id: '' };

/** How lists are read, and of which state of the workspace. */
export interface ListSource extends KeptSource {
  readonly queries: ListQueries;
}

/** Thrown when a kept list did not name its pieces as they are stored. It is dropped; the work must be repeated. */
export class StalePieces extends Error {}

export class ListLoader {
  readonly #source: ListSource;
  readonly #budget: RequestBudget;
  readonly #updates: ListUpdates;

  constructor(source: ListSource, budget: RequestBudget) {
    this.#source = source;
    this.#budget = budget;
    this.#updates = new ListUpdates(source, budget, {
      load: (place) => this.#load(place),
      readPieces: (place) => (at, limit) => this.#readFew(place, at, limit),
    });
  }

  /** Call it at the end of the request, even if it failed. */
  close(): Promise<void> {
    return this.#updates.keepUpdated();
  }

  /** Call it before going through this many entries of a decoded list. */
  async useEntries(entries: number): Promise<void> {
    this.#budget.spend(entries * UNITS_PER_ENTRY);
    await this.#pause();
  }

  async contents(place: ListPlace): Promise<ListContents> {
    const contents = await this.#load(place);
    await this.useEntries(contents.entries);
    return contents;
  }

  isKept(place: ListPlace): boolean {
    return this.#updates.has('contents', place);
  }

  async #load(place: ListPlace): Promise<ListContents> {
    const known = await this.#updates.findContents(place);
    if (known !== undefined) return known;
    const pieces: DecodedPiece[] = [];
    for (let at = BEFORE_ALL; ; ) {
      const some = await this.#readPieces(place, at, PIECES_AT_ONCE);
      pieces.push(...some);
      const last = some.at(-1);
      if (last === undefined || some.length < PIECES_AT_ONCE) break;
      at = { key: last.key, id: last.record_id };
    }
    const contents = new ListContents(pieces);
    await this.#updates.keep('contents', place, contents);
    return contents;
  }

  async #readPieces(place: ListPlace, at: Head, limit: number): Promise<readonly DecodedPiece[]> {
    await this.#pause();
    const { db, queries } = this.#source;
    const joined = await queries.slotsAfter.first(db, { ...place, ...at, limit, upTo: '' });
    this.#budget.spend((1 + (joined?.pieces ?? 0)) * UNITS_PER_ROW);
    return joined === undefined ? [] : toPieces(joined);
  }

  async #readFew(place: ListPlace, at: Head, limit: number): Promise<readonly DecodedPiece[]> {
    await this.#pause();
    const { db, queries } = this.#source;
    const rows = await queries.slotRowsAfter.all(db, { ...place, ...at, limit });
    this.#budget.spend((1 + rows.length) * UNITS_PER_ROW);
    return rows.map(toPiece);
  }

  /** A list of few pieces, which is kept then; undefined: it has many. */
  async shortContents(place: ListPlace): Promise<ListContents | undefined> {
    const pieces = await this.#readFew(place, BEFORE_ALL, SHORT_RANGE);
    if (pieces.length === SHORT_RANGE) return undefined;
    const contents = new ListContents(pieces);
    await this.#updates.keep('contents', place, contents);
    return contents;
  }

  /** The pieces after a head that begin with the key or before it; undefined: they are many. */
  async contentsBetween(
    place: ListPlace,
    after: Head | undefined,
    upTo: string,
  ): Promise<ListContents | undefined> {
    await this.#pause();
    const { db, queries } = this.#source;
    const at = { ...place, ...(after ?? BEFORE_ALL), upTo, limit: SHORT_RANGE };
    const joined = await queries.slotsBetween.first(db, at);
    this.#budget.spend(UNITS_PER_ROW + SHORT_RANGE * UNITS_PER_KEY);
    if (joined === undefined || joined.pieces === SHORT_RANGE) return undefined;
    return new ListContents(toPieces(joined));
  }

  /** The keys of a list in several parts, each short enough to go through at once, with their indexes. */
  async *keys(place: ListPlace, type: FieldType): AsyncIterable<SearchedKeys> {
    const { parts } = (await this.#updates.findKeys(place, type)) ?? (await this.#readKeys(place, type));
    for (const part of parts) {
      this.#budget.spend(part.text.length * UNITS_PER_CHAR);
      await this.useEntries(part.slots.length);
      for (const _ of indexInSteps(part)) await this.useEntries(INDEXED_AT_ONCE);
      yield part;
    }
  }

  async #readKeys(place: ListPlace, type: FieldType): Promise<ListedKeys> {
    const { db, queries } = this.#source;
    const parts: SearchedKeys[] = [];
    for (let at = BEFORE_ALL; ; ) {
      await this.#pause();
      const joined = await queries.keysAfter.first(db, { ...place, ...at, limit: KEYS_AT_ONCE, upTo: '' });
      this.#budget.spend((1 + (joined?.pieces ?? 0)) * UNITS_PER_ROW);
      if (joined === undefined || joined.pieces === 0) break;
      parts.push(toSearchedKeys(joined, type));
      if (joined.pieces < KEYS_AT_ONCE) break;
      at = { key: lastOf(joined.key), id: lastOf(joined.record_id) };
    }
    const keys = ListedKeys.of(parts, type);
    await this.#updates.keep('keys', place, keys);
    return keys;
  }

  async *pieces(place: ListPlace): AsyncIterable<WholePiece[]> {
    const { db, queries } = this.#source;
    for (let at = BEFORE_ALL; ; ) {
      await this.#pause();
      const pieces = (await queries.wholeAfter.all(db, {
        ...place,
        ...at,
        limit: WHOLE_AT_ONCE,
      })) as WholePiece[];
      this.#budget.spend((1 + pieces.length) * UNITS_PER_ROW);
      if (pieces.length > 0) yield pieces;
      const last = pieces.at(-1);
      if (last === undefined || pieces.length < WHOLE_AT_ONCE) return;
      at = { key: last.key, id: last.record_id };
    }
  }

  /** The last piece that begins before the key. */
  async pieceBefore(place: ListPlace, key: string): Promise<WholePiece | undefined> {
    this.#budget.spend(UNITS_PER_ROW);
    const { db, queries } = this.#source;
    return (await queries.pieceOf.first(db, { ...place, key, id: '' })) as WholePiece | undefined;
  }

  /** One of `contents`. */
  async piece(place: ListPlace, { key, record_id: id, entries }: ListPiece): Promise<WholePiece> {
    this.#budget.spend(UNITS_PER_ROW);
    const { db, queries } = this.#source;
    const piece = (await queries.whole.first(db, { ...place, key, id })) as WholePiece | undefined;
    if (piece?.entries === entries) return piece;
    this.#updates.drop(place);
    throw new StalePieces();
  }

  async isEmpty(place: ListPlace): Promise<boolean> {
    this.#budget.spend(UNITS_PER_ROW);
    const { db, queries } = this.#source;
    return (await queries.piecesAfter.first(db, { ...place, ...BEFORE_ALL, limit: 1 })) === undefined;
  }

  /** The next locale that the list exists in. */
  async localeAfter(place: ListPlace): Promise<string | undefined> {
    this.#budget.spend(UNITS_PER_ROW);
    const { db, queries } = this.#source;
    return (await queries.localeAfter.first(db, { ...place, ...BEFORE_ALL }))?.locale;
  }

  #pause(): Promise<void> | undefined {
    const pauseNow = this.#budget.pause();
    return pauseNow?.then(() => this.#source.check?.());
  }
}

const lastOf = (joined: string | null): string => joined?.slice(joined.lastIndexOf(BETWEEN_KEYS) + 1) ?? '';
