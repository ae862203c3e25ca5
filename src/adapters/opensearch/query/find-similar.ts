// The products most like another one (Decision 0068). The meaning is that of `search/reference/similar-products.ts`; scores have 32 bits
// here, so products that differ by less may change places.

import type { Product } from '../../../domain/products/product.ts';
import { everythingFor } from '../../../domain/products/product-lookup.ts';
import { shownLocale } from '../../../domain/products/shown-product.ts';
import type { SimilarProducts, SimilarQuery } from '../../../domain/products/similar-products.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { AttributeReader } from '../../../search/attribute-text.ts';
import { measureHits } from '../../../search/engine/stored/product-hits.ts';
import {
  chooseTraits,
  sharedScore,
  sharedValues,
  type Trait,
  traitStrength,
  VALUE_WEIGHT,
  WORDS_MAX,
} from '../../../search/similarity.ts';
import { analyzeText, type TextDocument } from '../../../search/text-document.ts';
import { TRAIT_BOOST } from '../documents/mapping.ts';
import { buildTextReader } from '../documents/product-documents.ts';
import { stemWord } from '../documents/text-fields.ts';
import { countMatches } from './count-matches.ts';
import { facetQueries } from './filter-queries.ts';
import { readProduct } from './found-product.ts';
import { allOf } from './locale-choice.ts';
import type { FoundDocument, OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import { buildShow } from './product-hits.ts';
import { statisticsOf } from './resolve-term.ts';
import { idsQuery, selectProducts } from './select-products.ts';

/** A word or a value of the product, and how others are found by it. */
interface Shared extends Omit<Trait, 'holders'> {
  /** Finds its holders. */
  readonly counted: SearchQuery;
  /** What it adds to the score of others, times `TRAIT_BOOST`. */
  readonly score: (trait: Trait) => SearchQuery;
}

export const findSimilar = async (catalog: OpenedCatalog, query: SimilarQuery): Promise<SimilarProducts> => {
  const { products, contents } = catalog;
  const visible = (await selectProducts(catalog, everythingFor(query))).query();
  const itself = idsQuery([query.productId]) as SearchQuery;
  const [own] = await read(catalog, { query: allOf([visible, itself]), size: 1 });
  if (own === undefined) return undefined;
  const product = readProduct(own);
  const locale = shownLocale(product, query);
  const textsOf = buildTextReader(contents, normalizeLocale(query.baseLocale));
  const shared = [
    ...wordsOf(catalog, analyzeText(locale, textsOf(product, locale))),
    ...valuesOf(catalog, product),
  ];
  const counts = await countMatches(
    products,
    shared.map(({ counted }) => counted),
  );
  const traits = chooseTraits(
    shared.map((one, at) => ({ ...one, holders: Math.min(counts[at] ?? 0, one.of) })),
  );
  if (traits.length === 0 || query.limit === 0) return [];
  const found = await read(catalog, {
    query: {
      bool: {
        filter: [visible],
        must_not: [itself],
        should: traits.map((trait) => trait.score(trait)),
        minimum_should_match: 1,
      },
    },
    size: query.limit,
    sort: [{ _score: 'desc' }, { id: 'asc' }],
  });
  const show = buildShow(catalog, query);
  const measure = measureHits('limit');
  return found
    .map(readProduct)
    .map((similar) => measure({ id: similar.id, shown: show(similar), pinnedBy: [] }));
};

const read = async (
  { products }: OpenedCatalog,
  body: { readonly query: SearchQuery; readonly size: number; readonly sort?: readonly object[] },
): Promise<readonly FoundDocument[]> => {
  const { hits } = await products.search({ ...body, track_total_hits: false, _source: ['source'] });
  return hits.hits;
};

/** The heaviest; ties go to the first by code units. */
const wordsOf = ({ products }: OpenedCatalog, { stems, language }: TextDocument): Shared[] => {
  const of = statisticsOf(products, language).documents;
  return [...stems]
    .sort(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? -1 : 1))
    .slice(0, WORDS_MAX)
    .map(([stem, weight]) => {
      const value = stemWord(language, stem);
      return {
        ...{ key: `\n${stem}`, of, weight, counted: { term: { words: value } } },
        // The similarity of the field multiplies this by what the weight of the word in the document makes of it.
        score: (trait) => ({ term: { words: { value, boost: traitStrength(trait) * TRAIT_BOOST } } }),
      };
    });
};

const valuesOf = (
  { products: { place }, contents, fields, productCount }: OpenedCatalog,
  product: Product,
): Shared[] => {
  const reader = new AttributeReader(contents.attributes);
  return sharedValues(product, (name) => reader.isCompared(name)).map(({ key, field, value }) => {
    const facets = facetQueries({ place, fields, currency: '' }, [
      { field, value, range: undefined, at: field },
    ]);
    const held = allOf([...facets.values()]);
    return {
      ...{ key, of: productCount, weight: VALUE_WEIGHT, counted: allOf([held, { term: { base: true } }]) },
      score: (trait) => ({
        constant_score: { filter: held, boost: sharedScore(trait, VALUE_WEIGHT) * TRAIT_BOOST },
      }),
    };
  });
};
