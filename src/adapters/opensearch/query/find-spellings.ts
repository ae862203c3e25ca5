// The corrected term and other spellings of a term, each with something to be found. The meaning is that of
// `search/reference/did-you-mean.ts`.

import type { FoundProducts, ProductSearch } from '../../../domain/products/product-search.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { withinEdits } from '../../../search/analysis/edit-distance.ts';
import {
  CORRECTIONS_TRIED,
  otherTerms,
  REPLACED_WORDS_MAX,
  replaceWords,
  triedTerms,
  triedWords,
} from '../../../search/term-suggestions.ts';
import { surfaceWord } from '../documents/text-fields.ts';
import { wordsNear } from './dictionary.ts';
import { findsProducts } from './finds-products.ts';
import type { Documents, OpenedCatalog } from './opened-catalog.ts';
import type { ResolvedTerm, ResolvedWord } from './resolved-term.ts';
import { WordCounts } from './word-counts.ts';

type Spellings = Pick<FoundProducts, 'correctedTerm' | 'didYouMean'>;

/** A word that no product has, and the words near it, nearest first. */
type NearWords = readonly [word: string, near: readonly string[]];

type IsSeen = (word: string) => Promise<boolean>;

/** `resolved`: the term of the search. `total`: what the search found. */
export const findSpellings = async (
  catalog: OpenedCatalog,
  resolved: ResolvedTerm | undefined,
  search: ProductSearch,
  total: number,
): Promise<Spellings> => {
  const nothing: Spellings = { correctedTerm: undefined, didYouMean: [] };
  // That of the first locale of the chain that any product has.
  const [first] = resolved?.languages ?? [];
  const { term, didYouMeanLimit: limit = 0 } = search;
  if (term === undefined || first === undefined) return nothing;
  const isCorrected = search.correctsWords !== false && total > 0;
  const unknown = first.words.filter(({ isKnown }) => !isKnown);
  if (unknown.length === 0 || (limit === 0 && !isCorrected)) return nothing;
  const near = await findNear(catalog, first.language, unknown, search.correctsWords !== false);
  const isSeen = buildIsSeen(catalog, search);
  const correctedTerm = isCorrected ? await correct(term, first.language, near, isSeen) : undefined;
  const didYouMean =
    limit === 0 ? [] : await findOthers(catalog, first.language, near, isSeen, search, correctedTerm);
  return { correctedTerm, didYouMean };
};

/**
 * Whether this shopper finds something by the word alone: what only others may see is not named. With the rules of merchandising, which
 * may hide what has the word, and without, as they may pin what does not have it.
 */
const buildIsSeen = (catalog: OpenedCatalog, search: ProductSearch): IsSeen => {
  const known = new Map<string, Promise<boolean>>();
  const ask = async (word: string): Promise<boolean> => {
    const alone = { ...search, term: word, correctsWords: false };
    const found = await Promise.all(
      [alone, { ...alone, withMerchandising: false }].map((query) => findsProducts(catalog, query)),
    );
    return found.every(Boolean);
  };
  return (word) => {
    const asked = known.get(word) ?? ask(word);
    known.set(word, asked);
    return asked;
  };
};

const correct = async (
  term: string,
  language: string,
  near: readonly NearWords[],
  isSeen: IsSeen,
): Promise<string | undefined> => {
  const replaced = near.filter(([, words]) => words.length > 0).slice(0, REPLACED_WORDS_MAX);
  const nearest = await Promise.all(
    replaced.map(async ([word, words]): Promise<[string, string][]> => {
      const [best] = await seenAmong(words.slice(0, CORRECTIONS_TRIED), isSeen);
      return best === undefined ? [] : [[word, best]];
    }),
  );
  const corrected = replaceWords(term, language, new Map(nearest.flat()));
  return corrected === term ? undefined : corrected;
};

const seenAmong = async (words: readonly string[], isSeen: IsSeen): Promise<string[]> => {
  const seen = await Promise.all(words.map(isSeen));
  return words.filter((_, at) => seen[at]);
};

const findOthers = async (
  catalog: OpenedCatalog,
  language: string,
  near: readonly NearWords[],
  isSeen: IsSeen,
  search: ProductSearch,
  correctedTerm: string | undefined,
): Promise<string[]> => {
  const { term = '', didYouMeanLimit: limit = 0 } = search;
  const { stemWord } = buildAnalyzer(language);
  const choices = await Promise.all(
    near.slice(0, REPLACED_WORDS_MAX).map(async ([word, words]): Promise<[string, string[]]> => {
      const ofStems = new Map<string, string>();
      for (const one of words) if (!ofStems.has(stemWord(one))) ofStems.set(stemWord(one), one);
      return [word, await seenAmong([...ofStems.values()].slice(0, triedWords(limit)), isSeen)];
    }),
  );
  const others = otherTerms(term, language, new Map(choices), triedTerms(limit)).filter(
    (other) => other !== correctedTerm,
  );
  const found = await Promise.all(others.map((other) => findsProducts(catalog, { ...search, term: other })));
  return others.filter((_, at) => found[at]).slice(0, limit);
};

/** `wereCorrected`: whether the search has looked for words near those that it did not know. */
const findNear = (
  { products }: OpenedCatalog,
  language: string,
  unknown: readonly ResolvedWord[],
  wereCorrected: boolean,
): Promise<NearWords[]> => {
  const counts = new WordCounts(products);
  const surfaces = (words: readonly ResolvedWord[]) => [...new Set(words.map(({ surface }) => surface))];
  const replaced = surfaces(unknown.filter(({ isCorrected }) => isCorrected || !wereCorrected));
  const used = new Set(replaced.slice(0, REPLACED_WORDS_MAX));
  return Promise.all(
    surfaces(unknown).map(
      async (word): Promise<NearWords> => [
        word,
        used.has(word) ? await nearestFirst(products, counts, language, word) : [],
      ],
    ),
  );
};

const nearestFirst = async (
  products: Documents,
  counts: WordCounts,
  language: string,
  word: string,
): Promise<string[]> => {
  const folded = foldText(word);
  const [near] = await Promise.all([
    wordsNear(products, counts, language, word),
    folded === word ? undefined : counts.count([surfaceWord(language, folded)]),
  ]);
  const held = (one: string): number => counts.of(surfaceWord(language, one));
  const byFrequency = near.toSorted((a, b) => held(b) - held(a) || (a < b ? -1 : 1));
  const kept = byFrequency.filter(hasFirstOf(word));
  const found = [
    ...(folded !== word && held(folded) > 0 ? [folded] : []),
    ...kept.filter((one) => withinEdits(word, one, 1)),
    ...kept.filter((one) => !withinEdits(word, one, 1)),
  ];
  return found.length > 0 ? [...new Set(found)] : byFrequency;
};

const hasFirstOf = (word: string): ((other: string) => boolean) => {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return (other) => other.startsWith(first);
};
