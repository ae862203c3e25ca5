// Several words by score: visits the items that can reach the page, and few others. Whatever scores enough has a large weight for one of the
// words, so most postings are passed over by their weight alone (Decision 0128).

import type { MatchRule } from '../../matching.ts';
import { WEIGHT_MAX } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, ITEM, nextPostings } from '../budget/work-costs.ts';
import { type Bits, countBits, countIntersection, hasBit } from '../packing/bitset.ts';
import { forEachItem } from '../packing/for-each-item.ts';
import type { ResolvedWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { MatchContext } from '../text/word-lists.ts';
import { nextHeavy } from './heavy-postings.ts';
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
  { floor, always, step }: Reach,
): boolean => {
  const { allowed } = context;
  const scorer = new ItemScorer(context, words, textOrd, rule, normalization, visit);
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
  { index, allowed }: BestContext,
  scorer: ItemScorer,
  parts: readonly PostingRange[],
  least: readonly number[],
  floor: () => number,
): void => {
  const { postingItem, postingWeight } = index;
  for (let word = 0; word < parts.length; word += 1) {
    const { start, end } = parts[word] as PostingRange;
    const ownLeast = least[word] as number;
    if (ownLeast === NO_WEIGHT) continue;
    scorer.restart(parts);
    let needed = floor();
    for (let from = start; from < end; ) {
      const to = nextPostings(from, end);
      for (
        let posting = nextHeavy(postingWeight, from, to, ownLeast);
        posting < to;
        posting = nextHeavy(postingWeight, posting + 1, to, ownLeast)
      ) {
        const item = postingItem[posting] as number;
        if (!hasBit(allowed, item)) continue;
        const normalization = scorer.normalizationOf(item);
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

/** Scores the items gathered from other lists of a word that can reach the floor. */
const scoreGathered = (
  { allowed, scratch: { gathered } }: BestContext,
  scorer: ItemScorer,
  most: Uint32Array,
  floor: () => number,
): void => {
  spend(ITEM * scorer.gathered);
  let last = Number.POSITIVE_INFINITY;
  let needed = floor();
  for (let place = 0; place < scorer.gathered; place += 1) {
    const item = gathered[place] as number;
    if (!hasBit(allowed, item)) continue;
    const normalization = scorer.normalizationOf(item);
    let best = 0;
    for (let word = 0; word < most.length; word += 1)
      best += scorer.bestScore(word, most[word] as number, item, normalization);
    if (best < needed) continue;
    // Each list is ascending.
    if (item < last) scorer.restart(scorer.lists);
    last = item;
    scorer.score(item);
    needed = floor();
  }
};
