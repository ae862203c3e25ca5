// The corrected term and other spellings of a term, by comparing it with every word of every product.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type { FoundProducts, ProductSearch } from '../../domain/products/product-search.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { normalizeLocale, spreadChain } from '../../domain/text/locale.ts';
import { buildAnalyzer } from '../analysis/analyze.ts';
import { allowedEdits, mayMissFirst, withinEdits } from '../analysis/edit-distance.ts';
import { languageOf } from '../analysis/languages.ts';
import {
  CORRECTIONS_TRIED,
  otherTerms,
  REPLACED_WORDS_MAX,
  replaceWords,
  triedTerms,
  triedWords,
} from '../term-suggestions.ts';
import type { TextDocument } from '../text-document.ts';
import { type AnalyzedProduct, countProducts } from './count-products.ts';
import { compare } from './sortable-value.ts';
import { resolveWords } from './word-match.ts';

/** A word that no product has, and the words near it, nearest first. */
type NearWords = readonly [word: string, near: readonly string[]];

export const findSpellings = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  search: ProductSearch,
  total: number,
): Pick<FoundProducts, 'correctedTerm' | 'didYouMean'> => {
  const { term, didYouMeanLimit: limit = 0 } = search;
  const language = languageOfTerm(products, search);
  if (term === undefined || language === undefined) return { correctedTerm: undefined, didYouMean: [] };
  const documents = products.flatMap((one) =>
    Object.values(one.documents).filter((document) => document.language === language),
  );
  const near = unknownWords(term, language, documents, contents).map(
    (word): NearWords => [word, nearWords(word, documents)],
  );
  const finds = (query: ProductQuery) => countProducts(products, contents, fields, query) > 0;
  const isSeen = (word: string): boolean =>
    finds({ ...search, term: word, correctsWords: false }) &&
    finds({ ...search, term: word, correctsWords: false, withMerchandising: false });
  const isCorrected = search.correctsWords !== false && total > 0;
  const correctedTerm = isCorrected ? correct(term, language, near, isSeen) : undefined;
  const { stemWord } = buildAnalyzer(language);
  const choices = new Map(
    near.slice(0, REPLACED_WORDS_MAX).map(([word, words]) => [
      word,
      words
        .filter((one, at) => words.findIndex((other) => stemWord(other) === stemWord(one)) === at)
        .slice(0, triedWords(limit))
        .filter(isSeen),
    ]),
  );
  const didYouMean = otherTerms(term, language, choices, triedTerms(limit))
    .filter((other) => other !== correctedTerm && finds({ ...search, term: other }))
    .slice(0, limit);
  return { correctedTerm, didYouMean };
};

const correct = (
  term: string,
  language: string,
  near: readonly NearWords[],
  isSeen: (word: string) => boolean,
): string | undefined => {
  const replaced = near.filter(([, words]) => words.length > 0).slice(0, REPLACED_WORDS_MAX);
  const nearest = replaced.flatMap(([word, words]): [string, string][] => {
    const first = words.slice(0, CORRECTIONS_TRIED).find(isSeen);
    return first === undefined ? [] : [[word, first]];
  });
  const corrected = replaceWords(term, language, new Map(nearest));
  return corrected === term ? undefined : corrected;
};

const languageOfTerm = (
  products: readonly AnalyzedProduct[],
  { localeChain, baseLocale }: ProductSearch,
): string | undefined => {
  const held = new Set(products.flatMap(({ documents }) => Object.keys(documents)));
  const locales = [...spreadChain(localeChain, () => held), normalizeLocale(baseLocale)];
  const locale = locales.find((one) => held.has(one));
  return locale === undefined ? undefined : languageOf(locale);
};

const unknownWords = (
  term: string,
  language: string,
  documents: readonly TextDocument[],
  { synonyms }: CatalogContents,
): string[] => {
  const known = resolveWords(term, language, synonyms, documents, false);
  const words = buildAnalyzer(language).analyzeQuery(term);
  const isUnknown = (at: number): boolean =>
    !documents.some((document) => known[at]?.ways.some(({ weigh }) => weigh(document) > 0));
  return [...new Set(words.filter((_, at) => isUnknown(at)).map(({ surface }) => surface))];
};

/** Nearest first. */
const nearWords = (word: string, documents: readonly TextDocument[]): string[] => {
  const all = [...new Set(documents.flatMap(({ surfaces }) => [...surfaces]))];
  const holding = (surface: string) => documents.filter(({ surfaces }) => surfaces.has(surface)).length;
  const sorted = all.sort((a, b) => holding(b) - holding(a) || compare(a, b));
  const edits = allowedEdits(word);
  const isNear = (surface: string, most: number): boolean =>
    edits >= most && withinEdits(word, surface, most as 1 | 2);
  const hasFirst = (surface: string): boolean => [...surface][0] === [...word][0];
  const found = [
    ...sorted.filter((surface) => word !== foldText(word) && surface === foldText(word)),
    ...sorted.filter((surface) => hasFirst(surface) && isNear(surface, 1)),
    ...sorted.filter((surface) => hasFirst(surface) && isNear(surface, 2)),
  ];
  if (found.length > 0 || !mayMissFirst(word)) return [...new Set(found)];
  return sorted.filter((surface) => isNear(surface, 1));
};
