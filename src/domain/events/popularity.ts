// The popularity of products, computed from events (Decision 0073).

import { daysBetween, type EventCounts, eventTypes } from './product-event.ts';

/** How many days count, today included. */
export const POPULARITY_DAYS = 30;
export const SCORE_MAX = 1_000;
const HALF_LIFE_DAYS = 7;
/** For a visitor, by the strongest event of the day. */
const weights: EventCounts = { view: 1, click: 2, add_to_cart: 5, purchase: 10 };
/** Twice the interest is this many points more. */
const POINTS_PER_DOUBLING = 50;
/** Smaller changes are not worth a new entry in the search index. */
const NOTICEABLE_POINTS = 10;

/** The visitors of a product on one day, each counted once, under the strongest of their events. */
export interface ProductDay {
  readonly productId: string;
  readonly day: string;
  readonly visitors: EventCounts;
}

/** Adds up the interest in each product, day by day. */
export class PopularityScores {
  readonly #today: string;
  readonly #minVisitors: number;
  readonly #interest = new Map<string, number>();

  constructor(today: string, minVisitors: number) {
    this.#today = today;
    this.#minVisitors = minVisitors;
  }

  /**
   * Call it in the order of days, so that the same events always give exactly the same score. A day with too few visitors does not
   * count, and the strongest of the others counts as little as the weakest: no visitor moves anything alone. Marks change daily, so
   * over several days one visitor would look like several.
   */
  add({ productId, day, visitors }: ProductDay): void {
    const age = daysBetween(day, this.#today);
    if (age < 0 || age >= POPULARITY_DAYS) return;
    let [interest, count, strongest] = [0, 0, 0];
    for (const type of eventTypes) {
      interest += visitors[type] * weights[type];
      count += visitors[type];
      if (visitors[type] > 0) strongest = Math.max(strongest, weights[type]);
    }
    if (count < this.#minVisitors) return;
    const ofDay = (interest - strongest + weights.view) * 0.5 ** (age / HALF_LIFE_DAYS);
    this.#interest.set(productId, (this.#interest.get(productId) ?? 0) + ofDay);
  }

  /** The score of each product that had enough visitors on some day. */
  result(): Map<string, number> {
    const scores = new Map<string, number>();
    for (const [productId, interest] of this.#interest) {
      const score = Math.min(SCORE_MAX, Math.round(POINTS_PER_DOUBLING * Math.log2(1 + interest)));
      if (score > 0) scores.set(productId, score);
    }
    return scores;
  }
}

/** Undefined: the product has no score any more. */
export interface ScoreChange {
  readonly productId: string;
  readonly score: number | undefined;
}

/** At most `max` of the changes that are worth making, the largest first. */
export const chooseChanges = (
  stored: ReadonlyMap<string, number>,
  wanted: ReadonlyMap<string, number>,
  max: number,
): ScoreChange[] => {
  const changes: (ScoreChange & { readonly size: number })[] = [];
  for (const [productId, score] of wanted) {
    const size = Math.abs(score - (stored.get(productId) ?? 0));
    if (!stored.has(productId) || size >= NOTICEABLE_POINTS) changes.push({ productId, score, size });
  }
  for (const [productId, size] of stored) {
    if (!wanted.has(productId)) changes.push({ productId, score: undefined, size });
  }
  return changes
    .sort((a, b) => b.size - a.size || (a.productId < b.productId ? -1 : 1))
    .slice(0, max)
    .map(({ productId, score }) => ({ productId, score }));
};
