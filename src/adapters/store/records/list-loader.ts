// Reads lists in bounded steps, many pieces with one statement. Decoded lists are cached until their workspace
// changes. Reading a cached list counts against the budget too, because it takes time.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { UNITS_PER_CHAR, UNITS_PER_KEY, UNITS_PER_ROW } from '../../../domain/limits/request-budget.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { BETWEEN_KEYS } from '../../../domain/records/list-keys.ts';
import type { RevisionCache } from '../../../domain/revision-cache.ts';
import type { Db } from '../sql/engine.ts';
import { joinContents, type ListContents, toContents } from './list-contents.ts';
import type { ListPiece, ListPlace, ListQueries, WholePiece } from './list-rows.ts';
import { bytesOfSearched, type SearchedKeys, toSearchedKeys } from './searched-keys.ts';

const PIECES_AT_ONCE = 512;
const KEYS_AT_ONCE = 128;
const WHOLE_AT_ONCE = 64;
/** Ranges with fewer pieces are read by themselves. */
const SHORT_RANGE = 8;
/** To look at one entry of a decoded list. */
const UNITS_PER_ENTRY = 10;

type CachedKind = 'contents' | 'keys';
type Head = { readonly key: string; readonly id: string };
const BEFORE_ALL: Head = { key: '', id: '' };

/** How lists are read, and of which state of the workspace. */
export interface ListSource {
  readonly db: Db;
  readonly queries: ListQueries;
  readonly cache: RevisionCache<unknown>;
  /** The feed position at which everything is read; undefined: nothing is cached. */
  readonly head: number | undefined;
  /** Throws if the workspace has changed. */
  readonly check: (() => Promise<void>) | undefined;
}

export class ListLoader {
  readonly #source: ListSource;
  readonly #budget: RequestBudget;

  constructor(source: ListSource, budget: RequestBudget) {
    this.#source = source;
    this.#budget = budget;
  }

  /** Call it before going through this many entries of a decoded list. */
  async useEntries(entries: number): Promise<void> {
    this.#budget.spend(entries * UNITS_PER_ENTRY);
    await this.#pause();
  }

  async contents(place: ListPlace): Promise<ListContents> {
    const contents = this.#find<ListContents>('contents', place) ?? (await this.#readContents(place));
    await this.useEntries(contents.slots.length);
    return contents;
  }

  isCached(place: ListPlace): boolean {
    return this.#find('contents', place) !== undefined;
  }

  async #readContents(place: ListPlace): Promise<ListContents> {
    const { db, queries } = this.#source;
    const parts: ListContents[] = [];
    const read = (at: Head, limit: number) =>
      queries.slotsAfter.first(db, { ...place, ...at, limit, upTo: '' });
    for await (const joined of this.#walk(read, PIECES_AT_ONCE)) parts.push(toContents(joined));
    const contents = joinContents(parts);
    await this.#keep('contents', place, contents, contents.bytes);
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
    return toContents(joined);
  }

  /** The keys of a list in several parts, each short enough to go through at once. */
  async *keys(place: ListPlace, type: FieldType): AsyncIterable<SearchedKeys> {
    const parts = this.#find<readonly SearchedKeys[]>('keys', place) ?? (await this.#readKeys(place, type));
    for (const part of parts) {
      this.#budget.spend(part.text.length * UNITS_PER_CHAR);
      await this.useEntries(part.slots.length);
      yield part;
    }
  }

  async #readKeys(place: ListPlace, type: FieldType): Promise<readonly SearchedKeys[]> {
    const { db, queries } = this.#source;
    const parts: SearchedKeys[] = [];
    const read = (at: Head, limit: number) =>
      queries.keysAfter.first(db, { ...place, ...at, limit, upTo: '' });
    for await (const joined of this.#walk(read, KEYS_AT_ONCE)) {
      parts.push(toSearchedKeys(joined, type));
    }
    await this.#keep('keys', place, parts, bytesOfSearched(parts));
    return parts;
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

  async piece(place: ListPlace, { key, record_id: id }: ListPiece): Promise<WholePiece | undefined> {
    this.#budget.spend(UNITS_PER_ROW);
    const { db, queries } = this.#source;
    return (await queries.whole.first(db, { ...place, key, id })) as WholePiece | undefined;
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

  async *#walk<
    J extends { readonly pieces: number; readonly key: string | null; readonly record_id: string | null },
  >(read: (at: Head, limit: number) => Promise<J | undefined>, limit: number): AsyncIterable<J> {
    for (let at = BEFORE_ALL; ; ) {
      await this.#pause();
      const joined = await read(at, limit);
      this.#budget.spend(UNITS_PER_ROW + (joined?.pieces ?? 0) * UNITS_PER_KEY);
      if (joined === undefined || joined.pieces === 0) return;
      yield joined;
      if (joined.pieces < limit) return;
      at = { key: lastOf(joined.key), id: lastOf(joined.record_id) };
    }
  }

  #pause(): Promise<void> | undefined {
    const pauseNow = this.#budget.pause();
    return pauseNow?.then(() => this.#source.check?.());
  }

  #find<T>(kind: CachedKind, place: ListPlace): T | undefined {
    const { cache, head } = this.#source;
    // The revision may be a moment old. The position is not.
    if (head === undefined || cache.revision(place) !== head) return undefined;
    // What is kept under a kind is of that kind.
    return cache.get(cacheKey(kind, place)) as T | undefined;
  }

  async #keep(kind: CachedKind, place: ListPlace, value: unknown, bytes: number): Promise<void> {
    const { cache, head, check } = this.#source;
    if (head === undefined || check === undefined) return;
    // The list was read with several statements: all of them must have seen the same state.
    await check();
    cache.set(cacheKey(kind, place), place, head, value, bytes);
  }
}

const lastOf = (joined: string | null): string => joined?.slice(joined.lastIndexOf(BETWEEN_KEYS) + 1) ?? '';

const cacheKey = (
  kind: CachedKind,
  { tenantId, workspaceId, environmentId, model, list, locale }: ListPlace,
): string => JSON.stringify([kind, tenantId, workspaceId, environmentId, model, list, locale]);
