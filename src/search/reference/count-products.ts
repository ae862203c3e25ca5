// Product counting by full scan: the plainest reading of Decision 0008, and the oracle of every faster engine.

import type { CatalogContents } from '../../domain/ports.ts';
import { assertUses } from '../../domain/products/attribute-settings.ts';
import { isVisibleTo, type Product } from '../../domain/products/product.ts';
import { describeFields, type ProductFields, readField } from '../../domain/products/product-fields.ts';
import { chosenCategories, compileFacets, compileGroups } from '../../domain/products/product-filter.ts';
import { everythingFor, type Shopper } from '../../domain/products/product-lookup.ts';
import type { ProductQuery } from '../../domain/products/product-query.ts';
import { meetsGroups } from '../../domain/products/rule-boosts.ts';
import {
  type Category,
  categoriesNamed,
  type SynonymSet,
  withDescendants,
} from '../../domain/search/catalog.ts';
import { findInChain, normalizeLocale } from '../../domain/text/locale.ts';
import { buildAnalyzer } from '../analysis/analyze.ts';
import { AttributeReader } from '../attribute-text.ts';
import { productRule, RELAX_BELOW } from '../matching.ts';
import { analyzeText, type TextDocument } from '../text-document.ts';
import { type FieldText, productTexts } from '../weighted-texts.ts';
import { appliedRules } from './applied-rules.ts';
import { categoryText } from './category-path.ts';
import { merchandisingOf } from './merchandising.ts';
import { resolveWords } from './word-match.ts';

/** A product with a text for the base locale and one for each translation. */
export interface AnalyzedProduct {
  readonly product: Product;
  readonly documents: Readonly<Record<string, TextDocument>>;
}

/** `baseLocale` is the locale of the product's own name and description. */
export const analyzeProduct = (
  product: Product,
  baseLocale: string,
  tables: Partial<Pick<CatalogContents, 'attributes' | 'categories' | 'ranking'>> = {},
): AnalyzedProduct => {
  const base = normalizeLocale(baseLocale);
  const locales = new Set([base, ...Object.keys(product.localized)]);
  return {
    product,
    documents: Object.fromEntries(
      [...locales].map((locale) => [
        locale,
        analyzeText(locale, searchedTexts(product, locale, base, tables)),
      ]),
    ),
  };
};

/** The texts of a product that are searched in a locale. */
export const searchedTexts = (
  product: Product,
  locale: string,
  baseLocale: string,
  { attributes = [], categories = [], ranking }: Parameters<typeof analyzeProduct>[2] = {},
): FieldText[] =>
  productTexts(
    product,
    locale,
    {
      attributes: new AttributeReader(attributes).textOf(product),
      categories: categoryText(product, categories, locale, baseLocale),
    },
    ranking?.weights,
  );

export const countProducts = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  query: ProductQuery,
): number => matchingProducts(products, contents, fields, query).length;

/** The products that a count counts, in the given order. `testTerm` replaces the test of the term. */
export const matchingProducts = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  fields: ProductFields,
  query: ProductQuery,
  testTerm?: (product: AnalyzedProduct) => boolean,
): AnalyzedProduct[] => {
  assertUses(contents.attributes, query);
  const facets = compileFacets(query.facets, fields);
  const groups = compileGroups(query.groups, fields);
  const inCategory = buildCategoryTest(contents.categories, query);
  const inFacetCategories = buildFacetCategoryTest(contents.categories, query);
  const holdsTerm = testTerm ?? buildTermTest(products, contents.synonyms, query);
  const rules = appliedRules(contents.merchandisingRules, query);
  const merchandising = merchandisingOf(rules);
  const only = rules.flatMap((rule) => rule.only ?? []);
  const isAllowed = meetsGroups(only, contents, fields, query.currency);
  return products.filter((analyzed) => {
    const { product } = analyzed;
    const read = (field: string) => readField(product, field, query.currency);
    const { isHidden, lifts } = merchandising(product.id);
    return (
      !isHidden &&
      isVisibleTo(product, query) &&
      isAllowed(product) &&
      (lifts.collection ||
        query.collectionId === undefined ||
        product.collectionIds.includes(query.collectionId)) &&
      (lifts.category || inCategory(product)) &&
      inFacetCategories(product) &&
      facets(read) &&
      groups(read) &&
      (lifts.term || holdsTerm(analyzed))
    );
  });
};

/** What a shopper may see at all. */
export const visibleProducts = (
  products: readonly AnalyzedProduct[],
  contents: CatalogContents,
  shopper: Shopper,
): Product[] => {
  const all = products.map(({ product }) => product);
  const found = matchingProducts(products, contents, describeFields(all), everythingFor(shopper));
  return found.map(({ product }) => product);
};

/** An unknown category matches nothing; `category_id` and `category_name` must both hold. */
const buildCategoryTest = (
  categories: readonly Category[],
  query: ProductQuery,
): ((product: Product) => boolean) => {
  const wanted: Set<string>[] = [];
  if (query.categoryId !== undefined) {
    wanted.push(withDescendants(categories, [query.categoryId]));
  }
  if (query.categoryName !== undefined) {
    wanted.push(withDescendants(categories, categoriesNamed(categories, query.categoryName, query)));
  }
  return (product) => wanted.every((ids) => product.categoryIds.some((id) => ids.has(id)));
};

const buildFacetCategoryTest = (
  categories: readonly Category[],
  { facets }: ProductQuery,
): ((product: Product) => boolean) => {
  const chosen = chosenCategories(facets);
  if (chosen === undefined) return () => true;
  const wanted = withDescendants(categories, chosen);
  return (product) => product.categoryIds.some((id) => wanted.has(id));
};

const buildTermTest = (
  products: readonly AnalyzedProduct[],
  synonyms: readonly SynonymSet[],
  query: ProductQuery,
): ((product: AnalyzedProduct) => boolean) => {
  const { term } = query;
  if (term === undefined) return () => true;
  const strict = buildRuleTest(term, products, synonyms, query, false);
  const found = products.filter(strict).length;
  return found < RELAX_BELOW ? buildRuleTest(term, products, synonyms, query, true) : strict;
};

/** Tests a product by the strict or by the relaxed rule. */
const buildRuleTest = (
  term: string,
  products: readonly AnalyzedProduct[],
  synonyms: readonly SynonymSet[],
  query: ProductQuery,
  isRelaxed: boolean,
): ((product: AnalyzedProduct) => boolean) => {
  const tests = new Map<string, (document: TextDocument) => boolean>();
  return ({ documents }) => {
    const found = findInChain(documents, query.localeChain);
    const document = found?.value ?? documents[normalizeLocale(query.baseLocale)];
    if (document === undefined) return false;
    let test = tests.get(document.language);
    if (test === undefined) {
      test = buildLanguageTest(term, document.language, products, synonyms, isRelaxed, query.correctsWords);
      tests.set(document.language, test);
    }
    return test(document);
  };
};

const buildLanguageTest = (
  term: string,
  language: string,
  products: readonly AnalyzedProduct[],
  synonyms: readonly SynonymSet[],
  isRelaxed: boolean,
  correctsWords: boolean | undefined,
) => {
  const documents = products.flatMap((product) =>
    Object.values(product.documents).filter((document) => document.language === language),
  );
  const words = resolveWords(term, language, synonyms, documents, correctsWords);
  const asked = buildAnalyzer(language).readQuery(term);
  const { required, selectiveMax } = productRule(asked, documents.length, isRelaxed);
  return (document: TextDocument): boolean => {
    const held = words.filter((word) => word.ways.some(({ weigh }) => weigh(document) > 0));
    const hasSelective = held.some((word) => word.documents <= selectiveMax);
    return words.length > 0 && (held.length >= required || hasSelective);
  };
};
