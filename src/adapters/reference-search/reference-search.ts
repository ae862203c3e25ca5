// The SearchIndex port over the reference engine: catalogs are held in memory, loaded on first use and refreshed
// before every query. Deliberately plain: it scans everything, and is the oracle of the fast engine.

import { type Scope, scopeKey } from '../../domain/access/scope.ts';
import { FeedTrimmed } from '../../domain/failures/feed-trimmed.ts';
import type {
  CatalogContents,
  Change,
  ContentHit,
  Directory,
  SearchIndex,
  SearchSource,
} from '../../domain/ports.ts';
import { describeUses } from '../../domain/products/attribute-settings.ts';
import { describeFields, type ProductFields } from '../../domain/products/product-fields.ts';
import { noProducts } from '../../domain/products/product-search.ts';
import { noSuggestions } from '../../domain/products/suggestion.ts';
import { nextTimedChange } from '../../domain/products/timed-change.ts';
import type { ContentItem } from '../../domain/search/content.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';
import { shownContent } from '../../markup/content-text.ts';
import {
  type AnalyzedProduct,
  analyzeProduct,
  countProducts,
} from '../../search/reference/count-products.ts';
import { listCategories } from '../../search/reference/list-categories.ts';
import { lookUpProducts } from '../../search/reference/product-lookup.ts';
import {
  type AnalyzedItem,
  analyzeItem,
  type ReferenceHit,
  searchContent,
} from '../../search/reference/search-content.ts';
import { searchProducts } from '../../search/reference/search-products.ts';
import { findSimilar } from '../../search/reference/similar-products.ts';
import { suggest } from '../../search/reference/suggest.ts';

const toHit = ({ item, locale }: ReferenceHit): ContentHit => ({
  key: item.key,
  locale,
  shown: toJsonBytes(shownContent(item, locale)),
});

const CATALOGS_MAX = 64;
const CHANGES_PER_READ = 500;

interface LoadedCatalog {
  position: number;
  contents: CatalogContents;
  readonly baseLocale: string;
  readonly products: Map<string, AnalyzedProduct>;
  readonly items: Map<string, AnalyzedItem>;
  fields: ProductFields | undefined;
}

interface Entry {
  catalog: LoadedCatalog | undefined;
  /** Only one caller refreshes at a time; the others wait for it. */
  turn: Promise<unknown>;
}

export const buildReferenceSearch = (
  source: SearchSource,
  directory: Pick<Directory, 'findEnvironment'>,
): SearchIndex => {
  const entries = new Map<string, Entry>();

  const current = async (scope: Scope, catalogId: string): Promise<LoadedCatalog | undefined> => {
    const entry = touch(entries, keyOf(scope, catalogId));
    const turn = entry.turn.then(async () => {
      entry.catalog = await refresh(source, directory, scope, catalogId, entry.catalog);
      return entry.catalog;
    });
    entry.turn = turn.catch(() => undefined);
    return turn;
  };

  return {
    searchContent: async (scope, catalogId, query) => {
      const catalog = await current(scope, catalogId);
      if (catalog === undefined) return { hits: [], total: 0 };
      const { hits, total } = searchContent([...catalog.items.values()], catalog.contents.synonyms, query);
      return { hits: hits.map(toHit), total };
    },
    countProducts: async (scope, catalogId, query) => {
      const catalog = await current(scope, catalogId);
      return catalog === undefined
        ? 0
        : countProducts([...catalog.products.values()], catalog.contents, fieldsOf(catalog), query);
    },
    searchProducts: async (scope, catalogId, search) => {
      const catalog = await current(scope, catalogId);
      if (catalog === undefined) return noProducts;
      const { products, contents } = catalog;
      return searchProducts([...products.values()], contents, fieldsOf(catalog), search);
    },
    findProducts: async (scope, catalogId, lookup) => {
      const catalog = await current(scope, catalogId);
      return catalog === undefined
        ? []
        : lookUpProducts([...catalog.products.values()], catalog.contents, lookup);
    },
    listCategories: async (scope, catalogId, shopper) => {
      const catalog = await current(scope, catalogId);
      return catalog === undefined
        ? '[]'
        : listCategories([...catalog.products.values()], catalog.contents, shopper);
    },
    findSimilar: async (scope, catalogId, query) => {
      const catalog = await current(scope, catalogId);
      return (
        catalog && findSimilar([...catalog.products.values()], catalog.contents, fieldsOf(catalog), query)
      );
    },
    suggest: async (scope, catalogId, query) => {
      const catalog = await current(scope, catalogId);
      if (catalog === undefined) return noSuggestions;
      const { products, items, contents } = catalog;
      const fields = fieldsOf(catalog);
      return suggest(
        { products: [...products.values()], items: [...items.values()], contents, fields },
        query,
      );
    },
    nextTimedChange: (scope, catalogId, at) => {
      const contents = entries.get(keyOf(scope, catalogId))?.catalog?.contents;
      return contents === undefined ? at : nextTimedChange(contents, at);
    },
    describeProductFields: async (scope, catalogId) => {
      const catalog = await current(scope, catalogId);
      return catalog === undefined
        ? describeFields([])
        : describeUses(fieldsOf(catalog), catalog.contents.attributes);
    },
  };
};

const keyOf = (scope: Scope, catalogId: string): string => `${scopeKey(scope)} ${catalogId}`;

const fieldsOf = (catalog: LoadedCatalog): ProductFields => {
  catalog.fields ??= describeFields([...catalog.products.values()].map(({ product }) => product));
  return catalog.fields;
};

/** Makes the entry the most recently used; evicts the least recently used one if there are too many. */
const touch = (entries: Map<string, Entry>, key: string): Entry => {
  const entry = entries.get(key) ?? { catalog: undefined, turn: Promise.resolve() };
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (entries.size > CATALOGS_MAX && oldest !== undefined) entries.delete(oldest);
  return entry;
};

const refresh = async (
  source: SearchSource,
  directory: Pick<Directory, 'findEnvironment'>,
  scope: Scope,
  catalogId: string,
  loaded: LoadedCatalog | undefined,
): Promise<LoadedCatalog | undefined> => {
  try {
    const followed = loaded && (await follow(source, scope, catalogId, loaded));
    if (followed !== undefined) return followed;
  } catch (error) {
    if (!(error instanceof FeedTrimmed)) throw error;
  }
  return load(source, directory, scope, catalogId);
};

/** The catalog with every change applied; undefined if it must be reloaded. */
const follow = async (
  source: SearchSource,
  scope: Scope,
  catalogId: string,
  loaded: LoadedCatalog,
): Promise<LoadedCatalog | undefined> => {
  const head = await source.headPosition(scope);
  // The store was restored from an older backup: its feed never had what was read here.
  if (head < loaded.position) return undefined;
  while (loaded.position < head) {
    const changes = await source.listChanges(scope, loaded.position, CHANGES_PER_READ);
    for (const change of changes) {
      if (concernsWhole(change, catalogId)) return undefined;
    }
    for (const change of changes) await apply(source, scope, catalogId, loaded, change);
    const last = changes.at(-1);
    if (last === undefined) break;
    loaded.position = last.position;
  }
  return loaded;
};

const load = async (
  source: SearchSource,
  directory: Pick<Directory, 'findEnvironment'>,
  scope: Scope,
  catalogId: string,
): Promise<LoadedCatalog | undefined> => {
  // The position is read first: changes made meanwhile are applied again, which is harmless.
  const position = await source.headPosition(scope);
  const environment = await directory.findEnvironment(scope);
  const contents = await source.loadCatalog(scope, catalogId);
  if (environment === undefined || contents === undefined) return undefined;
  const baseLocale = normalizeLocale(environment.defaultLocale);
  const products = new Map<string, AnalyzedProduct>();
  for await (const batch of source.readProducts(scope, catalogId)) {
    for (const product of batch) products.set(product.id, analyzeProduct(product, baseLocale, contents));
  }
  const items = new Map<string, AnalyzedItem>();
  for await (const batch of source.readContentItems(scope, catalogId)) {
    for (const item of batch) items.set(item.key, analyzeItem(item));
  }
  return { position, contents, baseLocale, products, items, fields: undefined };
};

/** Changes to more than one document: the catalog is reloaded. */
const concernsWhole = (change: Change, catalogId: string): boolean => {
  switch (change.kind) {
    case 'environment':
    case 'content_model':
      return true;
    case 'catalog':
      return change.id === catalogId;
    case 'category':
    case 'synonyms':
    case 'attribute':
    case 'facet':
    case 'merchandising_rule':
    case 'popular_term':
      return change.catalogId === catalogId;
    default:
      return false;
  }
};

const apply = async (
  source: SearchSource,
  scope: Scope,
  catalogId: string,
  catalog: LoadedCatalog,
  change: Change,
): Promise<void> => {
  if (change.kind === 'product' && change.catalogId === catalogId) {
    const product = await source.findProduct(scope, catalogId, change.id);
    if (product === undefined) catalog.products.delete(change.id);
    else catalog.products.set(change.id, analyzeProduct(product, catalog.baseLocale, catalog.contents));
    catalog.fields = undefined;
  } else if (change.kind === 'content_item' && change.catalogId === catalogId) {
    putItem(catalog, `item:${change.id}`, await source.findContentItem(scope, catalogId, change.id));
  } else if (change.kind === 'record' || change.kind === 'version' || change.kind === 'publication') {
    putItem(catalog, `record:${change.id}`, await source.findPublishedRecord(scope, catalogId, change.id));
  }
};

const putItem = (catalog: LoadedCatalog, key: string, item: ContentItem | undefined): void => {
  if (item === undefined) catalog.items.delete(key);
  else catalog.items.set(key, analyzeItem(item));
};
