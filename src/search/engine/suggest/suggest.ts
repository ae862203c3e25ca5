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
import { knowNothing } from './findable-cache.ts';
import { type CompletedProduct, completeProducts } from './product-completions.ts';
import { type QueryName, readName } from './query-name.ts';
import { nameProducts, shortenAll, showShort } from './short-products.ts';
import { knownForShort } from './short-texts.ts';
import { popularTermsOf, type SuggestSource } from './suggest-source.ts';
import { findContent } from './suggested-content.ts';
import { completeCategories, completeTerms, type NamedRow, type NextRow } from './table-completions.ts';

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
  const known = source.findable?.knownFor(query) ?? knowNothing;
  return knownForShort(known, query, () => suggestAnew(source, query, openFindable(source, query, known)));
};

const suggestAnew = (source: SuggestSource, query: SuggestQuery, findable: Findable): Suggestions => {
  const { term } = query;
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
    popular: takeTerms(popularTermsOf(contents), limits.popular, findable),
    categories:
      limits.categories === 0
        ? []
        : findTopCategories(products, contents, query).flatMap((id) => showCategory(id) ?? []),
    products: [],
    content: [],
    correctedTerm: undefined,
  };
};

const takeTerms = (terms: readonly string[], wanted: number, findable: Findable): string[] => {
  const taken: string[] = [];
  for (const term of terms.slice(0, CHECKED_MAX)) {
    if (taken.length >= wanted) break;
    if (findable.byTerm(term)) taken.push(term);
  }
  return taken;
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
    ({ row }) => findable.byCategory(row.id),
  );
  const popular = takeSome(
    completeTerms(popularTermsOf(contents), rangesIn),
    atLeastOne(limits.popular, limits),
    ({ row }) => findable.byTerm(row),
  );
  const nameOf = nameProducts(plan);
  const [product] = products;
  const best = popular[0]?.name ?? categories[0]?.name ?? (product && nameOf(product));
  if (best === undefined) return undefined;
  const corrected = isCorrected ? findNear(best.completable, typed) : undefined;
  const showCategory = showCategories(named);
  return {
    searches: completeQueries(typing, popular, categories, products, nameOf),
    popular: popular.slice(0, limits.popular).map(({ row }) => row),
    categories: categories.slice(0, limits.categories).flatMap(({ row }) => showCategory(row.id) ?? []),
    products: showShort(plan, contents, query, products.slice(0, limits.products)),
    content: findContent(source, query, corrected ?? searchedText(term, typed, best.completable)),
    correctedTerm: corrected,
  };
};

/** Whole queries are drawn from every list, and whether there is anything must not depend on what is shown. */
const atLeastOne = (limit: number, { searches }: SuggestQuery['limits']): number =>
  Math.max(limit, searches, 1);

/** Whole queries: each once, however it is written, and not what was typed. */
class QueryList {
  readonly taken: string[] = [];
  private readonly wanted: number;
  private readonly seen: string[];

  constructor({ query, typed }: Typing) {
    this.wanted = query.limits.searches;
    this.seen = [completable(typed.finished + typed.unfinished)];
  }

  get isFull(): boolean {
    return this.taken.length >= this.wanted;
  }

  /** `finds`: whether it finds anything. */
  offer({ text, completable: own }: QueryName, finds: (text: string) => boolean): void {
    if (text.length > QUERY_UNITS_MAX || this.seen.includes(own)) return;
    this.seen.push(own);
    if (finds(text)) this.taken.push(text);
  }
}

const isKnownToFind = (): boolean => true;

const completeQueries = (
  typing: Typing,
  popular: readonly NamedRow<string>[],
  categories: readonly NamedRow<Category>[],
  products: readonly CompletedProduct[],
  nameOf: (product: CompletedProduct) => QueryName,
): string[] => {
  const { findable } = typing;
  const list = new QueryList(typing);
  for (const { name } of popular) {
    if (list.isFull) return list.taken;
    list.offer(name, isKnownToFind);
  }
  for (const { name, row } of categories) {
    if (list.isFull) return list.taken;
    list.offer(name, (text) => findable.byTerm(text, () => findable.productIn(row.id)));
  }
  for (const product of products) {
    if (list.isFull) return list.taken;
    list.offer(nameOf(product), (text) => findable.byTerm(text, () => product));
  }
  return list.taken;
};

/** The first of the candidates that pass the test. */
const takeSome = <T>(
  next: NextRow<T>,
  wanted: number,
  passes: (one: NamedRow<T>) => boolean,
): NamedRow<T>[] => {
  const taken: NamedRow<T>[] = [];
  for (let left = CHECKED_MAX; left > 0 && taken.length < wanted; left -= 1) {
    const one = next();
    if (one === undefined) break;
    if (passes(one)) taken.push(one);
  }
  return taken;
};

/** What a search for the text finds: words in another order, in descriptions, synonyms, numbers of articles. */
const suggestFound = (typing: Typing): Suggestions => {
  const { source, query, term, findable } = typing;
  const { limits } = query;
  const wanted = Math.max(limits.products, limits.searches);
  const list = new QueryList(typing);
  const { hits, correctedTerm } = searchProductSegments(source.products, source.contents, {
    ...findableBy(query, { term }),
    ...bestProducts(wanted),
    fields: shortFields,
  });
  for (const { shown } of hits) {
    if (list.isFull) break;
    list.offer(readName(nameIn(shown)), (text) => findable.byTerm(text));
  }
  return {
    searches: list.taken,
    popular: [],
    categories: [],
    products: shortenAll(hits.slice(0, limits.products)),
    content: findContent(source, query, term),
    correctedTerm,
  };
};

const nameIn = (shown: string): string => (fromJsonBytes(shown) as { readonly name: string }).name;
