// Caches which names and popular searches find something, for as long as the index stays as it is. While shoppers type, the same few are
// suggested again and again, and each check is a search.

import type { SuggestQuery } from '../../../domain/products/suggestion.ts';

/** For all shoppers of an index together. When it is full, it is emptied. */
const ENTRIES_MAX = 2_000;
/** Longer keys are not cached: they come from requests and catalogs. */
const KEY_UNITS_MAX = 200;

/** Calls `find` if the result is not cached. */
export type KnownFindable = (kind: 'term' | 'category', text: string, find: () => boolean) => boolean;

export const knowNothing: KnownFindable = (_kind, _text, find) => find();

export class FindableCache {
  private readonly from: number;
  private readonly until: number;
  private readonly shoppers = new Map<string, Map<string, boolean>>();
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
    const shopper = shopperKey(query);
    if (shopper.length > KEY_UNITS_MAX) return knowNothing;
    return (kind, text, find) => {
      const key = `${kind} ${text}`;
      const known = this.shoppers.get(shopper)?.get(key);
      if (known !== undefined) return known;
      const found = find();
      if (key.length <= KEY_UNITS_MAX) this.add(shopper, key, found);
      return found;
    };
  }

  private add(shopper: string, key: string, found: boolean): void {
    if (this.entries >= ENTRIES_MAX) {
      this.shoppers.clear();
      this.entries = 0;
    }
    let own = this.shoppers.get(shopper);
    if (own === undefined) {
      own = new Map();
      this.shoppers.set(shopper, own);
    }
    own.set(key, found);
    this.entries += 1;
  }
}

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
