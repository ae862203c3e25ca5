// Caches which names and popular searches find something, for as long as the index stays as it is. While shoppers type, the same few are
// suggested again and again, and each check is a search.

import type { Shopper } from '../../../domain/products/product-lookup.ts';
import type { SuggestQuery } from '../../../domain/products/suggestion.ts';

/** For all shoppers of an index together. When it is full, it is emptied. */
const ENTRIES_MAX = 2_000;
/** Longer keys are not cached: they come from requests and catalogs. */
const KEY_UNITS_MAX = 200;

export type FindableKind = 'term' | 'category';

/** What one shopper is known to find or not. */
export interface KnownFindable {
  /** The same object as long as what is known of this shopper holds; undefined if nothing is kept of them. */
  readonly owner: object | undefined;
  get(kind: FindableKind, text: string): boolean | undefined;
  set(kind: FindableKind, text: string, isFound: boolean): void;
}

export const knowNothing: KnownFindable = { owner: undefined, get: () => undefined, set: () => {} };

type Known = Readonly<Record<FindableKind, Map<string, boolean>>>;

export class FindableCache {
  private readonly from: number;
  private readonly until: number;
  private readonly shoppers = new Map<string, Known>();
  /** The last one: most shoppers are alike. */
  private last: { readonly query: SuggestQuery; readonly known: Known } | undefined;
  private entries = 0;

  /** For an index in which nothing changes by the clock between these times. */
  constructor(from: number, until: number) {
    this.from = from;
    this.until = until;
  }

  covers(at: number): boolean {
    return at >= this.from && at < this.until;
  }

  knownFor(query: SuggestQuery): KnownFindable {
    const own = this.findKnown(query);
    if (own === undefined) return knowNothing;
    return {
      owner: own,
      get: (kind, text) => own[kind].get(text),
      set: (kind, text, isFound) => {
        if (text.length > KEY_UNITS_MAX) return;
        this.makeRoom();
        own[kind].set(text, isFound);
      },
    };
  }

  /** Undefined if it takes too much to tell the shopper from others. */
  private findKnown(query: SuggestQuery): Known | undefined {
    if (this.last !== undefined && areAlike(this.last.query, query)) return this.last.known;
    const shopper = shopperKey(query);
    if (shopper.length > KEY_UNITS_MAX) return undefined;
    let known = this.shoppers.get(shopper);
    if (known === undefined) {
      this.makeRoom();
      known = { term: new Map(), category: new Map() };
      this.shoppers.set(shopper, known);
    }
    this.last = { query, known };
    return known;
  }

  private makeRoom(): void {
    if (this.entries >= ENTRIES_MAX) {
      for (const { term, category } of this.shoppers.values()) {
        term.clear();
        category.clear();
      }
      this.shoppers.clear();
      this.last = undefined;
      this.entries = 0;
    }
    this.entries += 1;
  }
}

/** The cache of an index, replaced when results change by the clock. */
export class TimedFindableCache {
  private readonly nextTimedChange: (at: number) => number;
  private cache: FindableCache | undefined;

  constructor(nextTimedChange: (at: number) => number) {
    this.nextTimedChange = nextTimedChange;
  }

  /** None for previews: they may be of any time, and of rules that shoppers do not see. */
  cacheFor({ at, withDrafts }: Pick<Shopper, 'at' | 'withDrafts'>): FindableCache | undefined {
    if (at === undefined || withDrafts === true) return undefined;
    if (this.cache?.covers(at) !== true) this.cache = new FindableCache(at, this.nextTimedChange(at));
    return this.cache;
  }

  clear(): void {
    this.cache = undefined;
  }
}

/** Whether they have the same key, without writing it. */
const areAlike = (a: SuggestQuery, b: SuggestQuery): boolean =>
  a.currency === b.currency &&
  a.channelId === b.channelId &&
  a.locationId === b.locationId &&
  a.customerGroupId === b.customerGroupId &&
  a.withMerchandising === b.withMerchandising &&
  a.hasContent === b.hasContent &&
  a.baseLocale === b.baseLocale &&
  a.localeChain.length === b.localeChain.length &&
  a.localeChain.every((locale, place) => locale === b.localeChain[place]);

/** Everything that decides what the shopper finds, but the text and the time. */
const shopperKey = (query: SuggestQuery): string =>
  JSON.stringify([
    query.localeChain,
    query.baseLocale,
    query.currency,
    query.channelId,
    query.locationId,
    query.customerGroupId,
    query.withMerchandising,
    query.hasContent,
  ]);
