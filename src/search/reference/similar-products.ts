// Similar products by full scan: every product is compared with the one that is asked for.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import { readField } from '../../domain/products/product-fields.ts';
import { compileFacets } from '../../domain/products/product-filter.ts';
import { everythingFor } from '../../domain/products/product-lookup.ts';
import type { SimilarProducts, SimilarQuery } from '../../domain/products/similar-products.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { AttributeReader } from '../attribute-text.ts';
import { chooseTraits, sharedScore, sharedValues, VALUE_WEIGHT, WORDS_MAX } from '../similarity.ts';
import type { TextDocument } from '../text-document.ts';
import { type AnalyzedProduct, matchingProducts } from './count-products.ts';
import { showFields } from './search-products.ts';
import { compare } from './sortable-value.ts';

export const findSimilar = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  query: SimilarQuery,
): SimilarProducts =>
  rankSimilar(products, contents, fields, query)
    ?.slice(0, query.limit)
    .map(({ one: { product } }) => ({
      id: product.id,
      shown: toJsonBytes(showFields(product, contents.categories, query)),
      pinnedBy: [],
    }));

/** All of them, with their scores. */
export const rankSimilar = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  query: SimilarQuery,
): { readonly one: AnalyzedProduct; readonly score: number }[] | undefined => {
  const everything = everythingFor(query);
  const own = matchingProducts(products, contents, fields, everything).find(
    ({ product }) => product.id === query.productId,
  );
  if (own === undefined) return undefined;
  const textOf = ({ documents }: AnalyzedProduct): TextDocument | undefined =>
    findInChain(documents, query.localeChain)?.value ?? documents[normalizeLocale(query.baseLocale)];
  const traits = chooseTraits([
    ...wordsOf(textOf(own), products, textOf),
    ...valuesOf(own, products, contents, fields),
  ]);
  return matchingProducts(products, contents, fields, everything)
    .filter((one) => one !== own)
    .map((one) => {
      const held = traits.filter((trait) => trait.weightIn(one) > 0);
      return { one, score: held.reduce((sum, trait) => sum + sharedScore(trait, trait.weightIn(one)), 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compare(a.one.product.id, b.one.product.id));
};

const wordsOf = (
  text: TextDocument | undefined,
  products: readonly AnalyzedProduct[],
  textOf: (product: AnalyzedProduct) => TextDocument | undefined,
) => {
  const alike = products
    .flatMap(({ documents }) => Object.values(documents))
    .filter(({ language }) => language === text?.language);
  return [...(text?.stems ?? [])]
    .sort(([a, weightA], [b, weightB]) => weightB - weightA || compare(a, b))
    .slice(0, WORDS_MAX)
    .map(([stem, weight]) => ({
      key: `\n${stem}`,
      weight,
      holders: alike.filter(({ stems }) => stems.has(stem)).length,
      of: alike.length,
      weightIn: (product: AnalyzedProduct) => {
        const other = textOf(product);
        return other?.language === text?.language ? (other?.stems.get(stem) ?? 0) : 0;
      },
    }));
};

const valuesOf = (
  { product }: AnalyzedProduct,
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
) => {
  const reader = new AttributeReader(contents.attributes);
  return sharedValues(product, (name) => reader.isCompared(name)).map(({ key, field, value }) => {
    const holds = compileFacets([{ field, value, range: undefined, at: field }], fields);
    const weightIn = (one: AnalyzedProduct): number =>
      holds((name) => readField(one.product, name, '')) ? VALUE_WEIGHT : 0;
    const holders = products.filter((one) => weightIn(one) > 0).length;
    return { key, weight: VALUE_WEIGHT, holders, of: products.length, weightIn };
  });
};
