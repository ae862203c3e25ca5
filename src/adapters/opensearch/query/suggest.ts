// Suggestions while a shopper types (Decision 0067): names that hold the text, else those one edit away, else what a search finds. The
// meaning is that of `search/reference/suggest.ts`.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Product } from '../../../domain/products/product.ts';
import type { FoundProducts, ProductHit, ProductSearch } from '../../../domain/products/product-search.ts';
import { shownLocale } from '../../../domain/products/shown-product.ts';
import {
  bestProducts,
  findableBy,
  type Suggestions,
  type SuggestQuery,
  shortFields,
  shortRecord,
  topCategories,
} from '../../../domain/products/suggestion.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import { fromJsonBytes } from '../../../domain/text/json-bytes.ts';
import {
  CHECKED_MAX,
  completable,
  findNear,
  QUERY_UNITS_MAX,
  readTyped,
  searchedText,
  type TypedText,
} from '../../../search/completion.ts';
import { estimateBounded } from '../../../search/engine/budget/work-budget.ts';
import { exactRanges, nearRanges, type RangesIn } from '../../../search/engine/completion/typed-ranges.ts';
import { findRules } from '../../../search/engine/merchandising/rule-index.ts';
import { categoriesIn } from '../../../search/engine/products/localized-categories.ts';
import { measureHits } from '../../../search/engine/stored/product-hits.ts';
import { showCategories } from '../../../search/engine/stored/shown-categories.ts';
import { popularTermsOf } from '../../../search/engine/suggest/suggest-source.ts';
import {
  completeCategories,
  completeTerms,
  type NextRow,
  prepareCompletions,
} from '../../../search/engine/suggest/table-completions.ts';
import { nameIn } from '../../../search/weighted-texts.ts';
import { completeProducts } from './complete-products.ts';
import { buildFindable, type Findable, findContent, takeSome } from './findable.ts';
import type { OpenedCatalog } from './opened-catalog.ts';
import { buildShow } from './product-hits.ts';

export type SearchProducts = (catalog: OpenedCatalog, search: ProductSearch) => Promise<FoundProducts>;

/** A text that is being typed, and who types it. */
interface Typing {
  readonly catalog: OpenedCatalog;
  readonly query: SuggestQuery;
  readonly term: string;
  readonly typed: TypedText;
  /** With their names in the locale of the shopper. */
  readonly categories: readonly Category[];
  readonly findable: Findable;
}

/** What may be suggested as a query, and the product that has it as its name, if one has. */
interface Named {
  readonly name: string;
  readonly product?: Product;
}

export const suggest = async (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  searchProducts: SearchProducts,
): Promise<Suggestions> => {
  const findable = buildFindable(catalog, query);
  const categories = await prepareNames(catalog, query);
  const { term } = query;
  if (term === undefined) return offerPopular(catalog, query, categories, findable, searchProducts);
  const typed = readTyped(term);
  const typing = { catalog, query, term, typed, categories, findable };
  const near = nearRanges(typed);
  const found =
    (await completeBy(typing, exactRanges(typed), false)) ??
    (near && (await completeBy(typing, near, true))) ??
    (await suggestFound(typing, searchProducts));
  const rules = findRules(catalog.contents.merchandisingRules, findableBy(query, { term }));
  const redirected = rules.find(({ redirectUrl }) => redirectUrl !== undefined);
  return redirected === undefined ? found : { ...found, redirectUrl: redirected.redirectUrl };
};

/** Names of categories and popular searches are prepared once per table, some at a time. */
const prepareNames = async (
  { contents }: OpenedCatalog,
  query: SuggestQuery,
): Promise<readonly Category[]> => {
  const prepare = (): number => {
    const named = categoriesIn(contents.categories, query);
    showCategories(named);
    if (query.term !== undefined) prepareCompletions(named, popularTermsOf(contents));
    return 0;
  };
  while (estimateBounded(prepare) !== 0) await nextTurn();
  return categoriesIn(contents.categories, query);
};

/** Before anything is typed: popular searches, and the categories with the most products. */
const offerPopular = async (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  categories: readonly Category[],
  findable: Findable,
  searchProducts: SearchProducts,
): Promise<Suggestions> => {
  const { limits } = query;
  const showCategory = showCategories(categories);
  const [popular, top] = await Promise.all([
    takeSome(popularTermsOf(catalog.contents), limits.popular, (term) => findable.byTerm(term)),
    limits.categories === 0 ? [] : findTopCategories(catalog, query, searchProducts),
  ]);
  return {
    searches: [],
    popular,
    categories: top.flatMap((id) => showCategory(id) ?? []),
    products: [],
    content: [],
    correctedTerm: undefined,
  };
};

const findTopCategories = async (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  searchProducts: SearchProducts,
): Promise<string[]> => {
  const { facets } = await searchProducts(catalog, topCategories(query));
  return (facets[0]?.buckets ?? []).map(({ value }) => String(value));
};

/** Undefined if nothing completes the text in this way. */
const completeBy = async (
  typing: Typing,
  rangesIn: RangesIn,
  isNear: boolean,
): Promise<Suggestions | undefined> => {
  const { catalog, query, term, typed, categories, findable } = typing;
  const { limits } = query;
  /** Whole queries are drawn from every list, and whether there is anything must not depend on what is shown. */
  const most = (limit: number): number => Math.max(limit, limits.searches, 1);
  const [products, inCategories, popular] = await Promise.all([
    completeProducts(catalog, query, term, typed, isNear, most(limits.products)),
    takeSome(
      first(completeCategories(categories, rangesIn), CHECKED_MAX),
      most(limits.categories),
      ({ id }) => findable.byCategory(id),
    ),
    takeSome(
      first(completeTerms(popularTermsOf(catalog.contents), rangesIn), CHECKED_MAX),
      most(limits.popular),
      (term) => findable.byTerm(term),
    ),
  ]);
  const named = products.map((product) => ({
    name: nameIn(product, shownLocale(product, query)),
    product,
  }));
  const best = popular[0] ?? inCategories[0]?.name ?? named[0]?.name;
  if (best === undefined) return undefined;
  const corrected = isNear ? findNear(completable(best), typed) : undefined;
  const showCategory = showCategories(categories);
  const [searches, content] = await Promise.all([
    completeQueries(typing, [...popular.map((name) => ({ name })), ...inCategories, ...named]),
    findContent(catalog, query, corrected ?? searchedText(term, typed, completable(best))),
  ]);
  return {
    searches,
    popular: popular.slice(0, limits.popular),
    categories: inCategories.slice(0, limits.categories).flatMap(({ id }) => showCategory(id) ?? []),
    products: shortHits(catalog, query, products.slice(0, limits.products)),
    content,
    correctedTerm: corrected,
  };
};

const shortHits = (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  products: readonly Product[],
): ProductHit[] => {
  const show = buildShow(catalog, { ...query, fields: shortFields });
  return shorten(products.map((product) => ({ id: product.id, shown: show(product), pinnedBy: [] })));
};

const shorten = (hits: readonly ProductHit[]): ProductHit[] => {
  const measure = measureHits('products_limit');
  return hits.map((hit) => measure({ ...hit, shown: shortRecord(hit.shown) }));
};

const first = <T>(next: NextRow<T>, most: number): T[] => {
  const rows: T[] = [];
  for (let named = next(); named !== undefined && rows.length < most; named = next()) rows.push(named.row);
  return rows;
};

/** Each once, however it is written, and not what was typed. */
const completeQueries = async (
  { query, typed, findable }: Typing,
  names: readonly Named[],
): Promise<string[]> => {
  const seen = new Set([completable(typed.finished + typed.unfinished)]);
  const candidates = names.filter(({ name }) => {
    const own = completable(name);
    if (seen.has(own) || name.length > QUERY_UNITS_MAX) return false;
    seen.add(own);
    return true;
  });
  const taken = await takeSome(candidates, query.limits.searches, ({ name, product }) =>
    findable.byTerm(name, product),
  );
  return taken.map(({ name }) => name);
};

/** What a search for the text finds: words in another order, in descriptions, synonyms, numbers of articles. */
const suggestFound = async (typing: Typing, searchProducts: SearchProducts): Promise<Suggestions> => {
  const { catalog, query, term } = typing;
  const { limits } = query;
  const [{ hits, correctedTerm }, content] = await Promise.all([
    searchProducts(catalog, {
      ...findableBy(query, { term }),
      ...bestProducts(Math.max(limits.products, limits.searches)),
      fields: shortFields,
    }),
    findContent(catalog, query, term),
  ]);
  const names = hits.map(({ shown }) => ({
    name: (fromJsonBytes(shown) as { readonly name: string }).name,
  }));
  return {
    searches: await completeQueries(typing, names),
    popular: [],
    categories: [],
    products: shorten(hits.slice(0, limits.products)),
    content,
    correctedTerm,
  };
};
