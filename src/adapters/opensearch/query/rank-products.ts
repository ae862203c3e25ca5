// The order by relevance as one query: what words score, times the factors of merchandising, of the business and of the tiers. The
// meaning is that of `boostScore` in `search/ranking.ts`; tiers are factors here, see `score-tiers.ts`.

import { boundedFactor, FACTOR_MAX } from '../../../domain/products/merchandising-rule.ts';
import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { boostsOf, findBoosts } from '../../../domain/products/rule-boosts.ts';
import { lenientGroupQueries } from './filter-queries.ts';
import { readProduct } from './found-product.ts';
import { allOf, anyOf, notAnyOf } from './locale-choice.ts';
import type { OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';
import { SAME_TITLE_FACTOR, STRICT_FACTOR } from './score-tiers.ts';
import { idsQuery } from './select-products.ts';
import { signalFunctions } from './signal-functions.ts';

/** Multiplies the score of the documents that its filter finds. */
interface WeightFunction {
  readonly filter: SearchQuery;
  readonly weight: number;
}

/** Finds what the selection finds, scored. */
export const rankProducts = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
): Promise<SearchQuery> => {
  const boosts = boostFunctions(catalog, selection, search);
  const { wordScore } = selection;
  // Each product scores 1, and what its words score.
  const words: SearchQuery = {
    bool: {
      filter: [selection.query()],
      must: [{ match_all: {} }],
      ...(wordScore === undefined ? {} : { should: [wordScore] }),
    },
  };
  return multiplied(boosted(words, boosts), [
    ...strictFunctions(selection),
    ...(await nameFunctions(catalog, selection, search, boosts)),
    ...signalFunctions(catalog, search.at),
  ]);
};

const multiplied = (query: SearchQuery, functions: readonly object[], options: object = {}): SearchQuery =>
  functions.length === 0
    ? query
    : { function_score: { query, functions, score_mode: 'multiply', boost_mode: 'multiply', ...options } };

const isBurying = ({ weight }: WeightFunction): boolean => weight < 1;

/** All boosts of a product together are bounded. */
const boosted = (query: SearchQuery, boosts: readonly WeightFunction[]): SearchQuery => {
  const all = multiplied(query, boosts, { max_boost: FACTOR_MAX });
  const least = boosts.filter(isBurying).reduce((factor, { weight }) => factor * weight, 1);
  const lowest = boundedFactor(0);
  return least >= lowest
    ? all
    : { dis_max: { queries: [all, multiplied(query, [{ filter: { match_all: {} }, weight: lowest }])] } };
};

const boostFunctions = (
  { contents, products, fields }: OpenedCatalog,
  { rules }: ProductSelection,
  { currency }: ProductSearch,
): WeightFunction[] => {
  const byId = new Map<string, number>();
  const functions: WeightFunction[] = [];
  for (const { factor, ids, groups = [] } of rules.flatMap(boostsOf)) {
    if (ids === undefined) {
      const at = { place: products.place, fields, currency };
      functions.push({ filter: allOf(lenientGroupQueries(at, groups, contents)), weight: factor });
    } else for (const id of new Set(ids)) byId.set(id, (byId.get(id) ?? 1) * factor);
  }
  for (const [weight, ids] of Map.groupBy(byId.keys(), (id) => byId.get(id) as number)) {
    const filter = idsQuery(ids);
    if (filter !== undefined) functions.push({ filter, weight });
  }
  return functions.filter(({ weight }) => weight !== 1);
};

/** What only the relaxed rule finds comes last. What a pin lifts is not found by any rule. */
const strictFunctions = ({ strict, wordScore }: ProductSelection): WeightFunction[] =>
  strict === undefined || wordScore === undefined
    ? []
    : [{ filter: anyOf([strict, notAnyOf([wordScore])]), weight: STRICT_FACTOR }];

/** A product whose name equals the term comes first, unless it is buried. */
const nameFunctions = async (
  catalog: OpenedCatalog,
  selection: ProductSelection,
  search: ProductSearch,
  boosts: readonly WeightFunction[],
): Promise<WeightFunction[]> => {
  const { sameName } = selection;
  if (sameName === undefined) return [];
  const buried = idsQuery(await findBuried(catalog, selection, sameName, search, boosts));
  return [
    {
      filter: buried === undefined ? sameName : allOf([sameName, notAnyOf([buried])]),
      weight: SAME_TITLE_FACTOR,
    },
  ];
};

/** Products of one name that are looked at. */
const NAMESAKES_MAX = 1_000;

/** Whether a product is buried depends on all of its boosts, which a filter cannot multiply. */
const findBuried = async (
  { contents, fields, products }: OpenedCatalog,
  selection: ProductSelection,
  sameName: SearchQuery,
  { currency }: ProductSearch,
  boosts: readonly WeightFunction[],
): Promise<string[]> => {
  const burying = boosts.filter(isBurying).map(({ filter }) => filter);
  if (burying.length === 0) return [];
  const { hits } = await products.search({
    query: allOf([selection.query(), sameName, anyOf(burying)]),
    size: NAMESAKES_MAX,
    track_total_hits: false,
    _source: ['source'],
  });
  const boostsIn = findBoosts(selection.rules, contents, fields, currency);
  return hits.hits
    .map(readProduct)
    .filter((product) => boostsIn(product).reduce((factor, boost) => factor * boost.factor, 1) < 1)
    .map(({ id }) => id);
};
