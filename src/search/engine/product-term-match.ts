// Which products of a segment hold enough words of a term, in the locale in which each of them answers. Sets only, no
// scores: for counting, and for narrowing what is then scored.

import { normalizeLocale, spreadChain } from '../../domain/locale.ts';
import type { ProductQuery } from '../../domain/ports.ts';
import { requiredOfProducts } from '../matching.ts';
import {
  type Bits,
  intersectWith,
  markItems,
  markNewItems,
  subtractFrom,
  uniteWith,
  wordsFor,
} from './bitset.ts';
import { takeBits, takeEmptyBits, takeList } from './bitset-scratch.ts';
import { findSorted } from './column.ts';
import { leapTo } from './posting-walk.ts';
import type { BitsPart, Criterion, ListPart } from './product-criteria.ts';
import { gatherUnmarked, listBits } from './product-marks.ts';
import { countProductsIn, type ProductSegment, type ProductTexts } from './product-segment.ts';
import type { ProductTuning } from './product-tuning.ts';
import type { ResolvedQuery, WordLists } from './query-words.ts';
import { localesOf } from './text-index.ts';
import { isExactOnly } from './word-lists.ts';
import { spend } from './work-budget.ts';
import { BITS_WORD, HELD_PHRASE, ITEM, LEAP, MET_PHRASE, POSTING } from './work-costs.ts';

/** A query as it reads in a language, over the texts of all segments. */
export type ResolveIn = (language: string) => ResolvedQuery;

type Found = BitsPart | ListPart;

/** The locales in which products may answer, the most wanted first. */
export const answeringLocales = (
  segments: readonly ProductSegment[],
  { localeChain, baseLocale }: Pick<ProductQuery, 'localeChain' | 'baseLocale'>,
): readonly string[] => {
  const chain = spreadChain(localeChain, () => localesOf(segments));
  return [...new Set([...chain, normalizeLocale(baseLocale)])];
};

/** The texts of the segment in those locales, in their order. */
export const answeringTexts = (segment: ProductSegment, locales: readonly string[]): ProductTexts[] => {
  const found: ProductTexts[] = [];
  for (const locale of locales) {
    const texts = segment.texts.find(({ index }) => index.locale === locale);
    if (texts !== undefined) found.push(texts);
    // Every product has a text in the base locale: nothing answers in what comes after.
    if (locale === segment.baseLocale) break;
  }
  return found;
};

/** The products that hold the term, as one criterion; undefined when there are none. */
export const matchTerm = (
  segment: ProductSegment,
  locales: readonly string[],
  resolveIn: ResolveIn,
  tuning: ProductTuning,
): Criterion | undefined => {
  const items = countProductsIn(segment);
  const texts = answeringTexts(segment, locales);
  const match = (own: ProductTexts) => matchWords(own, resolveIn(own.index.language), items, tuning);
  const [only] = texts;
  if (only === undefined) return undefined;
  if (texts.length === 1) return match(only);
  spend(3 * BITS_WORD * wordsFor(items) * texts.length);
  const bits = takeEmptyBits(items);
  // From the least wanted locale up: where a product has a better one, only that one counts.
  for (const own of texts.reverse()) {
    if (own.items.length > 0) subtractFrom(bits, own.items);
    for (const found of match(own) ?? []) {
      if (found.kind === 'bits') uniteWith(bits, found.bits);
      else markItems(bits, found.items, found.from, found.to);
    }
  }
  return [{ kind: 'bits', bits, size: undefined, isNegated: false }];
};

const matchWords = (
  texts: ProductTexts,
  resolved: ResolvedQuery,
  items: number,
  tuning: ProductTuning,
): Found[] | undefined => {
  const place = resolved.texts.indexOf(texts.index);
  const words: { lists: WordLists; size: number }[] = [];
  for (const word of resolved.words) {
    const lists = word.lists[place] as WordLists;
    const size = sizeOf(texts, lists);
    if (size > 0) words.push({ lists, size });
  }
  if (words.length > 1) words.sort((a, b) => a.size - b.size);
  const required = requiredOfProducts(resolved.words.length);
  const [rarest, ...others] = words;
  if (rarest === undefined || words.length < required) return undefined;
  const listMax = items / tuning.walkShare;
  const find = ({ lists, size }: { lists: WordLists; size: number }) =>
    findWord(texts, lists, size, items, listMax);
  if (others.length === 0) {
    const isFewInManyLists = rarest.size <= listMax && !isExactOnly(rarest.lists);
    return isFewInManyLists ? stretchesOf(texts, rarest.lists) : [find(rarest)];
  }
  if (required === words.length) {
    let found = find(rarest);
    for (const word of others) found = bothOf(found, find(word), items);
    return [found];
  }
  const sets = words.map((word) => bitsOf(find(word), items));
  return [{ kind: 'bits', bits: atLeast(sets, required, items), size: undefined, isNegated: false }];
};

/** The lists of a word as they are: whoever walks them sifts first and then leaves out what stands in two of them. */
const stretchesOf = (texts: ProductTexts, lists: WordLists): ListPart[] => {
  const parts: ListPart[] = [];
  forEachStretch(texts, lists, (items, from, to) =>
    parts.push({ kind: 'list', items, from, to, isNegated: false }),
  );
  return parts;
};

const sizeOf = ({ index: { postingStart } }: ProductTexts, { exact, synonyms, loose }: WordLists): number => {
  const length = (stem: number) => (postingStart[stem + 1] as number) - (postingStart[stem] as number);
  let size = exact === -1 ? 0 : length(exact);
  if (synonyms.length === 0 && loose.length === 0) return size;
  spend(POSTING * loose.length + MET_PHRASE * synonyms.length);
  for (const phrase of synonyms) {
    let least = Number.POSITIVE_INFINITY;
    for (const stem of phrase) least = Math.min(least, length(stem));
    size += least;
  }
  for (const stem of loose) size += length(stem);
  return size;
};

/** The products that hold one word in any way; as a list where they are few. */
const findWord = (
  texts: ProductTexts,
  lists: WordLists,
  size: number,
  items: number,
  listMax: number,
): Found => {
  const { postingStart, postingItem, stemDocuments } = texts.index;
  if (isExactOnly(lists)) {
    const ready = denseStem(texts, lists.exact);
    const from = postingStart[lists.exact] as number;
    const to = postingStart[lists.exact + 1] as number;
    const live = stemDocuments[lists.exact] as number;
    return ready === undefined
      ? { kind: 'list', items: postingItem, from, to, live, isNegated: false }
      : { kind: 'bits', bits: ready, size: to - from, live, isNegated: false };
  }
  spend(BITS_WORD * wordsFor(items) + POSTING * size);
  if (size <= listMax) {
    const bits = takeEmptyBits(items);
    const list = takeList(size);
    let to = 0;
    forEachStretch(texts, lists, (stretch, from, end) => {
      to = gatherUnmarked(stretch, from, end, bits, list, to);
    });
    return { kind: 'list', items: list, from: 0, to, isNegated: false };
  }
  const ready = denseStem(texts, lists.exact);
  const bits = takeBits(items);
  let count = 0;
  if (ready === undefined) {
    bits.fill(0);
  } else {
    bits.set(ready);
    count = (postingStart[lists.exact + 1] as number) - (postingStart[lists.exact] as number);
  }
  forEachStretch(texts, ready === undefined ? lists : { ...lists, exact: -1 }, (stretch, from, end) => {
    count += markNewItems(bits, stretch, from, end);
  });
  return { kind: 'bits', bits, size: count, isNegated: false };
};

const denseStem = ({ denseStems, denseBits }: ProductTexts, stem: number): Bits | undefined => {
  const place = findSorted(denseStems, stem);
  if (place === -1) return undefined;
  const words = denseBits.length / denseStems.length;
  return denseBits.subarray(place * words, (place + 1) * words);
};

type VisitStretch = (items: Uint32Array, from: number, to: number) => void;

/** Every list of the word. */
const forEachStretch = (
  { index }: ProductTexts,
  { exact, synonyms, loose }: WordLists,
  visit: VisitStretch,
): void => {
  const { postingStart, postingItem } = index;
  const whole = (stem: number): void =>
    visit(postingItem, postingStart[stem] as number, postingStart[stem + 1] as number);
  if (exact !== -1) whole(exact);
  for (const phrase of synonyms) {
    const [lead, ...rest] = phrase as readonly [number, ...number[]];
    if (rest.length === 0) whole(lead);
    else visitPhrase(postingStart, postingItem, lead, rest, visit);
  }
  for (const stem of loose) whole(stem);
};

/** The products that hold every stem of a phrase. */
const visitPhrase = (
  postingStart: Uint32Array,
  postingItem: Uint32Array,
  lead: number,
  rest: readonly number[],
  visit: VisitStretch,
): void => {
  const from = postingStart[lead] as number;
  const end = postingStart[lead + 1] as number;
  spend(HELD_PHRASE + (POSTING + LEAP * rest.length) * (end - from));
  const list = takeList(end - from);
  const places = rest.map((stem) => postingStart[stem] as number);
  let to = 0;
  for (let posting = from; posting < end; posting += 1) {
    const item = postingItem[posting] as number;
    const holdsAll = rest.every((stem, other) => {
      const stop = postingStart[stem + 1] as number;
      const at = leapTo(postingItem, places[other] as number, stop, item);
      places[other] = at;
      return at < stop && postingItem[at] === item;
    });
    if (!holdsAll) continue;
    list[to] = item;
    to += 1;
  }
  visit(list, 0, to);
};

const bitsOf = (found: Found, items: number): Bits =>
  found.kind === 'bits' ? found.bits : listBits(found, items);

const bothOf = (a: Found, b: Found, items: number): Found => {
  const [list, other] = a.kind === 'list' ? [a, b] : [b, a];
  if (list.kind === 'bits') {
    spend(2 * BITS_WORD * wordsFor(items));
    const bits = takeBits(items);
    bits.set(list.bits);
    intersectWith(bits, bitsOf(other, items));
    return { kind: 'bits', bits, size: undefined, isNegated: false };
  }
  const bits = bitsOf(other, items);
  spend(ITEM * (list.to - list.from));
  const kept = takeList(list.to - list.from);
  let to = 0;
  for (let at = list.from; at < list.to; at += 1) {
    const item = list.items[at] as number;
    if ((((bits[item >>> 5] as number) >>> (item & 31)) & 1) === 0) continue;
    kept[to] = item;
    to += 1;
  }
  return { kind: 'list', items: kept, from: 0, to, isNegated: false };
};

/** So many words of bits are put together between two looks at the budget. */
const WORDS_AT_ONCE = 1_024;

/** The products in at least so many of the sets: for each word of bits, which of them were met once, twice, … so far. */
const atLeast = (sets: readonly Bits[], required: number, items: number): Bits => {
  const bits = takeBits(items);
  const met = new Uint32Array(required + 1).fill(0xffff_ffff, 0, 1);
  for (let word = 0; word < bits.length; word += 1) {
    if (word % WORDS_AT_ONCE === 0)
      spend(BITS_WORD * sets.length * required * Math.min(WORDS_AT_ONCE, bits.length - word));
    met.fill(0, 1);
    for (let set = 0; set < sets.length; set += 1) {
      const own = (sets[set] as Bits)[word] as number;
      // What can no longer come to enough, or not yet be there, need not be kept up.
      const least = Math.max(1, required - (sets.length - set - 1));
      for (let times = Math.min(required, set + 1); times >= least; times -= 1)
        met[times] = (met[times] as number) | ((met[times - 1] as number) & own);
    }
    bits[word] = met[required] as number;
  }
  return bits;
};
