// The documents of a product: one in the base locale, and one for each translation. Each has all that a query needs, so that one
// document per product is found.

import type { CatalogContents } from '../../../domain/ports.ts';
import type { Product } from '../../../domain/products/product.ts';
import { slugsOf } from '../../../domain/products/product-lookup.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { languageOf } from '../../../search/analysis/languages.ts';
import { AttributeReader } from '../../../search/attribute-text.ts';
import { categoryReader } from '../../../search/category-text.ts';
import { completable, wordStarts } from '../../../search/completion.ts';
import { namePlaces } from '../../../search/name-places.ts';
import { titleText } from '../../../search/ranking.ts';
import { analyzeText } from '../../../search/text-document.ts';
import { type FieldText, nameIn, productTexts } from '../../../search/weighted-texts.ts';
import { sortableText } from './encode.ts';
import { factsOf, valueFields } from './product-values.ts';
import {
  type DocumentLength,
  type IndexedObject,
  type LanguageWords,
  type SearchDocument,
  toDocument,
} from './search-document.ts';
import { type AverageLengths, pairsOf, wordsField } from './text-fields.ts';

export interface ProductSettings {
  /** See `placeKey`. */
  readonly place: string;
  /** Normalized. */
  readonly baseLocale: string;
  readonly contents: Pick<CatalogContents, 'attributes' | 'categories' | 'ranking'>;
  readonly averages: AverageLengths;
}

/** Ids that an audience or a category is found by; everyone is told apart from any id. */
export const idToken = (id: string): string => `i${sortableText(id)}`;
export const EVERYONE = 'e';

const offeredTo = (ids: readonly string[]): string[] => (ids.length === 0 ? [EVERYONE] : ids.map(idToken));

export const categoryToken = (place: string, id: string): string => place + sortableText(id);

/** What a name is completed by: its text from one of its words on. Those of a place are together in the index. */
export const startToken = (place: string, start: string): string => place + sortableText(start);

/** A text of at most this length is found as a word of the index: very many names begin with it. */
export const EDGE_NGRAM_MAX = 4;

/** The first characters of the name from each of its words on. */
const edgeNgramsOf = (place: string, completed: string): string[] => {
  const ngrams = new Set<string>();
  for (const at of wordStarts(completed)) {
    for (let units = 1; units <= Math.min(EDGE_NGRAM_MAX, completed.length - at); units += 1)
      ngrams.add(startToken(place, completed.slice(at, at + units)));
  }
  return [...ngrams];
};

/** Builds the documents of the products of a catalog. */
export const buildProductIndexer = (settings: ProductSettings): ((product: Product) => IndexedObject) => {
  const { place, baseLocale, contents, averages } = settings;
  const textsOf = buildTextReader(contents, baseLocale);
  const ancestorsOf = buildAncestors(contents.categories);
  const known = new Set(contents.categories.map(({ id }) => id));
  return (product) => {
    const locales = localesOf(product, baseLocale);
    const words: LanguageWords[] = [];
    const shared = {
      id: sortableText(product.id),
      locales,
      slugs: slugsOf(product).map(sortableText),
      categories: [...ancestorsOf(product.categoryIds)].map((id) => categoryToken(place, id)),
      // So that they are found when there is such a category.
      unknown_categories: product.categoryIds
        .filter((id) => !known.has(id))
        .map((id) => categoryToken(place, id)),
      channels: offeredTo(product.channelIds),
      locations: offeredTo(product.locationIds),
      groups: offeredTo(product.customerGroupIds),
      in_stock: product.inStock,
      ...numbered('created', parseInstant(product.createdAt ?? '')),
      ...numbered('popularity', product.popularity),
      ...valueFields(product, place),
      source: JSON.stringify(product),
    };
    const documents = locales.map((locale): SearchDocument => {
      const text = analyzeText(locale, textsOf(product, locale));
      words.push(text);
      const name = nameIn(product, locale);
      const completed = completable(name);
      const isBase = locale === baseLocale;
      return toDocument(locale, {
        ...shared,
        locale,
        base: isBase,
        ...(isBase ? { facts: factsOf(product) } : {}),
        length: text.length,
        words: wordsField(text, averages),
        pairs: pairsOf(namePlaces(name, languageOf(locale))),
        title: sortableText(titleText(name)),
        starts: wordStarts(completed).map((at) => startToken(place, completed.slice(at))),
        edge_ngrams: edgeNgramsOf(place, completed),
        name_length: completed.length,
      });
    });
    return { id: shared.id, kind: 'product', documents, words };
  };
};

const localesOf = ({ localized }: Product, baseLocale: string): string[] => [
  ...new Set([baseLocale, ...Object.keys(localized)]),
];

/** Measures the documents of a product without making them. */
export const buildLengthReader = ({
  contents,
  baseLocale,
}: Pick<ProductSettings, 'contents' | 'baseLocale'>): ((product: Product) => DocumentLength[]) => {
  const textsOf = buildTextReader(contents, baseLocale);
  return (product) =>
    localesOf(product, baseLocale).map((locale) => [
      locale,
      analyzeText(locale, textsOf(product, locale)).length,
    ]);
};

/** Reads the searchable texts of a product in a locale. */
export const buildTextReader = (contents: ProductSettings['contents'], baseLocale: string) => {
  const attributes = new AttributeReader(contents.attributes);
  const categories = categoryReader(contents.categories, baseLocale);
  return (product: Product, locale: string): FieldText[] =>
    productTexts(
      product,
      locale,
      {
        attributes: attributes.textOf(product),
        categories: categories.textOf(product.categoryIds, locale),
      },
      contents.ranking?.weights,
    );
};

const numbered = (name: string, value: number | undefined): Record<string, number> =>
  value === undefined ? {} : { [name]: value };

/** The known categories among the ids, and all above them. */
const buildAncestors = (categories: CatalogContents['categories']) => {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]));
  return (ids: readonly string[]): Set<string> => {
    const found = new Set<string>();
    const open = ids.filter((id) => parents.has(id));
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      const parent = parents.get(id);
      if (parent !== undefined && parent !== null && parents.has(parent)) open.push(parent);
    }
    return found;
  };
};
