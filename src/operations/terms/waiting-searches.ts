// Searches that wait to be stored: each once, in the order in which they came. They are kept in columns, since thousands of objects
// and keys that live for seconds make garbage collections longer.

import type { SearchEvent } from '../../domain/terms/popular-terms.ts';
import { HASH_START, hashText } from '../../domain/text/hash-text.ts';

/** One object for each catalog: it is compared by identity. */
export type SearchPlace = Pick<SearchEvent, 'tenantId' | 'workspaceId' | 'catalogId'>;

/** Visitors are hashes themselves: their beginnings tell them apart. */
const HASHED_VISITOR_CHARS = 8;

export class WaitingSearches {
  readonly #max: number;
  /** One less than the length of the columns, a power of two: a position is kept in the row `position & #mask`. */
  readonly #mask: number;
  // Positions count all searches that ever waited. These wait:
  #first = 0;
  #end = 0;
  /** The end of those that are being stored. */
  #takenEnd = 0;
  readonly #notedAgain = new Set<number>();

  /** By hash: the position of the newest search. The row of each search has the position of the one before it, which may be gone. */
  readonly #newest: Float64Array;
  readonly #before: Float64Array;
  readonly #hashes: Int32Array;
  readonly #places: (SearchPlace | undefined)[];
  readonly #visitors: string[];
  readonly #terms: string[];
  readonly #totals: Float64Array;
  readonly #times: Float64Array;

  constructor(max: number) {
    const rows = 2 ** Math.ceil(Math.log2(max));
    this.#max = max;
    this.#mask = rows - 1;
    this.#newest = new Float64Array(rows).fill(-1);
    this.#before = new Float64Array(rows);
    this.#hashes = new Int32Array(rows);
    this.#places = new Array(rows).fill(undefined);
    this.#visitors = new Array(rows).fill('');
    this.#terms = new Array(rows).fill('');
    this.#totals = new Float64Array(rows);
    this.#times = new Float64Array(rows);
  }

  get size(): number {
    return this.#end - this.#first;
  }

  /** One that waits already gets the new total and time. Returns false if the search does not fit. */
  note(place: SearchPlace, visitor: string, term: string, total: number, time: number): boolean {
    const hash = hashOf(visitor, term);
    const position = this.#find(hash, place, visitor, term);
    if (position !== undefined) {
      const row = position & this.#mask;
      this.#totals[row] = total;
      this.#times[row] = time;
      if (position < this.#takenEnd) this.#notedAgain.add(position);
      return true;
    }
    if (this.size === this.#max) return false;
    this.#append(hash, place, visitor, term, total, time);
    return true;
  }

  /** The oldest, to be stored. They wait on until `forgetTaken` or `putTakenBack`. */
  take(count: number): SearchEvent[] {
    const events: SearchEvent[] = [];
    this.#takenEnd = Math.min(this.#first + count, this.#end);
    // Many searches have the same timestamp.
    let last = Number.NaN;
    let at = '';
    for (let position = this.#first; position < this.#takenEnd; position += 1) {
      const row = position & this.#mask;
      const time = this.#times[row] as number;
      if (time !== last) at = new Date(time).toISOString();
      last = time;
      const { tenantId, workspaceId, catalogId } = this.#places[row] as SearchPlace;
      const [visitor, term] = [this.#visitors[row] as string, this.#terms[row] as string];
      const total = this.#totals[row] as number;
      events.push({ tenantId, workspaceId, catalogId, visitor, term, total, at });
    }
    return events;
  }

  /** They were stored. Those noted again meanwhile are newer than what was stored, and wait behind the others. */
  forgetTaken(): void {
    this.#passTaken((position) => this.#notedAgain.has(position));
  }

  /** They could not be stored, and wait behind the others, so that those the store never accepts do not block them. */
  putTakenBack(): void {
    this.#passTaken(() => true);
  }

  clear(): void {
    this.#takenEnd = this.#end;
    this.#passTaken(() => false);
  }

  #passTaken(waitsOn: (position: number) => boolean): void {
    for (; this.#first < this.#takenEnd; this.#first += 1) {
      const row = this.#first & this.#mask;
      const hash = this.#hashes[row] as number;
      const place = this.#places[row] as SearchPlace;
      const [visitor, term] = [this.#visitors[row] as string, this.#terms[row] as string];
      this.#places[row] = undefined;
      this.#visitors[row] = '';
      this.#terms[row] = '';
      if (waitsOn(this.#first))
        this.#append(hash, place, visitor, term, this.#totals[row] as number, this.#times[row] as number);
    }
    this.#notedAgain.clear();
  }

  #find(hash: number, place: SearchPlace, visitor: string, term: string): number | undefined {
    let position = this.#newest[hash & this.#mask] as number;
    while (position >= this.#first) {
      const row = position & this.#mask;
      const isSame =
        this.#hashes[row] === hash &&
        this.#terms[row] === term &&
        this.#visitors[row] === visitor &&
        this.#places[row] === place;
      if (isSame) return position;
      position = this.#before[row] as number;
    }
    return undefined;
  }

  #append(
    hash: number,
    place: SearchPlace,
    visitor: string,
    term: string,
    total: number,
    time: number,
  ): void {
    const row = this.#end & this.#mask;
    this.#hashes[row] = hash;
    this.#places[row] = place;
    this.#visitors[row] = visitor;
    this.#terms[row] = term;
    this.#totals[row] = total;
    this.#times[row] = time;
    this.#before[row] = this.#newest[hash & this.#mask] as number;
    this.#newest[hash & this.#mask] = this.#end;
    this.#end += 1;
  }
}

const hashOf = (visitor: string, term: string): number =>
  hashText(term, hashText(visitor, HASH_START, HASHED_VISITOR_CHARS));
