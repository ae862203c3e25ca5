// Which weights matter for a query of several words: an item that scores enough has at least one of them. Chosen so that few postings have
// such a weight; a wrong guess of how many that are costs time, never an item.

import { WEIGHT_MAX } from '../../ranking.ts';
import { spend } from '../budget/work-budget.ts';
import { POSTING } from '../budget/work-costs.ts';

/** A posting list, or a part of one, and the value of its word before saturation. */
export interface PostingRange {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
}

/** Length normalization is `base + slope * length`. */
export interface Normalization {
  readonly base: number;
  readonly slope: number;
}

export const scoreOf = (factor: number, weight: number, normalization: number): number =>
  (factor * weight) / (weight + normalization);

/** No posting has it: the list is not looked at. */
export const NO_WEIGHT = WEIGHT_MAX + 1;

/** Postings of each list whose weights are read to guess how many are large. */
const SAMPLED = 256;

/** What it costs, about (nanoseconds): to pass over a posting by its weight, to look whether its item is wanted, and to score it. */
const PASSED = 0.7;
const LOOKED_AT = 4;
export const SCORED = 80;
/** And to match a posting of one word with those of another, and of more words with those before. */
const MATCHED = 8;
const MATCHED_OF_MANY = 24;

/** Whether matching these lists costs less than that. */
export const isMatchingCheaper = (lists: readonly PostingRange[], cost: number): boolean => {
  let postings = 0;
  for (const { start, end } of lists) postings += end - start;
  return (lists.length > 2 ? MATCHED_OF_MANY : MATCHED) * postings < cost;
};

/** By level, ascending: the least weight that is looked at, the best score below it, and the share of postings that have it. */
export interface WeightLevels {
  readonly weight: readonly number[];
  readonly bestBelow: readonly number[];
  readonly share: readonly number[];
}

/** `weightAt` reads the weights of that many postings; `shortest` is the normalization of the shortest text. */
export const findLevels = (
  postings: number,
  weightAt: (posting: number) => number,
  factor: number,
  shortest: number,
): WeightLevels => {
  const counts = new Uint32Array(NO_WEIGHT);
  const step = Math.max(1, Math.floor(postings / SAMPLED));
  let left = 0;
  for (let posting = 0; posting < postings; posting += step) {
    const weight = Math.min(WEIGHT_MAX, weightAt(posting));
    counts[weight] = (counts[weight] as number) + 1;
    left += 1;
  }
  spend(POSTING * (left + WEIGHT_MAX));
  const all = Math.max(1, left);
  const levels = { weight: [1], bestBelow: [0], share: [left / all] };
  const add = (weight: number): void => {
    levels.weight.push(weight);
    levels.bestBelow.push(scoreOf(factor, weight - 1, shortest));
    levels.share.push(left / all);
  };
  for (let weight = 1; weight <= WEIGHT_MAX; weight += 1) {
    const own = counts[weight] as number;
    if (own === 0) continue;
    left -= own;
    add(weight + 1);
  }
  if (levels.weight.at(-1) !== NO_WEIGHT) add(NO_WEIGHT);
  return levels;
};

/** The least weight of each word that is looked at, and what that costs, about. */
export interface ChosenWeights {
  readonly least: readonly number[];
  readonly cost: number;
}

/**
 * By word: an item whose score reaches the floor has at least that weight for one of them. `sizes` are the lengths of the lists, `wanted` is
 * how many items are. Undefined if it is cheaper to score all wanted items.
 */
export const chooseWeights = (
  words: readonly WeightLevels[],
  sizes: readonly number[],
  wanted: number,
  floor: number,
): ChosenWeights | undefined => {
  // Nothing is below all weights.
  if (floor <= 0) return undefined;
  let cheapest = SCORED * wanted;
  let chosen: ChosenWeights | undefined;
  // From all weights; with more than two words, also from weights that are alike: pairs alone may not lead from one to the other.
  for (const levels of words.length === 2
    ? [words.map(() => 0)]
    : [words.map(() => 0), alike(words, floor)]) {
    for (let one = 0; one < words.length; one += 1)
      for (let other = one + 1; other < words.length; other += 1)
        balance(words, sizes, wanted, floor, levels, one, other);
    let cost = 0;
    for (const [word, own] of words.entries())
      cost += costOf(own, levels[word] as number, sizes[word] as number, wanted);
    if (cost >= cheapest) continue;
    cheapest = cost;
    chosen = { least: words.map(({ weight }, word) => weight[levels[word] as number] as number), cost };
  }
  return chosen;
};

/** The highest levels that the floor allows if the largest weight is lowered again and again. */
const alike = (words: readonly WeightLevels[], floor: number): number[] => {
  const levels = words.map(({ weight }) => weight.length - 1);
  const sum = () =>
    words.reduce((all, { bestBelow }, word) => all + (bestBelow[levels[word] as number] as number), 0);
  while (sum() >= floor) {
    spend(POSTING * words.length);
    let largest = 0;
    const weightOf = (word: number) => (words[word] as WeightLevels).weight[levels[word] as number] as number;
    for (let word = 1; word < words.length; word += 1) if (weightOf(word) > weightOf(largest)) largest = word;
    levels[largest] = (levels[largest] as number) - 1;
  }
  return levels;
};

/** Sets the levels of two words to the cheapest ones that the floor allows, those of the others given. */
const balance = (
  words: readonly WeightLevels[],
  sizes: readonly number[],
  wanted: number,
  floor: number,
  levels: number[],
  one: number,
  other: number,
): void => {
  const a = words[one] as WeightLevels;
  const b = words[other] as WeightLevels;
  spend(POSTING * (a.weight.length + b.weight.length));
  let rest = floor;
  for (let word = 0; word < words.length; word += 1)
    if (word !== one && word !== other)
      rest -= (words[word] as WeightLevels).bestBelow[levels[word] as number] as number;
  let cheapest = Number.POSITIVE_INFINITY;
  let place = b.weight.length - 1;
  for (let level = 0; level < a.weight.length; level += 1) {
    const own = a.bestBelow[level] as number;
    while (place > 0 && own + (b.bestBelow[place] as number) >= rest) place -= 1;
    if (own + (b.bestBelow[place] as number) >= rest) return;
    const cost =
      costOf(a, level, sizes[one] as number, wanted) + costOf(b, place, sizes[other] as number, wanted);
    if (cost >= cheapest) continue;
    cheapest = cost;
    levels[one] = level;
    levels[other] = place;
  }
};

const costOf = ({ weight, share }: WeightLevels, level: number, size: number, wanted: number): number =>
  weight[level] === NO_WEIGHT
    ? 0
    : PASSED * size + (share[level] as number) * (LOOKED_AT * size + SCORED * Math.min(size, wanted));
