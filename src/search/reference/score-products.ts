// The score of a product for the term of a search, by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { productRule, RELAX_BELOW } from '../matching.ts';
import {
  lengthNormalization,
  RELAXED_PENALTY,
  scoreDocument,
  scoreWord,
  TITLE_BOOST,
  wordFactor,
} from '../ranking.ts';
import { nameIn } from '../weighted-texts.ts';
import type { AnalyzedProduct } from './count-products.ts';
import { resolveWords } from './word-match.ts';

/** 0 for a product that does not match the term, or if there is none. */
export const buildScore = (
  products: readonly AnalyzedProduct[],
  { synonyms }: CatalogContents,
  query: ProductQuery,
): ((product: AnalyzedProduct) => number) => {
  const all = products.flatMap(({ documents }) => Object.values(documents));
  const scoreBy = ({ product, documents }: AnalyzedProduct, isRelaxed: boolean): number | undefined => {
    const locale = findInChain(documents, query.localeChain)?.locale ?? normalizeLocale(query.baseLocale);
    const document = documents[locale];
    if (query.term === undefined || document === undefined) return undefined;
    const alike = all.filter(({ language }) => language === document.language);
    const totalLength = alike.reduce((total, { length }) => total + length, 0);
    const statistics = { documents: alike.length, totalLength };
    const words = resolveWords(query.term, document.language, synonyms, alike, query.correctsWords);
    const rule = productRule({ words, written: 0, dropped: 0 }, alike.length, isRelaxed);
    let matched = 0;
    let hasSelective = false;
    let sum = 0;
    for (const word of words) {
      const way = word.ways.find(({ weigh }) => weigh(document) > 0);
      if (way === undefined) continue;
      matched += 1;
      if (word.documents <= rule.selectiveMax) hasSelective = true;
      const factor = wordFactor(way.kind, word.documents, statistics, word.repeated);
      sum += scoreWord(factor, way.weigh(document), lengthNormalization(statistics), document.length);
    }
    if (words.length === 0 || (matched < rule.required && !hasSelective)) return undefined;
    const isNamed = foldText(nameIn(product, locale)).trim() === foldText(query.term).trim();
    const lead = isNamed ? TITLE_BOOST : 0;
    return scoreDocument(sum, matched, words.length) + lead - (matched < rule.required ? RELAXED_PENALTY : 0);
  };
  const strict = products.filter((one) => scoreBy(one, false) !== undefined).length;
  return (product) => scoreBy(product, strict < RELAX_BELOW) ?? 0;
};
