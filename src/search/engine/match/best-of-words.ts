// Several words by score: visits the items that can reach the page, and few others. Whatever scores enough has a large weight for one of the
// words, so most postings are passed over by their weight alone (Decision 0128).

import type { MatchRule } from '../../matching.ts';
import { WEIGHT_MAX } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, HEAP_ITEM, ITEM, nextPostings } from '../budget/work-costs.ts';
import { type Bits, countBits, countIntersection, hasBit } from '../packing/bitset.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { MatchContext } from '../text/word-lists.ts';
import { listHeavy, weightsOf } from './heavy-postings.ts';
import type { Visit } from './intersect-two.ts';
import { ItemScorer } from './item-scorer.ts';
import {
  type ChosenWeights,
  chooseWeights,
  isMatchingCheaper,
  NO_WEIGHT,
  type Normalization,
  type PostingRange,
  SCORED,
} from './weight-bounds.ts';

/** What can still reach the page. */
export interface Reach {
  /** Nothing that scores less can. It rises while items are visited. */
  readonly floor: () => number;
  /** Items that must be visited whatever they score. */
  readonly always: Bits | undefined;
  /** The items that hold a stem, if that is known. */
  readonly heldBy: (stem: number) => Bits | undefined;
  /** Items of the first step, at least. */
  readonly step: number;
}

/** The context of a match that knows which items hold enough of the words. */
interface BestContext extends MatchContext {
  readonly allowed: Bits;
}

/** The first step takes one in this many items, or more if asked for; every further step takes as many as all before it. */
const FIRST_SHARE = 64;

/** A step with fewer wanted items than one in this many of the smallest step scores them all. */
const WANTED_SHARE = 16;

/** Once one in this many items was read, words that are cheaper to match are left to be matched. */
const TRIED_SHARE = 32;

/** Some items may be visited twice. False if too little can be passed over: then the words have to be matched in another way. */
export const bestOfWords = (
  context: BestContext,
  words: readonly ResolvedWord[],
  textOrd: number,
  rule: MatchRule,
  normalization: Normalization,
  visit: Visit,
  { floor, always, heldBy, step }: Reach,
): boolean => {
  const { allowed } = context;
  const scorer = new ItemScorer(context, words, textOrd, rule, normalization, visit, heldBy);
  const { lists } = scorer;
  // Two lists are matched in less time than more of them, for which passing over items nearly always gains.
  const isPair = lists.length === 2 && scorer.extended === -1;
  if (always !== undefined) {
    if (isMatchingCheaper(lists, SCORED * countShared(always, allowed))) {
      scorer.release();
      return false;
    }
    scorer.restart(lists);
    forEachItem(always, (item) => {
      if (hasBit(allowed, item)) scorer.score(item);
    });
  }
  /** By word: no item with more than this is left. */
  const most = new Uint32Array(words.length);
  let chooser: ReturnType<typeof buildChooser> | undefined;
  let parts: readonly PostingRange[] = lists.map(({ start, factor }) => ({ start, end: start, factor }));
  const first = Math.max(Math.ceil(step / ITEMS_PER_WORD), Math.ceil(allowed.length / FIRST_SHARE));
  for (let from = 0; from < allowed.length; ) {
    const to = Math.min(allowed.length, from + Math.max(first, from));
    parts = nextParts(context, lists, parts, to * ITEMS_PER_WORD);
    const wanted = countBetween(allowed, from, to);
    let chosen: ChosenWeights | undefined;
    if (WANTED_SHARE * wanted >= step) {
      chooser ??= buildChooser(scorer);
      chosen = chooser(parts, wanted, (to - from) / allowed.length, floor());
      const isFutile =
        chosen === undefined
          ? isMatchingCheaper(parts, SCORED * wanted)
          : isPair && isMatchingCheaper(parts, chosen.cost);
      if (isFutile && TRIED_SHARE * from >= allowed.length) {
        scorer.release();
        return false;
      }
    }
    if (chosen === undefined) {
      scorer.restart(parts);
      scoreBetween(allowed, from, to, scorer);
    } else {
      scoreHeavy(context, scorer, parts, chosen.least, floor);
      for (const [word, own] of chosen.least.entries()) most[word] = Math.max(most[word] as number, own - 1);
    }
    from = to;
  }
  if (scorer.gathered > 0) scoreGathered(context, scorer, most, floor);
  scorer.release();
  return true;
};

/** Chooses the weights that are looked at in parts of the lists: for items that hold the words themselves, and for those gathered otherwise. */
const buildChooser = (scorer: ItemScorer) => {
  const exact = scorer.levels();
  const others = scorer.gatheredLevels();
  return (
    parts: readonly PostingRange[],
    wanted: number,
    share: number,
    floor: number,
  ): ChosenWeights | undefined => {
    const sizes = parts.map(({ start, end }) => end - start);
    const chosen = chooseWeights(exact, sizes, wanted, floor);
    if (chosen === undefined || others === undefined) return chosen;
    const own = scorer.extended;
    const withGathered = exact.with(own, others);
    const found = chooseWeights(withGathered, sizes.with(own, share * scorer.gathered), wanted, floor);
    if (found === undefined) return chosen;
    const least = chosen.least.map((weight, word) =>
      word === own ? weight : Math.min(weight, found.least[word] as number),
    );
    return { ...chosen, least };
  };
};

const ITEMS_PER_WORD = 32;

const countShared = (bits: Bits, others: Bits): number => {
  spend(BITS_WORD * bits.length);
  return countIntersection([bits, others]);
};

const countBetween = (bits: Bits, from: number, to: number): number => {
  spend(BITS_WORD * (to - from));
  return countBits(bits.subarray(from, to));
};

const scoreBetween = (bits: Bits, from: number, to: number, scorer: ItemScorer): void => {
  spend(BITS_WORD * (to - from));
  for (let word = from; word < to; word += 1) {
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1)
      scorer.score(word * ITEMS_PER_WORD + 31 - Math.clz32(rest & -rest));
  }
};

/** The parts of the lists from the end of these to that item. */
const nextParts = (
  { index: { postingItem } }: MatchContext,
  lists: readonly PostingRange[],
  parts: readonly PostingRange[],
  item: number,
): PostingRange[] =>
  parts.map(({ end: start, factor }, word) => ({
    start,
    end: seek(postingItem, start, (lists[word] as PostingRange).end, item),
    factor,
  }));

/** Scores the items that have at least one of these weights and can reach the floor. */
const scoreHeavy = (
  { index, allowed, scratch: { touched } }: BestContext,
  scorer: ItemScorer,
  parts: readonly PostingRange[],
  least: readonly number[],
  floor: () => number,
): void => {
  const { postingItem, postingWeight } = index;
  const weights = weightsOf(postingWeight);
  for (let word = 0; word < parts.length; word += 1) {
    const { start, end } = parts[word] as PostingRange;
    const ownLeast = least[word] as number;
    if (ownLeast === NO_WEIGHT) continue;
    scorer.restart(parts);
    let needed = floor();
    for (let from = start; from < end; ) {
      const to = nextPostings(from, end);
      const heavy = listHeavy(weights, from, to, ownLeast, touched);
      const found = keepAllowed(postingItem, allowed, touched, heavy);
      for (let place = 0; place < found; place += 1) {
        const posting = touched[place] as number;
        const item = postingItem[posting] as number;
        if (place % READ_AT_ONCE === 0) readNormalizations(scorer, postingItem, touched, place, found);
        const normalization = normalizations[place % READ_AT_ONCE] as number;
        let best = scorer.bestScore(word, postingWeight[posting] as number, item, normalization);
        // An item that has several of the weights is scored by the last of these words.
        for (let other = 0; other < parts.length; other += 1) {
          if (other === word) continue;
          const otherMost = other < word ? WEIGHT_MAX : (least[other] as number) - 1;
          best += scorer.bestScore(other, otherMost, item, normalization);
        }
        if (best < needed) continue;
        scorer.setPlace(word, posting);
        scorer.score(item);
        needed = floor();
      }
      from = to;
    }
  }
};

/** Texts whose lengths are read at once: processors wait for many as long as for one. */
const READ_AT_ONCE = 1_024;
const normalizations = new Float64Array(READ_AT_ONCE);

const readNormalizations = (
  scorer: ItemScorer,
  postingItem: Uint32Array,
  list: Uint32Array,
  from: number,
  found: number,
): void => {
  const to = Math.min(found, from + READ_AT_ONCE);
  for (let place = from; place < to; place += 1)
    normalizations[place - from] = scorer.normalizationOf(postingItem[list[place] as number] as number);
};

/** Keeps those of the first `heavy` postings of the list whose items are allowed; returns how many. Without a branch: none waits for another. */
const keepAllowed = (postingItem: Uint32Array, allowed: Bits, list: Uint32Array, heavy: number): number => {
  let kept = 0;
  for (let place = 0; place < heavy; place += 1) {
    const posting = list[place] as number;
    const item = postingItem[posting] as number;
    list[kept] = posting;
    kept += ((allowed[item >>> 5] as number) >>> (item & 31)) & 1;
  }
  return kept;
};

/** Scores the items gathered from other lists of a word that can reach the floor. `most`: by word, no item with more in its own list is left. */
const scoreGathered = (
  { allowed, scratch: { gathered, weights, touched } }: BestContext,
  scorer: ItemScorer,
  most: Uint32Array,
  floor: () => number,
): void => {
  spend(ITEM * scorer.gathered);
  const { extended } = scorer;
  // Most are excluded by their weight, even if theirs were the shortest text.
  const least = scorer.leastExtra(most, floor());
  const leastAlone = scorer.leastExtra(most.with(extended, 0), floor());
  let found = 0;
  for (let place = 0; place < scorer.gathered; place += 1) {
    const item = gathered[place] as number;
    const weight = weights[item] as number;
    if (weight < leastAlone && (weight < least || !scorer.mayHold(extended, item))) continue;
    if (!hasBit(allowed, item)) continue;
    touched[found] = item;
    found += 1;
  }
  // In the order of the lists that they are sought in: one search goes on where the last one ended.
  spend(HEAP_ITEM * found);
  const ascending = touched.subarray(0, found).sort();
  scorer.restart(scorer.lists);
  for (const item of ascending) {
    const normalization = scorer.normalizationOf(item);
    let best = 0;
    for (let word = 0; word < most.length; word += 1)
      best += scorer.bestScore(word, most[word] as number, item, normalization);
    if (best >= floor()) scorer.score(item);
  }
};
