// Finds the products of a segment that hold enough words of a term, each in its effective locale. Returns sets
// without scores, for counting and for narrowing what is then scored.

import { productRule } from '../../matching.ts';
import { spend } from '../budget/work-budget.ts';
import { BITS_WORD, LONG_PHRASE, MATCHED_PHRASE, POSTING, SEEK } from '../budget/work-costs.ts';
import type { ProductTuning } from '../columns/product-tuning.ts';
import { gatherUnset } from '../filters/fill-bitset.ts';
import { bitsClause, type ListClause, listClause } from '../filters/product-criteria.ts';
import { setBits, setNewBits, subtractFrom, unionWith, wordsFor } from '../packing/bitset.ts';
import { emptyScratchBits, scratchBits, scratchList } from '../packing/bitset-scratch.ts';
import type { ResolvedQuery } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { WordLists } from '../text/word-lists.ts';
import { isExactOnly, longestStem, withoutStem } from '../text/word-lists.ts';
import { countProductsIn, type ProductSegment } from './product-segment.ts';
import { denseStem, type ProductTexts } from './product-texts.ts';
import { atLeast, atLeastByLeads, bitsOf, type Found, intersect, union } from './product-word-sets.ts';
import { countedPair, countedWord } from './word-counts.ts';

/** Resolves the term in a language, over the texts of all segments. */
type ResolveIn = (language: string) => ResolvedQuery;

/** How a term is searched. */
export interface TermSearch {
  /** In order of preference. */
  readonly locales: readonly string[];
  readonly resolveIn: ResolveIn;
  /** Whether the relaxed rule applies. */
  readonly isRelaxed: boolean;
  readonly tuning: ProductTuning;
}

/** The segment's texts in those locales, in that order. */
export const effectiveTexts = (segment: ProductSegment, locales: readonly string[]): ProductTexts[] => {
  const found: ProductTexts[] = [];
  for (const locale of locales) {
    const texts = segment.texts.find(({ index }) => index.locale === locale);
    if (texts !== undefined) found.push(texts);
    // Every product has a text in the base locale, so later locales are never used.
    if (locale === segment.baseLocale) break;
  }
  return found;
};

/** The products of a segment that match the term, as one criterion; undefined if there are none. */
export type FindTerm = () => readonly Found[] | undefined;

/** Searches once, however often it is called. The result uses scratch arrays, those of the first call. */
export const buildFindTerm = (search: TermSearch, segment: ProductSegment): FindTerm => {
  let known: { readonly found: ReturnType<FindTerm> } | undefined;
  return () => {
    known ??= { found: matchTerm(segment, search) };
    return known.found;
  };
};

export const matchTerm = (segment: ProductSegment, search: TermSearch): readonly Found[] | undefined => {
  const items = countProductsIn(segment);
  const texts = effectiveTexts(segment, search.locales);
  const match = (own: ProductTexts) => matchWords(own, items, search);
  const [only] = texts;
  if (only === undefined) return undefined;
  if (texts.length === 1) return match(only);
  spend(3 * BITS_WORD * wordsFor(items) * texts.length);
  const bits = emptyScratchBits(items);
  // From the least preferred locale up: a product counts only in the best locale it has.
  for (const own of texts.reverse()) {
    if (own.items.length > 0) subtractFrom(bits, own.items);
    for (const found of match(own) ?? []) {
      if (found.kind === 'bits') unionWith(bits, found.bits);
      else setBits(bits, found.items, found.from, found.to);
    }
  }
  return [bitsClause(bits)];
};

/** A word known to the text index, and the total length of its posting lists. */
interface HeldWord {
  readonly lists: WordLists;
  readonly size: number;
  /** Holding this word is enough. */
  readonly isSelective: boolean;
}

const matchWords = (
  texts: ProductTexts,
  items: number,
  { resolveIn, isRelaxed, tuning }: TermSearch,
): Found[] | undefined => {
  const resolved = resolveIn(texts.index.language);
  const rule = productRule(resolved, resolved.statistics.documents, isRelaxed);
  const textOrd = resolved.texts.indexOf(texts.index);
  const words: HeldWord[] = [];
  for (const { lists, documents } of resolved.words) {
    const own = lists[textOrd] as WordLists;
    const size = sizeOf(texts, own);
    if (size > 0) insertBySize(words, { lists: own, size, isSelective: documents <= rule.selectiveMax });
  }
  const listMax = items / tuning.leadShare;
  const find = ({ lists, size }: HeldWord) => findWord(texts, lists, size, items, listMax);
  const strict = matchRequired(texts, words, rule.required, items, listMax, find);
  if (!words.some(({ isSelective }) => isSelective)) return strict;
  const selective = words.filter(({ isSelective }) => isSelective);
  return [union([...(strict ?? []), ...selective.map(find)], items)];
};

/** There are few words: cheaper than sorting them afterwards. */
const insertBySize = (words: HeldWord[], word: HeldWord): void => {
  let at = words.length;
  words.push(word);
  for (; at > 0 && (words[at - 1] as HeldWord).size > word.size; at -= 1)
    words[at] = words[at - 1] as HeldWord;
  words[at] = word;
};

/** The products that hold at least `required` of the words, the rarest word first. */
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
    return isFewInManyLists ? listClauses(texts, rarest.lists) : [find(rarest)];
  }
  if (required === words.length) {
    let found = find(rarest);
    for (const word of others) found = intersect(found, find(word), items);
    const [other] = others;
    if (found.kind === 'list' || other === undefined || others.length > 1) return [found];
    const { bits, size, live } = found;
    const stemOf = ({ lists }: HeldWord) => longestStem(lists, texts.index);
    return [bitsClause(bits, { size, live, nearest: countedPair(texts, stemOf(rarest), stemOf(other)) })];
  }
  const found = words.map(find);
  // Whatever holds enough of the words holds one of these.
  const leads = words.length - required + 1;
  const leadSize = words.slice(0, leads).reduce((sum, { size }) => sum + size, 0);
  const areFew = leadSize <= wordsFor(items);
  const bits = areFew
    ? atLeastByLeads(found, required, items)
    : atLeast(
        found.map((set) => bitsOf(set, items)),
        required,
        items,
      );
  return [bitsClause(bits)];
};

/** The posting lists of a word as they are: the caller filters them first and then removes duplicates. */
const listClauses = (texts: ProductTexts, lists: WordLists): ListClause[] => {
  const clauses: ListClause[] = [];
  forEachPostingList(texts, lists, (items, from, to) => clauses.push(listClause(items, from, to)));
  return clauses;
};

const sizeOf = (
  { index: { postingStart } }: ProductTexts,
  { exact, synonyms, approximate }: WordLists,
): number => {
  const length = (stem: number) => (postingStart[stem + 1] as number) - (postingStart[stem] as number);
  let size = exact === -1 ? 0 : length(exact);
  if (synonyms.length === 0 && approximate.length === 0) return size;
  spend(POSTING * approximate.length + MATCHED_PHRASE * synonyms.length);
  for (const phrase of synonyms) {
    let least = Number.POSITIVE_INFINITY;
    for (const stem of phrase) least = Math.min(least, length(stem));
    size += least;
  }
  for (const stem of approximate) size += length(stem);
  return size;
};

/** The products that hold one word in any way; as a list if they are few. */
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
      ? listClause(postingItem, from, to, live)
      : bitsClause(ready, { size: to - from, live, nearest: countedWord(texts, lists.exact, ready) });
  }
  spend(BITS_WORD * wordsFor(items) + POSTING * size);
  if (size <= listMax) {
    const bits = emptyScratchBits(items);
    const list = scratchList(size);
    let to = 0;
    forEachPostingList(texts, lists, (postings, from, end) => {
      to = gatherUnset(postings, from, end, bits, list, to);
    });
    return listClause(list, 0, to);
  }
  const longest = longestStem(lists, texts.index);
  const ready = denseStem(texts, longest);
  const bits = scratchBits(items);
  let count = 0;
  if (ready === undefined) {
    bits.fill(0);
  } else {
    bits.set(ready);
    count = (postingStart[longest + 1] as number) - (postingStart[longest] as number);
  }
  const rest = ready === undefined ? lists : withoutStem(lists, longest);
  forEachPostingList(texts, rest, (postings, from, end) => {
    count += setNewBits(bits, postings, from, end);
  });
  const nearest = ready && countedWord(texts, longest, ready);
  return bitsClause(bits, { size: count, nearest });
};

type VisitPostings = (items: Uint32Array, from: number, to: number) => void;

/** Visits every posting list of the word. */
const forEachPostingList = (
  { index }: ProductTexts,
  { exact, synonyms, approximate }: WordLists,
  visit: VisitPostings,
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
  for (const stem of approximate) whole(stem);
};

/** The products that hold every stem of a phrase. */
const visitPhrase = (
  postingStart: Uint32Array,
  postingItem: Uint32Array,
  lead: number,
  rest: readonly number[],
  visit: VisitPostings,
): void => {
  const from = postingStart[lead] as number;
  const end = postingStart[lead + 1] as number;
  spend(LONG_PHRASE + (POSTING + SEEK * rest.length) * (end - from));
  const list = scratchList(end - from);
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
