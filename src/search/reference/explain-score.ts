// Explains the score of a product by full scan.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import type { ProductBoost } from '../../domain/products/product-search.ts';
import type { ScoreExplanation, SignalFactor } from '../../domain/products/score-explanation.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { type ExplainedText, explainScore, type HeldWord } from '../explanation.ts';
import { productRule } from '../matching.ts';
import { hasPhrase } from '../name-phrase.ts';
import { nameIn } from '../weighted-texts.ts';
import { type AnalyzedProduct, searchedTexts } from './count-products.ts';
import { isRelaxedFor } from './score-products.ts';
import { resolveWords } from './word-match.ts';

export const explainProduct = (
  { product, documents }: AnalyzedProduct,
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  query: ProductQuery,
  signals: readonly SignalFactor[],
  boosts: readonly ProductBoost[],
): ScoreExplanation => {
  const locale = findInChain(documents, query.localeChain)?.locale ?? normalizeLocale(query.baseLocale);
  const document = documents[locale];
  const { term } = query;
  if (document === undefined || term === undefined) return explainScore(undefined, signals, boosts);
  const { language, length } = document;
  const alike = products
    .flatMap((one) => Object.values(one.documents))
    .filter((other) => other.language === language);
  const words = resolveWords(term, language, contents.synonyms, alike, query.correctsWords);
  const held = words.flatMap(({ ways, alone: _, ...word }): HeldWord[] => {
    const way = ways.find(({ weigh }) => weigh(document) > 0);
    return way === undefined
      ? []
      : [{ ...word, kind: way.kind, weight: way.weigh(document), stems: new Set(way.stemsIn(document)) }];
  });
  const text: ExplainedText = {
    ...{ held, asked: words.length, language, length },
    rule: productRule(
      { words, written: 0, dropped: 0 },
      alike.length,
      isRelaxedFor(products, contents, query),
    ),
    statistics: {
      documents: alike.length,
      totalLength: alike.reduce((total, other) => total + other.length, 0),
    },
    isPhrase: hasPhrase(nameIn(product, locale), language, words),
    isNamed: foldText(nameIn(product, locale)).trim() === foldText(term).trim(),
    texts: searchedTexts(product, locale, normalizeLocale(query.baseLocale), contents),
  };
  return explainScore(text, signals, boosts);
};
