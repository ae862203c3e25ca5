// The expected results of content search and product counting, by the plainest reading of the decisions. Shares no
// code with any engine. Valid for ASCII words, apart from accents, in languages without a stemmer (`xx`, `yy`, `vi`).

import type { ContentQuery } from '../../../src/domain/ports.ts';
import type { MerchandisingRule } from '../../../src/domain/products/merchandising-rule.ts';
import type { AttributeScalar, Product } from '../../../src/domain/products/product.ts';
import type { FacetCriterion, FilterRule } from '../../../src/domain/products/product-filter.ts';
import type { ProductQuery } from '../../../src/domain/products/product-query.ts';
import type { Category, SynonymSet } from '../../../src/domain/search/catalog.ts';
import type { ContentItem, ContentText } from '../../../src/domain/search/content.ts';
import { type Asked, askWords, language, plain, type Words, wordsOf } from './word-oracle.ts';

const contentWords = (text: ContentText): Words =>
  new Set([text.title, text.summary ?? text.body, text.body, ...text.keywords].flatMap(wordsOf));

/** The first locale of the chain that exists; `xx-*` means every regional form of `xx`, the smallest code first. */
const shownLocale = (chain: readonly string[], there: readonly string[]): string | undefined => {
  for (const step of chain) {
    const [tongue, rest] = step.split('-');
    const meant = there.filter((locale) =>
      rest === '*' ? language(locale) === tongue && locale !== tongue : locale === step,
    );
    if (meant.length > 0) return meant.reduce((a, b) => (a < b ? a : b));
  }
  return undefined;
};

/** Every text of the language, of any item. */
const textsIn = (items: readonly ContentItem[], tongue: string): Words[] =>
  items.flatMap(({ texts }) =>
    Object.entries(texts)
      .filter(([locale]) => language(locale) === tongue)
      .map(([, text]) => contentWords(text)),
  );

/** By key, the locale in which each matching item is found. */
export const expectedContent = (
  items: readonly ContentItem[],
  synonyms: readonly SynonymSet[],
  query: Pick<ContentQuery, 'text' | 'localeChain' | 'type'>,
): Map<string, string> => {
  const byLanguage = new Map<string, Asked>();
  const results = items.flatMap((item) => {
    const locale = shownLocale(query.localeChain, Object.keys(item.texts));
    const text = locale === undefined ? undefined : item.texts[locale];
    return locale === undefined || text === undefined ? [] : [{ key: item.key, locale, text }];
  });
  const holds = (locale: string, text: ContentText, isRelaxed: boolean): boolean => {
    const tongue = language(locale);
    const asked = byLanguage.get(tongue) ?? askWords(query.text, tongue, synonyms, textsIn(items, tongue));
    byLanguage.set(tongue, asked);
    const held = contentWords(text);
    const hasSelective = (isRelaxed || asked.isSentence) && asked.holdsSelective(held);
    return asked.words > 0 && (asked.matchedIn(held) >= Math.min(asked.words, 2) || hasSelective);
  };
  const foundTooFew = results.filter(({ locale, text }) => holds(locale, text, false)).length < 10;
  return new Map(
    results
      .filter(({ locale, text }) => holds(locale, text, foundTooFew))
      .filter(({ text }) => query.type === undefined || text.type === query.type)
      .map(({ key, locale }) => [key, locale]),
  );
};

/** Thrown where the decisions demand a 400. */
export class OracleRefuses extends Error {}

export interface ProductCatalog {
  readonly products: readonly Product[];
  readonly categories: readonly Category[];
  readonly synonyms: readonly SynonymSet[];
  readonly rules: readonly MerchandisingRule[];
}

/** The ids of the products that match. */
export const expectedProducts = (catalog: ProductCatalog, query: ProductQuery): Set<string> => {
  const criteria = [
    ...query.facets.map((facet) => facet.field).filter((field, at, all) => all.indexOf(field) === at),
  ].map((field) => facetTest(catalog, query, field));
  const groups = query.groups
    .filter((group) => group.rules.length > 0)
    .map((group) => {
      const rules = group.rules.map((rule) => ruleTest(catalog, query, rule));
      return (product: Product) =>
        group.operator === 'OR' ? rules.some((rule) => rule(product)) : rules.every((rule) => rule(product));
    });
  const rules = query.withMerchandising ? catalog.rules.filter((rule) => applies(rule, query)) : [];
  const holdsTerm = termTest(catalog, query);
  const found = catalog.products.filter((product) => {
    const pins = rules.filter((rule) => rule.pin.includes(product.id));
    return (
      !rules.some((rule) => rule.hide.includes(product.id)) &&
      isSeen(product, query) &&
      criteria.every((test) => test(product)) &&
      groups.every((test) => test(product)) &&
      (query.collectionId === undefined || product.collectionIds.includes(query.collectionId)) &&
      (pins.some((rule) => rule.when.categoryId !== undefined) || isInCategory(catalog, query, product)) &&
      (pins.some((rule) => rule.when.searchTerm !== undefined) || holdsTerm(product))
    );
  });
  return new Set(found.map((product) => product.id));
};

const isSeen = (product: Product, query: ProductQuery): boolean => {
  const { channelId, locationId, customerGroupId } = query;
  const there = (list: readonly string[], id: string | undefined) =>
    list.length === 0 || id === undefined || list.includes(id);
  const groups = product.customerGroupIds;
  return (
    there(product.channelIds, channelId) &&
    there(product.locationIds, locationId) &&
    (groups.length === 0 || groups.some((group) => group === customerGroupId))
  );
};

const spoken = (term: string): string => plain(term).split(/\s+/).filter(Boolean).join(' ');

const applies = ({ when }: MerchandisingRule, query: ProductQuery): boolean =>
  (when.searchTerm === undefined ||
    (query.term !== undefined && spoken(when.searchTerm) === spoken(query.term))) &&
  (when.categoryId === undefined || when.categoryId === query.categoryId);

const isInCategory = ({ categories }: ProductCatalog, query: ProductQuery, product: Product): boolean => {
  const isUnder = (id: string, test: (category: Category) => boolean, steps = 0): boolean => {
    const category = categories.find((candidate) => candidate.id === id);
    if (category === undefined || steps > categories.length) return false;
    return test(category) || (category.parentId !== null && isUnder(category.parentId, test, steps + 1));
  };
  const { categoryId, categoryName } = query;
  const any = (test: (category: Category) => boolean) => product.categoryIds.some((id) => isUnder(id, test));
  return (
    (categoryId === undefined || any((category) => category.id === categoryId)) &&
    (categoryName === undefined || any((category) => plain(category.name) === plain(categoryName)))
  );
};

/** Of the product's categories and of all above them. The categories of the random catalogs have no translations. */
const categoryNames = (
  categories: readonly Category[],
  ids: readonly (string | null)[],
  steps = 0,
): string[] =>
  steps > categories.length
    ? []
    : categories
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ name, parentId }) => [name, ...categoryNames(categories, [parentId], steps + 1)]);

const productWords = (
  product: Product,
  categories: readonly Category[],
  locale: string,
  baseLocale: string,
): Words => {
  const own = locale === baseLocale ? undefined : product.localized[locale];
  const texts = [
    own?.name ?? product.name,
    own?.description ?? product.description,
    product.brand,
    product.sku,
    ...categoryNames(categories, product.categoryIds),
  ];
  const attributes = Object.values(product.attributes).flat();
  return new Set(
    [...texts, ...attributes.filter((value) => typeof value === 'string')].flatMap((text) => wordsOf(text)),
  );
};

const termTest = (
  { products, synonyms, categories }: ProductCatalog,
  query: ProductQuery,
): ((product: Product) => boolean) => {
  const { term } = query;
  if (term === undefined) return () => true;
  const localesOf = (one: Product) => [query.baseLocale, ...Object.keys(one.localized)];
  const byLanguage = new Map<string, Asked>();
  const ask = (tongue: string): Asked => {
    const all = products.flatMap((other) =>
      localesOf(other)
        .filter((candidate) => language(candidate) === tongue)
        .map((candidate) => productWords(other, categories, candidate, query.baseLocale)),
    );
    const asked = byLanguage.get(tongue) ?? askWords(term, tongue, synonyms, all);
    byLanguage.set(tongue, asked);
    return asked;
  };
  const holds = (product: Product, isRelaxed: boolean): boolean => {
    const shown = shownLocale(query.localeChain, localesOf(product)) ?? query.baseLocale;
    const { words, matchedIn, holdsSelective } = ask(language(shown));
    const held = productWords(product, categories, shown, query.baseLocale);
    const needed = words <= 2 ? words : words <= 4 ? words - 1 : Math.ceil((words * 3) / 5);
    return words > 0 && (matchedIn(held) >= needed || (isRelaxed && holdsSelective(held)));
  };
  const foundTooFew = products.filter((product) => holds(product, false)).length < 10;
  return (product) => holds(product, foundTooFew);
};

const ownReaders: Record<string, (product: Product, currency: string) => readonly AttributeScalar[]> = {
  id: ({ id }) => [id],
  sku: ({ sku }) => [sku],
  name: ({ name }) => [name],
  description: ({ description }) => [description],
  brand: ({ brand }) => [brand],
  price: ({ prices }, currency) => [prices[currency]].filter((price) => price !== undefined),
  in_stock: ({ inStock }) => [inStock],
  created_at: ({ createdAt }) => [createdAt].filter((at) => at !== null),
  category_id: ({ categoryIds }) => categoryIds,
  collection_id: ({ collectionIds }) => collectionIds,
};
const ownTypes: Record<string, string> = { price: 'number', in_stock: 'boolean', created_at: 'date' };

const valuesOf = (product: Product, field: string, currency: string): readonly AttributeScalar[] => {
  const reader = ownReaders[field];
  return reader === undefined ? [product.attributes[field] ?? []].flat() : reader(product, currency);
};

const toTime = (text: string): number =>
  Date.parse(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text}Z` : text);
const isDate = (text: string): boolean => {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && !Number.isNaN(toTime(text));
};

/** Undefined if no product has the field. */
const typeOfField = ({ products }: ProductCatalog, field: string): string | undefined => {
  if (ownReaders[field] !== undefined) return ownTypes[field] ?? 'text';
  const carrying = products.filter((product) => product.attributes[field] !== undefined);
  if (carrying.length === 0) return undefined;
  const values = carrying.flatMap((product) => valuesOf(product, field, ''));
  if (values.length === 0) return 'text';
  if (values.every((value) => typeof value === 'number')) return 'number';
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  return values.every((value) => typeof value === 'string' && isDate(value)) ? 'date' : 'text';
};

/** Both sides of a comparison in one form. */
const comparable = (type: string, value: AttributeScalar): number | string => {
  const text = String(value);
  if (type === 'text') return plain(text);
  if (type === 'boolean' && text !== 'true' && text !== 'false') throw new OracleRefuses();
  const parsed =
    type === 'number' ? Number(text) : type === 'date' ? (isDate(text) ? toTime(text) : Number.NaN) : 0;
  if (Number.isNaN(parsed)) throw new OracleRefuses();
  return type === 'boolean' ? Number(text === 'true') : parsed;
};

const facetTest = (catalog: ProductCatalog, query: ProductQuery, field: string) => {
  const type = typeOfField(catalog, field);
  const facets = query.facets.filter((facet) => facet.field === field);
  const tests = type === undefined ? [] : facets.map((facet) => oneFacet(facet, type));
  return (product: Product): boolean =>
    valuesOf(product, field, query.currency).some((value) => tests.some((test) => test(value)));
};

const oneFacet = ({ value, range }: FacetCriterion, type: string): ((own: AttributeScalar) => boolean) => {
  if (range === undefined) {
    const wanted = comparable(type, value ?? '');
    return (own) => comparable(type, own) === wanted;
  }
  if (type === 'text' || type === 'boolean') throw new OracleRefuses();
  const bounds = [range.min, range.max].map((bound) =>
    bound === undefined ? undefined : comparable(type, bound),
  );
  return (own) =>
    (bounds[0] === undefined || comparable(type, own) >= bounds[0]) &&
    (bounds[1] === undefined || comparable(type, own) <= bounds[1]);
};

const ruleTest = (catalog: ProductCatalog, query: ProductQuery, { field, action, value }: FilterRule) => {
  const type = typeOfField(catalog, field);
  const any = (test: (own: AttributeScalar) => boolean) => (product: Product) =>
    type !== undefined && valuesOf(product, field, query.currency).some(test);
  const none = (test: (own: AttributeScalar) => boolean) => (product: Product) => !any(test)(product);
  const holds = (own: AttributeScalar) => plain(String(own)).includes(plain(value));
  if (action === 'contains') return any(holds);
  if (action === 'does_not_contains') return none(holds);
  const wanted = type === undefined ? 0 : comparable(type, value);
  const own = (stored: AttributeScalar) => comparable(type ?? '', stored);
  switch (action) {
    case 'equal_to':
      return any((stored) => own(stored) === wanted);
    case 'not_equal_to':
      return none((stored) => own(stored) === wanted);
    case 'greater_than':
      return any((stored) => own(stored) > wanted);
    case 'less_than':
      return any((stored) => own(stored) < wanted);
    case 'greater_than_or_equal_to':
      return any((stored) => own(stored) >= wanted);
    case 'less_than_or_equal_to':
      return any((stored) => own(stored) <= wanted);
  }
};
