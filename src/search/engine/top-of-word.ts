// The commonest query, one word, best first: the best items without scoring all. The best score that a weight can reach is known, so
// whatever weighs too little to enter any more is passed over.

import { lengthNormalization, WEIGHT_MAX } from '../ranking.ts';
import type { ResolvedQuery, ResolvedWord, WordLists } from './query-words.ts';
import type { TextIndex } from './text-index.ts';
import type { TopItems } from './top-items.ts';
import { type Gathering, gatherLoose, gatherSynonyms, isExactOnly } from './word-lists.ts';
import { nextWordNumber, workArrays } from './work-arrays.ts';

interface Normalization {
  readonly base: number;
  readonly slope: number;
}

/** Offers the best items that hold the query's only word to `top`; returns how many hold it. */
export const topOfWord = (
  index: TextIndex,
  { words, texts, statistics }: ResolvedQuery,
  accepts: Uint8Array,
  top: TopItems,
): number => {
  const [word] = words as readonly [ResolvedWord];
  const lists = word.lists[texts.indexOf(index)] as WordLists;
  const normalization = lengthNormalization(statistics);
  const acceptsAll = accepts.indexOf(0, 1) === -1;
  const gathering = { index, accepts, acceptsAll, work: workArrays(index.classes.length) };
  const leftOut = { number: nextWordNumber(), mustHold: 0 };
  let total = 0;
  if (lists.exact !== -1) {
    // What is found by the word itself is not found in another way again.
    if (!isExactOnly(lists)) markList(index, lists.exact, gathering.work.counted, leftOut.number);
    total += offerList(gathering, lists.exact, word.exactFactor, normalization, top);
  }
  if (lists.synonyms.length > 0) {
    const found = gatherSynonyms(gathering, lists, leftOut);
    total += offerGathered(gathering, found, leftOut.number, word.synonymFactor, normalization, top);
  }
  if (lists.loose.length > 0) {
    const found = gatherLoose(gathering, lists, leftOut);
    total += offerGathered(gathering, found, leftOut.number, word.looseFactor, normalization, top);
  }
  return total;
};

const markList = (
  { postingStart, postingItem }: TextIndex,
  stem: number,
  counted: Uint32Array,
  number: number,
): void => {
  const end = postingStart[stem + 1] as number;
  for (let posting = postingStart[stem] as number; posting < end; posting += 1)
    counted[postingItem[posting] as number] = number;
};

const offerList = (
  { index, accepts, acceptsAll }: Gathering,
  stem: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { postingStart, postingItem, postingWeight, classes, lengths } = index;
  // Where every class may answer, the live documents of the stem are counted already.
  let total = acceptsAll ? (index.stemDocuments[stem] as number) : 0;
  let weightMin = leastWeight(1, factor, base, top.floor);
  const end = postingStart[stem + 1] as number;
  for (let posting = postingStart[stem] as number; posting < end; posting += 1) {
    const weight = postingWeight[posting] as number;
    if (acceptsAll && weight < weightMin) continue;
    const item = postingItem[posting] as number;
    if (accepts[classes[item] as number] === 0) continue;
    if (!acceptsAll) {
      total += 1;
      if (weight < weightMin) continue;
    }
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, base, top.floor);
  }
  return total;
};

const offerGathered = (
  { index, work }: Gathering,
  found: number,
  number: number,
  factor: number,
  { base, slope }: Normalization,
  top: TopItems,
): number => {
  const { lengths } = index;
  const { counted, weights, gathered } = work;
  let weightMin = leastWeight(1, factor, base, top.floor);
  for (let place = 0; place < found; place += 1) {
    const item = gathered[place] as number;
    const weight = weights[item] as number;
    weights[item] = 0;
    counted[item] = number;
    if (weight < weightMin) continue;
    const score = (factor * weight) / (weight + (base + slope * (lengths[item] as number)));
    if (score < top.floor) continue;
    top.offer(score, item);
    weightMin = leastWeight(weightMin, factor, base, top.floor);
  }
  return found;
};

/** The least weight, from `from` on, with which a document would reach the floor if it had no length at all. */
const leastWeight = (from: number, factor: number, base: number, floor: number): number => {
  let weight = from;
  while (weight <= WEIGHT_MAX && (factor * weight) / (weight + base) < floor) weight += 1;
  return weight;
};
