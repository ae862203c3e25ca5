// Scores single items of a query of several words, by seeking in the posting lists. At most one of the words has items by synonyms, a prefix
// or a typo; these are gathered first.

import type { MatchRule } from '../../matching.ts';
import { coverageOf } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { POSTING, SEEK } from '../budget/work-costs.ts';
import { type Bits, hasBit } from '../packing/bitset.ts';
import { nextStamp } from '../packing/query-scratch.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import { SHORTEST } from '../text/text-index.ts';
import {
  gatherAllSynonyms,
  gatherApproximate,
  isExactOnly,
  longestStem,
  type MatchContext,
  type WordLists,
  withoutStem,
} from '../text/word-lists.ts';
import type { Visit } from './intersect-two.ts';
import {
  findLevels,
  type Normalization,
  type PostingRange,
  scoreOf,
  type WeightLevels,
} from './weight-bounds.ts';

/** Whether no more than one of the words has other lists beside the one that leads, and these are of one kind. */
export const canScoreItems = (words: readonly ResolvedWord[], textOrd: number): boolean => {
  let extended = 0;
  for (const { lists } of words) {
    const { exact, synonyms, approximate } = lists[textOrd] as WordLists;
    if (synonyms.length > 0 && approximate.length > 0) return false;
    if (synonyms.length > 0 || approximate.length > (exact === -1 ? 1 : 0)) extended += 1;
  }
  return extended <= 1;
};

/** More than all lists of a word weigh together: no word has as many. */
const EXTRA_MAX = 2 ** 30;

/** The list of a word that is read by its weights, and its other lists. */
interface Lead {
  readonly stem: number;
  readonly factor: number;
  readonly others: WordLists;
  /** Whether the weights of the other lists add to those of this one. */
  readonly isAdding: boolean;
}

/** If no text has the word itself, the longest list of what it may begin or misspell leads: the weights of these lists are added up. */
const leadOf = (
  { exactFactor, approximateFactor }: ResolvedWord,
  lists: WordLists,
  { index }: MatchContext,
): Lead => {
  const { exact, synonyms } = lists;
  if (synonyms.length > 0) return { stem: exact, factor: exactFactor, others: lists, isAdding: true };
  const stem = exact === -1 ? longestStem(lists, index) : exact;
  return {
    stem,
    factor: stem === exact ? exactFactor : approximateFactor,
    others: withoutStem(lists, stem),
    isAdding: stem !== exact,
  };
};

export class ItemScorer {
  /** By word: its own posting list, or the longest of what it begins; empty if no text has it. */
  readonly lists: readonly PostingRange[];
  /** By word: the items of that list, if they are known. */
  private readonly held: readonly (Bits | undefined)[];
  /** The normalization of the shortest text. */
  readonly shortest: number;
  /** The word that has other lists, or -1; how many items were gathered from them; whether their weights add to those of its own list. */
  readonly extended: number;
  readonly gathered: number;
  private readonly isAdding: boolean;
  private readonly extraFactor: number;
  private readonly context: MatchContext;
  private readonly required: number;
  private readonly normalization: Normalization;
  private readonly visit: Visit;
  /** By word: the posting where the last search ended. */
  private readonly places: Uint32Array;
  /** By how many words an item holds. */
  private readonly coverage: Float64Array;

  constructor(
    context: MatchContext,
    words: readonly ResolvedWord[],
    textOrd: number,
    { required }: MatchRule,
    normalization: Normalization,
    visit: Visit,
    heldBy: (stem: number) => Bits | undefined,
  ) {
    const { postingStart } = context.index;
    const led = words.map((word) => leadOf(word, word.lists[textOrd] as WordLists, context));
    this.lists = led.map(({ stem, factor }) => {
      if (stem === -1) return { start: 0, end: 0, factor };
      return { start: postingStart[stem] as number, end: postingStart[stem + 1] as number, factor };
    });
    this.held = led.map(({ stem }) => heldBy(stem));
    this.extended = led.findIndex(({ others }) => !isExactOnly(others));
    const word = words[this.extended];
    const own = led[this.extended];
    const exclusion = { stamp: nextStamp(), minMatched: 0 };
    const areSynonyms = own !== undefined && own.others.synonyms.length > 0;
    this.isAdding = own?.isAdding === true;
    this.extraFactor = (areSynonyms ? word?.synonymFactor : word?.approximateFactor) ?? 0;
    const gather = areSynonyms ? gatherAllSynonyms : gatherApproximate;
    this.gathered = own === undefined ? 0 : gather(context, own.others, exclusion);
    this.context = context;
    this.required = required;
    this.normalization = normalization;
    this.shortest = normalization.base + normalization.slope * (context.index.counters[SHORTEST] as number);
    this.visit = visit;
    this.places = new Uint32Array(words.length);
    this.coverage = Float64Array.from({ length: words.length + 1 }, (_, held) =>
      coverageOf(held, words.length),
    );
  }

  /** Call before items that are not above the last one; those that follow are in these parts of the lists, or behind them. */
  restart(parts: readonly PostingRange[]): void {
    for (let word = 0; word < parts.length; word += 1)
      this.places[word] = (parts[word] as PostingRange).start;
  }

  /** The posting of the item that is scored next is known. */
  setPlace(word: number, posting: number): void {
    this.places[word] = posting;
  }

  normalizationOf(item: number): number {
    const { base, slope } = this.normalization;
    return base + slope * (this.context.index.lengths[item] as number);
  }

  /** Whether the item may be in the word's own list. */
  mayHold(word: number, item: number): boolean {
    const held = this.held[word];
    return held === undefined || hasBit(held, item);
  }

  /** No more than this for one word, if its own posting weighs at most `most`. */
  bestScore(word: number, most: number, item: number, normalization: number): number {
    const extra = word === this.extended ? (this.context.scratch.weights[item] as number) : 0;
    return this.bestWith(word, most, extra, normalization);
  }

  /** The smallest weight of other lists with which an item reaches the floor in the shortest text; `most`: by word, as above. */
  leastExtra(most: Uint32Array, floor: number): number {
    const reaches = (extra: number): boolean => {
      let best = 0;
      for (let word = 0; word < most.length; word += 1)
        best += this.bestWith(word, most[word] as number, word === this.extended ? extra : 0, this.shortest);
      return best >= floor;
    };
    let low = 0;
    let high = EXTRA_MAX;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (reaches(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private bestWith(word: number, most: number, extra: number, normalization: number): number {
    const { factor } = this.lists[word] as PostingRange;
    if (word !== this.extended) return scoreOf(factor, most, normalization);
    return this.isAdding
      ? scoreOf(Math.max(factor, this.extraFactor), most + extra, normalization)
      : Math.max(scoreOf(factor, most, normalization), scoreOf(this.extraFactor, extra, normalization));
  }

  /** The weights of each word's own list. */
  levels(): WeightLevels[] {
    const { postingWeight } = this.context.index;
    return this.lists.map(({ start, end, factor }) =>
      findLevels(end - start, (at) => postingWeight[start + at] as number, factor, this.shortest),
    );
  }

  /** The weights of the gathered items, unless they add to the word's own. */
  gatheredLevels(): WeightLevels | undefined {
    if (this.gathered === 0 || this.isAdding) return undefined;
    const { weights, gathered } = this.context.scratch;
    const weightAt = (place: number) => weights[gathered[place] as number] as number;
    return findLevels(this.gathered, weightAt, this.extraFactor, this.shortest);
  }

  /** Visits the item if it holds enough of the words in a text that is accepted. */
  score(item: number): void {
    const { index, accepts, acceptsAll, scratch } = this.context;
    const { postingItem, postingWeight, classes } = index;
    const { lists, places, extended } = this;
    // A live item without a text here is in none of the lists.
    if (!acceptsAll && accepts[classes[item] as number] === 0) return;
    spend(SEEK * lists.length);
    const normalization = this.normalizationOf(item);
    let sum = 0;
    let held = 0;
    for (let word = 0; word < lists.length; word += 1) {
      const { end, factor } = lists[word] as PostingRange;
      const place = seek(postingItem, places[word] as number, end, item);
      places[word] = place;
      const extra = word === extended ? (scratch.weights[item] as number) : 0;
      if (place < end && postingItem[place] === item) {
        const weight = postingWeight[place] as number;
        sum += scoreOf(factor, this.isAdding ? weight + extra : weight, normalization);
        held += 1;
      } else if (extra > 0) {
        sum += scoreOf(this.extraFactor, extra, normalization);
        held += 1;
      }
    }
    if (held >= this.required) this.visit(item, sum * (this.coverage[held] as number));
  }

  /** Clears the weights of the gathered items. */
  release(): void {
    const { weights, gathered } = this.context.scratch;
    spend(POSTING * this.gathered);
    for (let place = 0; place < this.gathered; place += 1) weights[gathered[place] as number] = 0;
  }
}
