// The score of a product for the term of a search, by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { productRule, RELAX_BELOW } from '../matching.ts';
import { hasPhrase } from '../name-phrase.ts';
import { PHRASE_FACTOR, TITLE_BOOST } from '../ranking.ts';
import { nameIn } from '../weighted-texts.ts';
import type { AnalyzedProduct } from './count-products.ts';
import { buildDocumentScore } from './score-document.ts';
import { type MatchableWord, resolveWords } from './word-match.ts';

/** 0 for a product that does not match the term, or if there is none. */
export const buildScore = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  query: ProductQuery,
): ((product: AnalyzedProduct) => number) => {
  const scoreBy = buildScores(products, contents, query);
  const isRelaxed = findsTooFew(products, scoreBy);
  return (product) => scoreBy(product, isRelaxed) ?? 0;
};

/** Whether the strict rule finds too few. */
export const isRelaxedFor = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  query: ProductQuery,
): boolean => findsTooFew(products, buildScores(products, contents, query));

const findsTooFew = (products: readonly AnalyzedProduct[], scoreBy: ScoreBy): boolean =>
  products.filter((one) => scoreBy(one, false) !== undefined).length < RELAX_BELOW;

type ScoreBy = (product: AnalyzedProduct, isRelaxed: boolean) => number | undefined;

interface Scorer {
  readonly words: readonly MatchableWord[];
  readonly scoreOf: ReturnType<typeof buildDocumentScore>;
}

/** Undefined for a product that does not match the term by the rule, or if there is none. */
const buildScores = (
  products: readonly AnalyzedProduct[],
  { synonyms }: CatalogContents,
  query: ProductQuery,
): ScoreBy => {
  const { term } = query;
  if (term === undefined) return () => undefined;
  const all = products.flatMap(({ documents }) => Object.values(documents));
  const scorersBy = (isRelaxed: boolean) => {
    const scorers = new Map<string, Scorer>();
    return (language: string): Scorer => {
      let scorer = scorers.get(language);
      if (scorer === undefined) {
        const alike = all.filter((document) => document.language === language);
        const words = resolveWords(term, language, synonyms, alike, query.correctsWords);
        const rule = productRule({ words, written: 0, dropped: 0 }, alike.length, isRelaxed);
        scorer = { words, scoreOf: buildDocumentScore(words, alike, rule) };
        scorers.set(language, scorer);
      }
      return scorer;
    };
  };
  const scorers = { strict: scorersBy(false), relaxed: scorersBy(true) };
  return ({ product, documents }, isRelaxed) => {
    const scorerOf = isRelaxed ? scorers.relaxed : scorers.strict;
    const locale = findInChain(documents, query.localeChain)?.locale ?? normalizeLocale(query.baseLocale);
    const document = documents[locale];
    if (document === undefined) return undefined;
    const { words, scoreOf } = scorerOf(document.language);
    const score = scoreOf(document);
    if (score === undefined) return undefined;
    const name = nameIn(product, locale);
    const tier = foldText(name).trim() === foldText(term).trim() ? TITLE_BOOST : 0;
    return (hasPhrase(name, document.language, words) ? score * PHRASE_FACTOR : score) + tier;
  };
};
