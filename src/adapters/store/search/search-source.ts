// Reads what a search index is built from, in batches. No statement or transaction stays open between batches, so a batch may
// be newer than the one before; the index then follows the feed from the position at which it began.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { CatalogContents, KeyRange, SearchSource } from '../../../domain/ports.ts';
import type { MerchandisingRule } from '../../../domain/products/merchandising-rule.ts';
import type { Product } from '../../../domain/products/product.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { FindVisibleCatalog } from '../access/visible-catalog.ts';
import type { FeedReads } from '../feed/feed-reader.ts';
import {
  readDocument,
  toAttributeSetting,
  toCategory,
  toFacetSetting,
  toMerchandisingRule,
  toProduct,
  toRanking,
  toSynonymSet,
} from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import type { WorkspaceQueries } from '../sql/scoped-query.ts';
import { buildCatalogIds } from './catalog-ids.ts';
import { buildContentItems } from './content-items.ts';
import { buildPublishedRecords } from './published-records.ts';

const PRODUCTS_AT_ONCE = 500;
/** Sorts before all ids: none is empty. */
const BEFORE_ALL = '';

export const buildSearchSource = (
  { reads }: Pick<Engine, 'reads'>,
  findVisibleCatalog: FindVisibleCatalog,
): Omit<SearchSource, FeedReads | 'flushed' | 'readAside'> => {
  const queries = prepareQueries(reads);
  const contentItems = buildContentItems(reads);
  const publishedRecords = buildPublishedRecords(reads);
  return {
    ...buildCatalogIds(reads, findVisibleCatalog),

    async loadCatalog(scope, catalogId) {
      const catalog = await findVisibleCatalog(scope, catalogId);
      if (catalog === undefined) {
        return undefined;
      }
      const where = { tenantId: scope.tenantId, workspaceId: scope.workspaceId, catalogId };
      return {
        ...(await loadTables(reads, queries, scope.environmentId, where)),
        contentModels: catalog.content_models,
        ...(catalog.ranking === undefined ? {} : { ranking: toRanking(catalog.ranking) }),
      };
    },

    async *readProducts(scope, catalogId, range) {
      if ((await findVisibleCatalog(scope, catalogId)) === undefined) {
        return;
      }
      const yieldIfDue = buildYield();
      const where = { ...scope, catalogId };
      let after = range?.after ?? BEFORE_ALL;
      for (;;) {
        const rows =
          range?.through === undefined
            ? await queries.productsAfter.all(reads, { ...where, after })
            : await queries.productsWithin.all(reads, { ...where, after, through: range.through });
        if (rows.length > 0) yield rows.map(readProduct);
        const last = rows.at(-1)?.product_id;
        if (rows.length < PRODUCTS_AT_ONCE || last === undefined) return;
        after = last;
        await yieldIfDue();
      }
    },

    async splitProducts(scope, catalogId, productsMax) {
      if ((await findVisibleCatalog(scope, catalogId)) === undefined) {
        return [];
      }
      const where = { tenantId: scope.tenantId, workspaceId: scope.workspaceId, catalogId };
      const total = (await queries.countProducts.first(reads, where))?.products ?? 0;
      const parts = countParts(total, productsMax);
      const skip = Math.ceil(total / parts) - 1;
      return splitInto(parts, async (after) => {
        const row = await queries.productAfterSome.first(reads, { ...where, after, skip });
        return row?.product_id;
      });
    },

    async *readContentItems(scope, catalogId) {
      const catalog = await findVisibleCatalog(scope, catalogId);
      if (catalog !== undefined) {
        yield* contentItems.read(scope, catalogId);
        yield* publishedRecords.read(scope, catalog.content_models);
      }
    },

    async findProduct(scope, catalogId, productId) {
      if ((await findVisibleCatalog(scope, catalogId)) === undefined) {
        return undefined;
      }
      const row = await queries.product.first(reads, { ...scope, catalogId, productId });
      return row && readProduct(row);
    },

    async findContentItem(scope, catalogId, providerId) {
      const catalog = await findVisibleCatalog(scope, catalogId);
      return catalog && contentItems.find(scope, catalogId, providerId);
    },

    async findPublishedRecord(scope, catalogId, recordId) {
      const catalog = await findVisibleCatalog(scope, catalogId);
      return catalog && publishedRecords.find(scope, catalog.content_models, recordId);
    },
  };
};

/** A product's own popularity goes before what events say. */
const readProduct = ({ doc, score }: { readonly doc: string; readonly score: number | null }): Product => {
  const product = toProduct(readDocument<'product'>(doc));
  return score === null || product.popularity !== undefined ? product : { ...product, popularity: score };
};

type Queries = ReturnType<typeof prepareQueries>;

const loadTables = async (
  reads: Db,
  queries: Queries,
  environmentId: string,
  where: WorkspaceScope & { readonly catalogId: string },
): Promise<CatalogContents> => {
  const categories = await queries.categories.all(reads, where);
  const synonyms = await queries.synonyms.all(reads, where);
  const rules = await queries.rules.all(reads, where);
  const attributes = await queries.attributes.all(reads, where);
  const facets = await queries.facets.all(reads, where);
  const terms = await queries.terms.all(reads, where);
  return {
    attributes: attributes.map(({ doc }) => toAttributeSetting(readDocument<'attribute'>(doc))),
    categories: categories.map(({ doc }) => toCategory(readDocument<'category'>(doc))),
    synonyms: synonyms.map(({ doc }) => toSynonymSet(readDocument<'synonyms'>(doc))),
    merchandisingRules: rules.flatMap(({ doc }) => readRule(doc, environmentId)),
    facets: facets.map(({ doc }) => toFacetSetting(readDocument<'facet'>(doc))),
    popularTerms: terms.map(({ term }) => term),
  };
};

/** None if the rule is for other environments. */
const readRule = (doc: string, environmentId: string): MerchandisingRule[] => {
  const rule = readDocument<'merchandising_rule'>(doc);
  const isMeant = rule.environment_ids?.includes(environmentId) ?? true;
  return isMeant ? [toMerchandisingRule(rule)] : [];
};

/** One part, or an even number of them, so that two threads finish at about the same time. */
const countParts = (total: number, most: number): number => {
  const parts = Math.max(1, Math.ceil(total / most));
  return parts === 1 ? 1 : parts + (parts % 2);
};

/** `findEnd` finds the last id of the part that begins after an id; undefined if there are not enough. */
const splitInto = async (
  parts: number,
  findEnd: (after: string) => Promise<string | undefined>,
): Promise<KeyRange[]> => {
  const ranges: KeyRange[] = [];
  let after: string | undefined;
  while (ranges.length < parts - 1) {
    const through = await findEnd(after ?? BEFORE_ALL);
    if (through === undefined) break;
    ranges.push({ after, through });
    after = through;
  }
  // The last part has no end, so that new products belong to it.
  return [...ranges, { after, through: undefined }];
};

const prepareQueries = (reads: Db) => {
  const catalog = { catalogId: '' };
  const documents = (
    workspace: WorkspaceQueries,
    table: 'category' | 'synonyms' | 'merchandising_rule' | 'attribute' | 'facet',
    value: typeof catalog,
  ) => workspace.selectFrom(table).select('doc').where('catalog_id', '=', value.catalogId);
  const products = (workspace: WorkspaceQueries, value: typeof catalog) =>
    workspace.selectFrom('product').where('product.catalog_id', '=', value.catalogId);
  const inEnvironment = { ...catalog, environmentId: '' };
  const batch = (workspace: WorkspaceQueries, value: typeof inEnvironment) =>
    workspace
      .leftJoin(products(workspace, value), 'product_popularity', (join) =>
        join
          .onRef('product_popularity.catalog_id', '=', 'product.catalog_id')
          .on('product_popularity.environment_id', '=', value.environmentId)
          .onRef('product_popularity.product_id', '=', 'product.product_id'),
      )
      .select(['product.product_id', 'product.doc', 'product_popularity.score'])
      .orderBy('product.product_id')
      .limit(PRODUCTS_AT_ONCE);
  return {
    categories: prepareInWorkspace(reads, catalog, (workspace, value) =>
      documents(workspace, 'category', value).orderBy('category_id'),
    ),
    synonyms: prepareInWorkspace(reads, catalog, (workspace, value) =>
      documents(workspace, 'synonyms', value).orderBy('synonyms_id'),
    ),
    rules: prepareInWorkspace(reads, catalog, (workspace, value) =>
      documents(workspace, 'merchandising_rule', value).orderBy('rule_id'),
    ),
    attributes: prepareInWorkspace(reads, catalog, (workspace, value) =>
      documents(workspace, 'attribute', value).orderBy('name'),
    ),
    facets: prepareInWorkspace(reads, catalog, (workspace, value) =>
      documents(workspace, 'facet', value).orderBy('field'),
    ),
    terms: prepareInWorkspace(reads, catalog, (workspace, value) =>
      workspace
        .selectFrom('popular_term')
        .select('term')
        .where('catalog_id', '=', value.catalogId)
        .orderBy('rank'),
    ),
    productsAfter: prepareInWorkspace(reads, { ...inEnvironment, after: '' }, (workspace, value) =>
      batch(workspace, value).where('product.product_id', '>', value.after),
    ),
    productsWithin: prepareInWorkspace(
      reads,
      { ...inEnvironment, after: '', through: '' },
      (workspace, value) =>
        batch(workspace, value)
          .where('product.product_id', '>', value.after)
          .where('product.product_id', '<=', value.through),
    ),
    countProducts: prepareInWorkspace(reads, catalog, (workspace, value) =>
      products(workspace, value).select((columns) => columns.fn.countAll<number>().as('products')),
    ),
    productAfterSome: prepareInWorkspace(reads, { ...catalog, after: '', skip: 0 }, (workspace, value) =>
      products(workspace, value)
        .select('product_id')
        .where('product_id', '>', value.after)
        .orderBy('product_id')
        .limit(1)
        .offset(value.skip),
    ),
    product: prepareInWorkspace(reads, { ...inEnvironment, productId: '' }, (workspace, value) =>
      batch(workspace, value).where('product.product_id', '=', value.productId),
    ),
  };
};
