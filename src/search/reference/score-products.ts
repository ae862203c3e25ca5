// The score of a product for the term of a search, by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { productRule, RELAX_BELOW } from '../matching.ts';
import { TITLE_BOOST } from '../ranking.ts';
import { nameIn } from '../weighted-texts.ts';
import type { AnalyzedProduct } from './count-products.ts';
import { buildDocumentScore, type DocumentScore } from './score-document.ts';
import { resolveWords } from './word-match.ts';

/** 0 for a product that does not match the term, or if there is none. */
export const buildScore = (
  products: readonly AnalyzedProduct[],
  { synonyms }: CatalogContents,
  query: ProductQuery,
): ((product: AnalyzedProduct) => number) => {
  const { term } = query;
  if (term === undefined) return () => 0;
  const all = products.flatMap(({ documents }) => Object.values(documents));
  const scorersBy = (isRelaxed: boolean) => {
    const scorers = new Map<string, DocumentScore>();
    return (language: string): DocumentScore => {
      let score = scorers.get(language);
      if (score === undefined) {
        const alike = all.filter((document) => document.language === language);
        const words = resolveWords(term, language, synonyms, alike, query.correctsWords);
        const rule = productRule({ words, written: 0, dropped: 0 }, alike.length, isRelaxed);
        score = buildDocumentScore(words, alike, rule);
        scorers.set(language, score);
      }
      return score;
    };
  };
  const scoreBy = (
    { product, documents }: AnalyzedProduct,
    scorerOf: (language: string) => DocumentScore,
  ): number | undefined => {
    const locale = findInChain(documents, query.localeChain)?.locale ?? normalizeLocale(query.baseLocale);
    const document = documents[locale];
    const score = document === undefined ? undefined : scorerOf(document.language)(document);
    const isNamed = foldText(nameIn(product, locale)).trim() === foldText(term).trim();
    return score === undefined || !isNamed ? score : score + TITLE_BOOST;
  };
  const byStrict = scorersBy(false);
  const isRelaxed = products.filter((one) => scoreBy(one, byStrict) !== undefined).length < RELAX_BELOW;
  const scorerOf = isRelaxed ? scorersBy(true) : byStrict;
  return (product) => scoreBy(product, scorerOf) ?? 0;
};
