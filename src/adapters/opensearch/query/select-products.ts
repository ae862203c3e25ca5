// The products that a query finds: every criterion as a filter, with what merchandising hides and lifts. The meaning is that of
// `matchingProducts` in `search/reference/count-products.ts`.

import { assertUses } from '../../../domain/products/attribute-settings.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import { CATEGORIES, chosenCategories } from '../../../domain/products/product-filter.ts';
import type { ProductQuery } from '../../../domain/products/product-query.ts';
import { categoriesNamed } from '../../../domain/search/catalog.ts';
import { findRules } from '../../../search/engine/merchandising/rule-index.ts';
import { productRule } from '../../../search/matching.ts';
import { titleText } from '../../../search/ranking.ts';
import { sortableText } from '../documents/encode.ts';
import { categoryToken, EVERYONE, idToken } from '../documents/product-documents.ts';
import {
  type FilterPlace,
  facetQueries,
  groupQueries,
  lenientGroupQueries,
  writtenAs,
} from './filter-queries.ts';
import { allOf, anyOf, chooseLocales, notAnyOf } from './locale-choice.ts';
import { matchTerm, scoreTerm } from './match-term.ts';
import type { OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';
import { resolveTerm } from './resolve-term.ts';
import type { ResolvedTerm } from './resolved-term.ts';

export const selectProducts = (catalog: OpenedCatalog, query: ProductQuery): Promise<ProductSelection> =>
  select(catalog, query, query.term);

/** What a search for the term may show, whether or not it has the words of the term. */
export const selectShowable = (catalog: OpenedCatalog, query: ProductQuery): Promise<ProductSelection> =>
  select(catalog, query, undefined);

const select = async (
  catalog: OpenedCatalog,
  query: ProductQuery,
  searched: string | undefined,
): Promise<ProductSelection> => {
  const { contents, products, fields } = catalog;
  assertUses(contents.attributes, query);
  const at: FilterPlace = { place: products.place, fields, currency: query.currency };
  const rules = findRules(contents.merchandisingRules, query);
  const facets = facetQueries(at, query.facets);
  const inTree = facetCategories(catalog, query);
  const others = [
    ...audience(query),
    ...lenientGroupQueries(
      at,
      rules.flatMap((rule) => rule.only ?? []),
      contents,
    ),
    ...groupQueries(at, query.groups),
    ...criteria(catalog, query, rules),
  ];
  const choice = chooseLocales(query.localeChain, products.locales.keys(), query.baseLocale);
  const term =
    searched === undefined
      ? undefined
      : await resolveTerm(products, searched, choice, contents.synonyms, productRule, query.correctsWords);
  const hidden = idsQuery(rules.flatMap(({ hide }) => hide));
  const fixed = [
    choice.query,
    ...others,
    ...(term === undefined ? [] : [orPinned(matchTerm(term, productRule), rules, 'term')]),
    ...(hidden === undefined ? [] : [notAnyOf([hidden])]),
  ];
  return {
    query: (exceptFacet) =>
      allOf([
        ...fixed,
        ...[...facets].filter(([field]) => field !== exceptFacet).map(([, facet]) => facet),
        ...(inTree === undefined || exceptFacet === CATEGORIES ? [] : [inTree]),
      ]),
    ...scoresOf(term),
    rules,
    term,
  };
};

const scoresOf = (
  term: ResolvedTerm | undefined,
): Pick<ProductSelection, 'wordScore' | 'strict' | 'sameName'> => {
  if (term === undefined) return { wordScore: undefined, strict: undefined, sameName: undefined };
  const matched = matchTerm(term, productRule);
  return {
    wordScore: scoreTerm(term, productRule, true),
    strict: term.isRelaxed ? matchTerm({ ...term, isRelaxed: false }, productRule) : undefined,
    sameName: allOf([matched, { term: { title: sortableText(titleText(term.text)) } }]),
  };
};

/** An empty list means everywhere or everyone. */
const audience = ({ channelId, locationId, customerGroupId }: ProductQuery): SearchQuery[] => [
  ...offeredAt('channels', channelId),
  ...offeredAt('locations', locationId),
  {
    terms: { groups: [EVERYONE, ...(customerGroupId === undefined ? [] : [idToken(customerGroupId)])] },
  },
];

const offeredAt = (field: string, id: string | undefined): SearchQuery[] =>
  id === undefined ? [] : [{ terms: { [field]: [EVERYONE, idToken(id)] } }];

/** What a pin can lift, beside the term. */
const criteria = (
  { contents: { categories }, products: { place } }: OpenedCatalog,
  query: ProductQuery,
  rules: readonly MerchandisingRule[],
): SearchQuery[] => {
  const inCategories = (ids: readonly string[]): SearchQuery => ({
    terms: { categories: ids.map((id) => categoryToken(place, id)) },
  });
  const inCategory = [
    ...(query.categoryId === undefined ? [] : [inCategories([query.categoryId])]),
    ...(query.categoryName === undefined
      ? []
      : [inCategories(categoriesNamed(categories, query.categoryName, query))]),
  ];
  const inCollection =
    query.collectionId === undefined ? [] : [writtenAs(place, 'collection_id', query.collectionId)];
  return [
    ...(inCategory.length === 0 ? [] : [orPinned(allOf(inCategory), rules, 'category')]),
    ...(inCollection.length === 0 ? [] : [orPinned(allOf(inCollection), rules, 'collection')]),
  ];
};

const facetCategories = (
  { products: { place } }: OpenedCatalog,
  { facets }: ProductQuery,
): SearchQuery | undefined => {
  const chosen = chosenCategories(facets);
  return chosen === undefined
    ? undefined
    : { terms: { categories: chosen.map((id) => categoryToken(place, id)) } };
};

const conditions = {
  term: ['searchTerm', 'searchTermAnyOf', 'searchTermContains'],
  category: ['categoryId'],
  collection: ['collectionId'],
} as const;

/** A pin lifts the criteria that its rule names. */
const orPinned = (
  query: SearchQuery,
  rules: readonly MerchandisingRule[],
  lifted: keyof typeof conditions,
): SearchQuery => {
  const ids = rules
    .filter(({ when }) => conditions[lifted].some((condition) => when[condition] !== undefined))
    .flatMap(({ pin, pinAt = [] }) => [...pin, ...pinAt.map(({ id }) => id)]);
  const pinned = idsQuery(ids);
  return pinned === undefined ? query : anyOf([query, pinned]);
};

/** The products with these ids; undefined if there are none. */
export const idsQuery = (ids: readonly string[]): SearchQuery | undefined =>
  ids.length === 0 ? undefined : { terms: { id: [...new Set(ids)].map(sortableText) } };
