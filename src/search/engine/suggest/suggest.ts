// Suggestions while a shopper types (Decision 0067). First the names that hold the text, then those that are one edit away from it, and
// if there are none, what a search finds. Whatever is suggested was looked up for this shopper.

import type { CatalogContents } from '../../../domain/ports.ts';
import {
  bestProducts,
  findableBy,
  type Suggestions,
  type SuggestQuery,
  shortFields,
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
} from '../../completion.ts';
import { productTuning } from '../columns/product-tuning.ts';
import { exactRanges, nearRanges, type RangesIn } from '../completion/typed-ranges.ts';
import { categoriesIn } from '../products/localized-categories.ts';
import { type ProductPlan, planQuery, withoutTerm } from '../products/product-plan.ts';
import type { ProductSegment } from '../products/product-segment.ts';
import { searchProductSegments } from '../queries/product-search.ts';
import { showCategories } from '../stored/shown-categories.ts';
import { type Findable, openFindable } from './findable.ts';
import { type CompletedProduct, completeProducts } from './product-completions.ts';
import { nameProducts, type QueryName, readName, shortenAll, showShort } from './short-products.ts';
import { popularTermsOf, type SuggestSource } from './suggest-source.ts';
import { findContent } from './suggested-content.ts';
import { completeCategories, completeTerms } from './table-completions.ts';

/** A text that is being typed, and who types it. */
interface Typing {
  readonly source: SuggestSource;
  readonly query: SuggestQuery;
  readonly term: string;
  readonly typed: TypedText;
  /** Everything that a search for the text may show, whether or not it holds the text. */
  readonly plan: ProductPlan;
  readonly findable: Findable;
}

export const suggest = (source: SuggestSource, query: SuggestQuery): Suggestions => {
  const { term } = query;
  const findable = openFindable(source, query);
  if (term === undefined) return offerPopular(source, query, findable);
  const typed = readTyped(term);
  const searched = findableBy(query, { term });
  const plan = withoutTerm(planQuery(source.products, source.contents, searched, productTuning));
  const typing = { source, query, term, typed, plan, findable };
  const found = completeBy(typing, exactRanges(typed)) ?? completeNear(typing) ?? suggestFound(typing);
  return plan.redirectUrl === undefined ? found : { ...found, redirectUrl: plan.redirectUrl };
};

const completeNear = (typing: Typing): Suggestions | undefined => {
  const ranges = nearRanges(typing.typed);
  return ranges === undefined ? undefined : completeBy(typing, ranges, true);
};

/** Before anything is typed: popular searches, and the categories with the most products. */
const offerPopular = (source: SuggestSource, query: SuggestQuery, findable: Findable): Suggestions => {
  const { contents, products } = source;
  const { limits } = query;
  const showCategory = showCategories(categoriesIn(contents.categories, query));
  return {
    searches: [],
    popular: takeSome(popularTermsOf(contents), limits.popular, (term) => findable.byTerm(term)),
    categories:
      limits.categories === 0
        ? []
        : findTopCategories(products, contents, query).flatMap((id) => showCategory(id) ?? []),
    products: [],
    content: [],
    correctedTerm: undefined,
  };
};

const findTopCategories = (
  products: readonly ProductSegment[],
  contents: CatalogContents,
  query: SuggestQuery,
): string[] => {
  const { facets } = searchProductSegments(products, contents, topCategories(query));
  return (facets[0]?.buckets ?? []).map(({ value }) => String(value));
};

/** Undefined if nothing completes the text in this way. */
const completeBy = (typing: Typing, rangesIn: RangesIn, isCorrected = false): Suggestions | undefined => {
  const { source, query, term, typed, plan, findable } = typing;
  const { contents } = source;
  const { limits } = query;
  const named = categoriesIn(contents.categories, query);
  const products = completeProducts(plan, source.products, rangesIn, atLeastOne(limits.products, limits));
  const categories = takeSome(
    completeCategories(named, rangesIn),
    atLeastOne(limits.categories, limits),
    ({ id }) => findable.byCategory(id),
  );
  const popular = takeSome(
    completeTerms(popularTermsOf(contents), rangesIn),
    atLeastOne(limits.popular, limits),
    (text) => findable.byTerm(text),
  );
  const nameOf = nameProducts(plan);
  const [popularTerm] = popular;
  const [category] = categories;
  const [product] = products;
  const best =
    popularTerm === undefined && category === undefined
      ? product && nameOf(product)
      : readName(popularTerm ?? (category as Category).name);
  if (best === undefined) return undefined;
  const corrected = isCorrected ? findNear(best.completable, typed) : undefined;
  const showCategory = showCategories(named);
  return {
    searches: completeQueries(typing, [
      ...popular.map((text) => ({ name: () => readName(text), isChecked: true })),
      ...categories.map(({ id, name }) => ({
        name: () => readName(name),
        isChecked: false,
        findLikely: () => findable.productIn(id),
      })),
      ...products.map((own) => ({ name: () => nameOf(own), isChecked: false, findLikely: () => own })),
    ]),
    popular: popular.slice(0, limits.popular),
    categories: categories.slice(0, limits.categories).flatMap(({ id }) => showCategory(id) ?? []),
    products: showShort(plan, contents, query, products.slice(0, limits.products)),
    content: findContent(source, query, corrected ?? searchedText(term, typed, best.completable)),
    correctedTerm: corrected,
  };
};

/** Whole queries are drawn from every list, and whether there is anything must not depend on what is shown. */
const atLeastOne = (limit: number, { searches }: SuggestQuery['limits']): number =>
  Math.max(limit, searches, 1);

interface Candidate {
  readonly name: () => QueryName;
  /** Whether it is known to find something. */
  readonly isChecked: boolean;
  /** Finds a product that it probably finds too. */
  readonly findLikely?: () => CompletedProduct | undefined;
}

/** Each once, however it is written, and not what was typed. */
const completeQueries = ({ query, typed, findable }: Typing, candidates: readonly Candidate[]): string[] => {
  const { searches: wanted } = query.limits;
  const { finished, unfinished } = typed;
  const seen = new Set([completable(finished + unfinished)]);
  const taken: string[] = [];
  for (const { name, isChecked, findLikely } of candidates) {
    if (taken.length >= wanted) break;
    const { text, completable: own } = name();
    if (seen.has(own) || text.length > QUERY_UNITS_MAX) continue;
    seen.add(own);
    if (isChecked || findable.byTerm(text, findLikely)) taken.push(text);
  }
  return taken;
};

/** The first of the candidates that pass the test. */
const takeSome = <T>(candidates: Iterable<T>, wanted: number, passes: (one: T) => boolean): T[] => {
  const taken: T[] = [];
  let left = CHECKED_MAX;
  if (wanted === 0) return taken;
  for (const one of candidates) {
    if (passes(one)) taken.push(one);
    left -= 1;
    if (left === 0 || taken.length === wanted) break;
  }
  return taken;
};

/** What a search for the text finds: words in another order, in descriptions, synonyms, numbers of articles. */
const suggestFound = (typing: Typing): Suggestions => {
  const { source, query, term } = typing;
  const { limits } = query;
  const wanted = Math.max(limits.products, limits.searches);
  const { hits, correctedTerm } = searchProductSegments(source.products, source.contents, {
    ...findableBy(query, { term }),
    ...bestProducts(wanted),
    fields: shortFields,
  });
  return {
    searches: completeQueries(
      typing,
      hits.map(({ shown }) => ({ name: () => readName(nameIn(shown)), isChecked: false })),
    ),
    popular: [],
    categories: [],
    products: shortenAll(hits.slice(0, limits.products)),
    content: findContent(source, query, term),
    correctedTerm,
  };
};

const nameIn = (shown: string): string => (fromJsonBytes(shown) as { readonly name: string }).name;
