// Which products of a segment hold enough words of a term, in the locale in which each of them answers. Sets only, no
// scores: for counting, and for narrowing what is then scored.

import type { ProductQuery } from '../../../domain/ports.ts';
import { normalizeLocale, spreadChain } from '../../../domain/text/locale.ts';
import { productRule } from '../../matching.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, HELD_PHRASE, LEAP, MET_PHRASE, POSTING } from '../budget/work-costs.ts';
import { findSorted } from '../columns/column.ts';
import { seek } from '../match/posting-walk.ts';
import { type Bits, markItems, markNewItems, subtractFrom, uniteWith, wordsFor } from '../packing/bitset.ts';
import { takeBits, takeEmptyBits, takeList } from '../packing/bitset-scratch.ts';
import type { ResolvedQuery } from '../text/query-words.ts';
import { localesOf } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import { isExactOnly } from '../text/word-lists.ts';
import { gatherUnmarked } from './fill-bitset.ts';
import type { ListPart } from './product-criteria.ts';
import { countProductsIn, type ProductSegment, type ProductTexts } from './product-segment.ts';
import type { ProductTuning } from './product-tuning.ts';
import { anyOf, atLeast, bitsOf, bothOf, type Found } from './product-word-sets.ts';

/** A query as it reads in a language, over the texts of all segments. */
export type ResolveIn = (language: string) => ResolvedQuery;

/** How a term is looked for. */
export interface TermSearch {
  /** In which products may answer, the most wanted first. */
  readonly locales: readonly string[];
  readonly resolveIn: ResolveIn;
  /** By the looser rule. */
  readonly isLoose: boolean;
  readonly tuning: ProductTuning;
}

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
export const matchTerm = (segment: ProductSegment, search: TermSearch): readonly Found[] | undefined => {
  const items = countProductsIn(segment);
  const texts = answeringTexts(segment, search.locales);
  const match = (own: ProductTexts) => matchWords(own, items, search);
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

/** A word that stands in a text, and how long its lists are. */
interface HeldWord {
  readonly lists: WordLists;
  readonly size: number;
  /** It does alone. */
  readonly isSelective: boolean;
}

const matchWords = (
  texts: ProductTexts,
  items: number,
  { resolveIn, isLoose, tuning }: TermSearch,
): Found[] | undefined => {
  const resolved = resolveIn(texts.index.language);
  const rule = productRule(resolved, resolved.statistics.documents, isLoose);
  const place = resolved.texts.indexOf(texts.index);
  const words: HeldWord[] = [];
  for (const { lists, documents } of resolved.words) {
    const own = lists[place] as WordLists;
    const size = sizeOf(texts, own);
    if (size > 0) words.push({ lists: own, size, isSelective: documents <= rule.sufficesUpTo });
  }
  if (words.length > 1) words.sort((a, b) => a.size - b.size);
  const listMax = items / tuning.walkShare;
  const find = ({ lists, size }: HeldWord) => findWord(texts, lists, size, items, listMax);
  const strict = matchRequired(texts, words, rule.required, items, listMax, find);
  const telling = words.filter(({ isSelective }) => isSelective);
  return telling.length === 0 ? strict : [anyOf([...(strict ?? []), ...telling.map(find)], items)];
};

/** The products that hold at least so many of the words, the rarest of which comes first. */
const matchRequired = (
  texts: ProductTexts,
  words: readonly HeldWord[],
  required: number,
  items: number,
  listMax: number,
  find: (word: HeldWord) => Found,
): Found[] | undefined => {
  const [rarest, ...others] = words;
  if (rarest === undefined || words.length < required) return undefined;
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
      const at = seek(postingItem, places[other] as number, stop, item);
      places[other] = at;
      return at < stop && postingItem[at] === item;
    });
    if (!holdsAll) continue;
    list[to] = item;
    to += 1;
  }
  visit(list, 0, to);
};
