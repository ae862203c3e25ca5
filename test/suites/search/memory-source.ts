// A SearchSource and its Directory in memory: search suites write to it and search engines read from it. Every write
// appends to the change feed, as in a real store. No SQL, no tenants: one workspace, two environments.

import type { Scope } from '../../../src/domain/access/scope.ts';
import { FeedTrimmed } from '../../../src/domain/failures/feed-trimmed.ts';
import type { Change, ChangeKind, ChangeSignal, Directory, SearchSource } from '../../../src/domain/ports.ts';
import type { AttributeSetting } from '../../../src/domain/products/attribute-settings.ts';
import type { FacetSetting } from '../../../src/domain/products/facet-settings.ts';
import type { MerchandisingRule } from '../../../src/domain/products/merchandising-rule.ts';
import type { Product } from '../../../src/domain/products/product.ts';
import type { RankingSettings } from '../../../src/domain/products/ranking-settings.ts';
import type { Category, SynonymSet } from '../../../src/domain/search/catalog.ts';
import type { ContentItem, ContentText } from '../../../src/domain/search/content.ts';

export const CATALOG_ID = '00000000-0000-4000-8000-000000000001';
export const OTHER_CATALOG_ID = '00000000-0000-4000-8000-000000000002';
export const scope: Scope = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PRODUCTION-1' };
export const otherScope: Scope = { ...scope, environmentId: 'STAGING-1' };

/** Small, so that a few documents already come in several batches. */
const BATCH_SIZE = 2;
const SPLIT_SIZE = 5;
const SMALL_MAX = 2;

interface MemoryCatalog {
  readonly products: Map<string, Product>;
  readonly items: Map<string, ContentItem>;
  readonly categories: Map<string, Category>;
  readonly synonyms: Map<string, SynonymSet>;
  readonly rules: Map<string, MerchandisingRule>;
  readonly attributes: Map<string, AttributeSetting>;
  readonly facets: Map<string, FacetSetting>;
  /** Published records by environment, then by record id. */
  readonly records: Map<string, Map<string, ContentItem>>;
  readonly environmentIds: Set<string>;
  popularTerms: readonly string[];
  ranking: RankingSettings | undefined;
}

type Texts = Readonly<Record<string, ContentText>>;

export interface MemorySource
  extends SearchSource,
    Pick<ChangeSignal, 'revision' | 'nonProductRevision'>,
    Pick<Directory, 'findEnvironment'> {
  putProduct(product: Product, catalogId?: string): void;
  deleteProduct(productId: string): void;
  putItem(providerId: string, texts: Texts, catalogId?: string): void;
  deleteItem(providerId: string): void;
  /** Publishes a record in one environment; without texts, unpublishes it there. */
  publish(recordId: string, texts: Texts | undefined, environmentId?: string): void;
  putCategory(category: Category): void;
  deleteCategory(categoryId: string): void;
  putSynonyms(set: SynonymSet): void;
  deleteSynonyms(setId: string): void;
  putRule(rule: MerchandisingRule): void;
  putAttribute(name: string, setting: Partial<AttributeSetting>): void;
  deleteAttribute(name: string): void;
  putFacet(setting: FacetSetting): void;
  deleteFacet(field: string): void;
  setPopularTerms(terms: readonly string[]): void;
  /** Undefined: no settings. */
  setRanking(ranking: RankingSettings | undefined): void;
  attachCatalog(environmentIds: readonly string[]): void;
  setDefaultLocale(locale: string): void;
  /** Deletes all changes so far: a reader behind the head can no longer follow. */
  trimFeed(): void;
  /** Restarts the feed, as a store restored from an older backup would. */
  restartFeed(): void;
}

/** `copy`: of several copies of one database, which one. */
export const buildMemorySource = (defaultLocale = 'xx', copy = ''): MemorySource => {
  const fingerprintOf = (position: number): string => `${copy}${position}`;
  const catalogs = new Map<string, MemoryCatalog>();
  let changes: Change[] = [];
  let head = 0;
  let version = 0;
  let trimmedThrough = 0;
  let locale = defaultLocale;

  const catalogOf = (catalogId: string): MemoryCatalog => {
    const known = catalogs.get(catalogId);
    if (known !== undefined) return known;
    const catalog = newCatalog();
    catalogs.set(catalogId, catalog);
    return catalog;
  };
  const visible = ({ environmentId }: Scope, catalogId: string): MemoryCatalog | undefined => {
    const catalog = catalogs.get(catalogId);
    return catalog?.environmentIds.has(environmentId) ? catalog : undefined;
  };
  let productChanges = 0;
  const append = (kind: ChangeKind, id: string, catalogId = CATALOG_ID): void => {
    head += 1;
    version += 1;
    if (kind === 'product') productChanges += 1;
    changes.push({ position: head, kind, catalogId, id, fingerprint: fingerprintOf(head) });
  };
  catalogOf(CATALOG_ID);
  catalogOf(OTHER_CATALOG_ID);

  const source: MemorySource = {
    putProduct: (product, catalogId = CATALOG_ID) => {
      catalogOf(catalogId).products.set(product.id, product);
      append('product', product.id, catalogId);
    },
    deleteProduct: (id) => {
      catalogOf(CATALOG_ID).products.delete(id);
      append('product', id);
    },
    putItem: (providerId, texts, catalogId = CATALOG_ID) => {
      catalogOf(catalogId).items.set(providerId, { key: `item:${providerId}`, providerId, texts });
      append('content_item', providerId, catalogId);
    },
    deleteItem: (providerId) => {
      catalogOf(CATALOG_ID).items.delete(providerId);
      append('content_item', providerId);
    },
    publish: (recordId, texts, environmentId = scope.environmentId) => {
      const { records } = catalogOf(CATALOG_ID);
      const published = records.get(environmentId) ?? new Map<string, ContentItem>();
      records.set(environmentId, published);
      if (texts === undefined) published.delete(recordId);
      else published.set(recordId, { key: `record:${recordId}`, providerId: recordId, texts });
      append('publication', recordId, '');
    },
    putCategory: (category) => {
      catalogOf(CATALOG_ID).categories.set(category.id, category);
      append('category', category.id);
    },
    deleteCategory: (id) => {
      catalogOf(CATALOG_ID).categories.delete(id);
      append('category', id);
    },
    putSynonyms: (set) => {
      catalogOf(CATALOG_ID).synonyms.set(set.id, set);
      append('synonyms', set.id);
    },
    deleteSynonyms: (id) => {
      catalogOf(CATALOG_ID).synonyms.delete(id);
      append('synonyms', id);
    },
    putRule: (rule) => {
      catalogOf(CATALOG_ID).rules.set(rule.id, rule);
      append('merchandising_rule', rule.id);
    },
    putAttribute: (name, setting) => {
      catalogOf(CATALOG_ID).attributes.set(name, { ...nothingSaid, ...setting, name });
      append('attribute', name);
    },
    deleteAttribute: (name) => {
      catalogOf(CATALOG_ID).attributes.delete(name);
      append('attribute', name);
    },
    putFacet: (setting) => {
      catalogOf(CATALOG_ID).facets.set(setting.field, setting);
      append('facet', setting.field);
    },
    deleteFacet: (field) => {
      catalogOf(CATALOG_ID).facets.delete(field);
      append('facet', field);
    },
    setPopularTerms: (terms) => {
      catalogOf(CATALOG_ID).popularTerms = terms;
      append('popular_term', '');
    },
    setRanking: (ranking) => {
      catalogOf(CATALOG_ID).ranking = ranking;
      append('catalog', CATALOG_ID, '');
    },
    attachCatalog: (environmentIds) => {
      const attached = catalogOf(CATALOG_ID).environmentIds;
      attached.clear();
      for (const id of environmentIds) attached.add(id);
      append('catalog', CATALOG_ID, '');
    },
    setDefaultLocale: (next) => {
      locale = next;
      append('environment', scope.environmentId, '');
    },
    trimFeed: () => {
      version += 1;
      changes = [];
      trimmedThrough = head;
    },
    restartFeed: () => {
      version += 1;
      changes = [];
      head = 0;
      trimmedThrough = 0;
    },

    findEnvironment: async ({ environmentId }) => ({
      id: environmentId,
      envType: environmentId,
      defaultLocale: locale,
      access: 'open',
    }),
    revision: () => version,
    nonProductRevision: () => version - productChanges,
    readAside: (_workspace, _position, work) => work(source),
    flushed: async () => {},
    changeFingerprint: async (_workspace, position) => fingerprintOf(position),
    headPosition: async () => head,
    listChanges: async (_, position, limit) => {
      if (position < trimmedThrough || position > head) throw new FeedTrimmed(position);
      return changes.filter((change) => change.position > position).slice(0, limit);
    },
    loadCatalog: async (where, catalogId) => {
      const catalog = visible(where, catalogId);
      return (
        catalog && {
          attributes: [...catalog.attributes.values()],
          categories: [...catalog.categories.values()],
          synonyms: [...catalog.synonyms.values()],
          merchandisingRules: [...catalog.rules.values()],
          facets: [...catalog.facets.values()],
          popularTerms: catalog.popularTerms,
          ...(catalog.ranking === undefined ? {} : { ranking: catalog.ranking }),
        }
      );
    },
    readProducts: (where, catalogId, range) =>
      inBatches(
        [...(visible(where, catalogId)?.products.values() ?? [])].filter(
          ({ id }) =>
            (range?.after === undefined || id > range.after) &&
            (range?.through === undefined || id <= range.through),
        ),
      ),
    // Ignores the requested size: a few, so that a few products already come in several ranges.
    splitProducts: async (where, catalogId) => {
      const ids = [...(visible(where, catalogId)?.products.keys() ?? [])].sort();
      const ends = ids.filter((_, index) => index % SPLIT_SIZE === SPLIT_SIZE - 1);
      return [...ends, undefined].map((through, index) => ({ after: ends[index - 1], through }));
    },
    readContentItems: (where, catalogId) => {
      const catalog = visible(where, catalogId);
      return inBatches([
        ...(catalog?.items.values() ?? []),
        ...(catalog?.records.get(where.environmentId)?.values() ?? []),
      ]);
    },
    // Ignores the requested size: a few documents are already too many.
    listIfSmall: async (where, catalogId) => {
      const catalog = visible(where, catalogId);
      const ids = {
        products: [...(catalog?.products.keys() ?? [])],
        contentItems: [...(catalog?.items.keys() ?? [])],
        records: [...(catalog?.records.get(where.environmentId)?.keys() ?? [])],
      };
      return Object.values(ids).some(({ length }) => length > SMALL_MAX) ? undefined : ids;
    },
    findProduct: async (where, catalogId, id) => visible(where, catalogId)?.products.get(id),
    findContentItem: async (where, catalogId, id) => visible(where, catalogId)?.items.get(id),
    findPublishedRecord: async (where, catalogId, id) =>
      visible(where, catalogId)?.records.get(where.environmentId)?.get(id),
  };
  return source;
};

const nothingSaid = { isSearchable: null, isFilterable: null, isFacet: null, isSortable: null };

const newCatalog = (): MemoryCatalog => ({
  products: new Map(),
  items: new Map(),
  categories: new Map(),
  synonyms: new Map(),
  rules: new Map(),
  attributes: new Map(),
  facets: new Map(),
  records: new Map(),
  environmentIds: new Set([scope.environmentId, otherScope.environmentId]),
  popularTerms: [],
  ranking: undefined,
});

async function* inBatches<T>(all: readonly T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < all.length; start += BATCH_SIZE) {
    yield all.slice(start, start + BATCH_SIZE);
  }
}

/** A product with only a name, except for what is given. */
export const aProduct = (id: string, given: Partial<Product> = {}): Product => ({
  id,
  sku: '',
  name: '',
  description: '',
  brand: '',
  categoryIds: [],
  collectionIds: [],
  prices: {},
  inStock: true,
  createdAt: null,
  attributes: {},
  channelIds: [],
  locationIds: [],
  customerGroupIds: [],
  localized: {},
  ...given,
});

/** An empty text, except for what is given. */
export const aText = (given: Partial<ContentText> = {}): ContentText => ({
  type: 'page',
  title: '',
  url: '/',
  summary: '',
  body: '',
  keywords: [],
  imageUrl: null,
  createdAt: '2026-01-02T03:04:05Z',
  createdBy: null,
  modifiedAt: '2026-01-02T03:04:05Z',
  modifiedBy: null,
  extraData: {},
  ...given,
});
