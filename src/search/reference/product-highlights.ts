// The marked words of a product, by the plainest reading: a word matches if the product's text would match less without it.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductSearch } from '../../domain/products/product-search.ts';
import { shownTexts } from '../../domain/products/shown-product.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { type Highlights, highlight } from '../highlight.ts';
import type { TextDocument } from '../text-document.ts';
import type { AnalyzedProduct } from './count-products.ts';
import { resolveWords } from './word-match.ts';

export const highlightProduct = (
  { product, documents }: AnalyzedProduct,
  products: readonly AnalyzedProduct[],
  { synonyms }: CatalogContents,
  { term, localeChain, baseLocale, correctsWords }: ProductSearch,
): Highlights => {
  const base = normalizeLocale(baseLocale);
  const { locale, value: document } = findInChain(documents, localeChain) ?? {
    locale: base,
    value: documents[base] as TextDocument,
  };
  if (term === undefined) return { name: null, description: null };
  const all = products.flatMap((one) =>
    Object.values(one.documents).filter(({ language }) => language === document.language),
  );
  const words = resolveWords(term, document.language, synonyms, all, correctsWords);
  const weights = (given: TextDocument): number[] =>
    words.flatMap(({ ways }) => ways.map(({ weigh }) => weigh(given)));
  const whole = weights(document);
  return highlight(shownTexts(product, locale), document.language, (stems) => {
    const rest = new Map([...document.stems].filter(([stem]) => !stems.includes(stem)));
    return weights({ ...document, stems: rest }).some((weight, at) => weight < (whole[at] ?? 0));
  });
};
