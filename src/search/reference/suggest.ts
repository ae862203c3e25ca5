// Suggestions by full scan: every name is compared with what was typed, and every suggestion is searched for. The oracle of every faster
// engine.

import type { CatalogContents } from '../../domain/ports.ts';
import type { ProductFields } from '../../domain/products/product-fields.ts';
import {
  findableBy,
  type Suggestions,
  type SuggestQuery,
  shortRecord,
} from '../../domain/products/suggestion.ts';
import { type Category, categoryName } from '../../domain/search/catalog.ts';
import { fromJsonBytes, toJsonBytes } from '../../domain/text/json-bytes.ts';
import { normalizeLocale, spreadChain } from '../../domain/text/locale.ts';
import { shownContent } from '../../markup/content-text.ts';
import {
  CHECKED_MAX,
  completable,
  EXAMINED_MAX,
  findNear,
  findTyped,
  QUERY_UNITS_MAX,
  readTyped,
  searchedText,
  type TypedText,
} from '../completion.ts';
import { nameIn } from '../weighted-texts.ts';
import { appliedRules } from './applied-rules.ts';
import { type AnalyzedProduct, countProducts, matchingProducts } from './count-products.ts';
import { type AnalyzedItem, searchContent } from './search-content.ts';
import { redirectOf, searchProducts, showProduct } from './search-products.ts';
import { compare } from './sortable-value.ts';

export interface SuggestSource {
  readonly products: readonly AnalyzedProduct[];
  readonly items: readonly AnalyzedItem[];
  readonly contents: CatalogContents;
  readonly fields: ProductFields;
}

/** Everything but the term that a search corrects, which depends on a dictionary that this engine does not have. */
export const suggest = (source: SuggestSource, query: SuggestQuery): Suggestions => {
  const { term } = query;
  if (term === undefined) return offerPopular(source, query);
  const typed = readTyped(term);
  const found =
    completeBy(source, query, term, typed, false) ??
    completeBy(source, query, term, typed, true) ??
    suggestFound(source, query, term, typed);
  const rules = appliedRules(source.contents.merchandisingRules, findableBy(query, { term }));
  return { ...found, ...redirectOf(rules) };
};

const offerPopular = (source: SuggestSource, query: SuggestQuery): Suggestions => {
  const { contents, products, fields } = source;
  const { facets } = searchProducts(products, contents, fields, {
    ...findableBy(query, {}),
    ...{ skip: 0, limit: 0, sortBy: 'relevance', sortOrder: 'desc', isOutOfStockLast: false },
    facetRequest: {
      fields: ['categories'],
      limit: query.limits.categories,
      sortBy: 'count',
      text: undefined,
      parameter: '',
    },
  });
  const ids = (facets[0]?.buckets ?? []).map(({ value }) => value);
  return {
    ...{ searches: [], products: [], content: [], correctedTerm: undefined },
    popular: take(contents.popularTerms ?? [], query.limits.popular, (term) => finds(source, query, term)),
    categories: ids
      .flatMap((id) => contents.categories.filter((one) => one.id === id))
      .map(show(contents, query)),
  };
};

const show =
  ({ categories }: CatalogContents, query: SuggestQuery) =>
  ({ id }: Category): string => {
    const holder = { localized: {}, categoryIds: [id] } as unknown as AnalyzedProduct['product'];
    return toJsonBytes(showProduct(holder, categories, query).categories[0]);
  };

const take = <T>(from: readonly T[], wanted: number, passes: (one: T) => boolean): T[] =>
  from.slice(0, CHECKED_MAX).filter(passes).slice(0, wanted);

const finds = (source: SuggestSource, query: SuggestQuery, term: string): boolean => {
  const { products, contents, fields } = source;
  return (
    countProducts(products, contents, fields, findableBy(query, { term })) > 0 ||
    (query.hasContent && contentFor(source, query, term, 1).length > 0)
  );
};

const contentFor = (
  { items, contents }: SuggestSource,
  { localeChain }: SuggestQuery,
  text: string,
  limit: number,
) =>
  searchContent(items, contents.synonyms, {
    ...{ text, localeChain, type: undefined, sortBy: 'relevance', sortOrder: 'desc', skip: 0, limit },
  }).hits;

const shownFor = (source: SuggestSource, query: SuggestQuery, text: string): string[] =>
  query.hasContent
    ? contentFor(source, query, text, query.limits.content).map(({ item, locale }) =>
        toJsonBytes(shownContent(item, locale)),
      )
    : [];

/** A name that may complete the text, and what decides its place. */
interface Named<T> {
  readonly one: T;
  readonly name: string;
  readonly weight: number;
  readonly id: string;
}

const completing = <N extends Named<unknown>>(all: readonly N[], typed: TypedText, isNear: boolean): N[] =>
  all
    .filter(({ name }) =>
      isNear ? findNear(completable(name), typed) !== undefined : findTyped(completable(name), typed) !== -1,
    )
    .sort(
      (a, b) =>
        compare(b.weight, a.weight) ||
        completable(a.name).length - completable(b.name).length ||
        compare(a.id, b.id),
    );

const NO_WEIGHT = Number.NEGATIVE_INFINITY;

/** A product is completed by the name in which the shopper sees it; names in further locales of the chain are looked at in vain. */
const namesOf = ({ products }: SuggestSource, { localeChain, baseLocale }: SuggestQuery) => {
  const base = normalizeLocale(baseLocale);
  return products.flatMap((one) => {
    const { product, documents } = one;
    const chain = [...spreadChain(localeChain, () => Object.keys(documents)), base];
    const locales = [...new Set(chain.slice(0, chain.indexOf(base) + 1))].filter(
      (locale) => locale in documents,
    );
    return locales.map((locale, place) => ({
      one,
      name: nameIn(product, locale),
      weight: product.popularity ?? NO_WEIGHT,
      id: product.id,
      isShown: place === 0,
    }));
  });
};

const completeBy = (
  source: SuggestSource,
  query: SuggestQuery,
  term: string,
  typed: TypedText,
  isNear: boolean,
): Suggestions | undefined => {
  const { contents, products, fields } = source;
  const { limits } = query;
  const most = (limit: number) => Math.max(limit, limits.searches, 1);
  const visible = matchingProducts(products, contents, fields, findableBy(query, { term }), () => true);
  const named = completing(namesOf(source, query), typed, isNear)
    .slice(0, EXAMINED_MAX)
    .filter(({ one, isShown }) => isShown && visible.includes(one))
    .slice(0, most(limits.products));
  const categories = take(
    completing(
      contents.categories.map((one) => ({ one, name: categoryName(one, query), weight: 0, id: one.id })),
      typed,
      isNear,
    ),
    most(limits.categories),
    ({ id }) => countProducts(products, contents, fields, findableBy(query, { categoryId: id })) > 0,
  );
  const terms = (contents.popularTerms ?? []).map((name, at) => ({ one: name, name, weight: -at, id: '' }));
  const popular = take(completing(terms, typed, isNear), most(limits.popular), ({ name }) =>
    finds(source, query, name),
  ).map(({ name }) => name);
  const best = popular[0] ?? categories[0]?.name ?? named[0]?.name;
  if (best === undefined) return undefined;
  const corrected = isNear ? findNear(completable(best), typed) : undefined;
  const names = [...popular, ...[...categories, ...named].map(({ name }) => name)];
  return {
    searches: queriesFrom(names, source, query, typed),
    popular: popular.slice(0, limits.popular),
    categories: categories.slice(0, limits.categories).map(({ one }) => show(contents, query)(one)),
    products: named.slice(0, limits.products).map(({ one: { product } }) => ({
      id: product.id,
      shown: shortRecord(toJsonBytes(showProduct(product, contents.categories, query))),
      pinnedBy: [],
    })),
    content: shownFor(source, query, corrected ?? searchedText(term, typed, completable(best))),
    correctedTerm: corrected,
  };
};

const queriesFrom = (
  names: readonly string[],
  source: SuggestSource,
  query: SuggestQuery,
  { finished, unfinished }: TypedText,
): string[] => {
  const forms = names.map(completable);
  return names
    .filter((name, at) => name.length <= QUERY_UNITS_MAX && forms[at] !== completable(finished + unfinished))
    .filter((name, at, kept) => kept.map(completable).indexOf(completable(name)) === at)
    .filter((name) => finds(source, query, name))
    .slice(0, query.limits.searches);
};

const suggestFound = (
  source: SuggestSource,
  query: SuggestQuery,
  term: string,
  typed: TypedText,
): Suggestions => {
  const { products, contents, fields } = source;
  const { limits } = query;
  const { hits } = searchProducts(products, contents, fields, {
    ...findableBy(query, { term }),
    ...{ skip: 0, limit: Math.max(limits.products, limits.searches), sortBy: 'relevance', sortOrder: 'desc' },
    ...{ isOutOfStockLast: false, facetRequest: undefined },
  });
  const names = hits.map(({ shown }) => (fromJsonBytes(shown) as { readonly name: string }).name);
  return {
    ...{ popular: [], categories: [], correctedTerm: undefined },
    searches: queriesFrom(names, source, query, typed),
    products: hits.slice(0, limits.products).map((hit) => ({ ...hit, shown: shortRecord(hit.shown) })),
    content: shownFor(source, query, term),
  };
};
