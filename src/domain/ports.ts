// The ports that operations need, implemented by adapters. Every adapter of a port behaves the same.
// Reads that need a scope are only available from a store that is bound to one.

import type { Search } from './access/caller.ts';
import type { Environment, Scope, WorkspaceScope } from './access/scope.ts';
import type { Token } from './access/token.ts';
import type { Form } from './forms/form.ts';
import type { FormPage, FormQuery } from './forms/form-list.ts';
import type { RequestBudget } from './limits/request-budget.ts';
import type { ContentModel } from './models/content-model.ts';
import type { AttributeSetting } from './products/attribute-settings.ts';
import type { FacetSetting } from './products/facet-settings.ts';
import type { MerchandisingRule } from './products/merchandising-rule.ts';
import type { Product } from './products/product.ts';
import type { ProductFields } from './products/product-fields.ts';
import type { ProductLookup, Shopper } from './products/product-lookup.ts';
import type { ProductQuery } from './products/product-query.ts';
import type { FoundProducts, ProductHit, ProductSearch } from './products/product-search.ts';
import type { RankingSettings } from './products/ranking-settings.ts';
import type { SimilarProducts, SimilarQuery } from './products/similar-products.ts';
import type { Suggestions, SuggestQuery } from './products/suggestion.ts';
import type { IdempotencyKey, PublishElement, PublishOutcome } from './records/publication.ts';
import type { Catalog, Category, CommerceStore, SynonymSet } from './search/catalog.ts';
import type { ContentItem } from './search/content.ts';
import type { SortOrder } from './sort-order.ts';
import type { CountedSearches, SearchEvent } from './terms/popular-terms.ts';
import type { SearchSummary } from './terms/search-report.ts';

/** Finds the scope and the token of a request. These are the only reads that are not bound to a scope. */
export interface Directory {
  findDomain(host: string): Promise<Scope | undefined>;
  findEnvironment(scope: Scope): Promise<Environment | undefined>;
  /** By SHA-256 digest of the secret, lower-case hex. Revoked and expired tokens are found too; the caller has to check. */
  findToken(digest: string): Promise<Token | undefined>;
}

/** The store of one scope. Data of another environment, workspace or tenant does not exist here. */
export interface ScopedStore {
  /** Only if the catalog is visible in this environment. */
  findCatalog(catalogId: string): Promise<Catalog | undefined>;
  /** The store with this id in this environment, or the environment's default store. */
  findCommerceStore(storeId: string | undefined): Promise<CommerceStore | undefined>;
  listPopularTerms(catalogId: string, page: { skip: number; limit: number }): Promise<string[]>;
  findContentModel(modelId: string): Promise<ContentModel | undefined>;
  findContentModelByName(internalName: string): Promise<ContentModel | undefined>;
  /** Whether the model has a record with this id. */
  hasRecord(modelInternalName: string, recordId: string): Promise<boolean>;
  /** By id, in either case, or by name if only one form of this environment has it: the list of forms shows only names. */
  findForm(idOrName: string, budget: RequestBudget): Promise<Form | undefined>;
  /** A page of the forms of this environment, with the exact total. Includes everything that was committed before the call. */
  listForms(query: FormQuery, budget: RequestBudget): Promise<FormPage>;
}

export interface PublishRequest {
  readonly recordId: string;
  readonly elements: readonly PublishElement[];
  /** Normalized. Undefined: every locale of the version. */
  readonly locale: string | undefined;
  /** Whether the caller's token includes the environment. If not, it fails like one that does not exist. */
  readonly reaches: (environmentId: string) => boolean;
  readonly now: string;
  readonly idempotency: IdempotencyKey | undefined;
}

export type PublishResult =
  | { readonly kind: 'done'; readonly outcomes: readonly PublishOutcome[] }
  /** The key was used before with the same fingerprint. These are the outcomes of the first request. */
  | { readonly kind: 'replayed'; readonly outcomes: readonly PublishOutcome[] }
  /** The key was used before with another fingerprint. Nothing was done. */
  | { readonly kind: 'key-reused' };

/** Each call is one transaction, committed before it resolves. Elements succeed or fail independently. */
export interface Publisher {
  publish(workspace: WorkspaceScope, request: PublishRequest): Promise<PublishResult>;
  /** Unpublishing a version that is not published succeeds and changes nothing. */
  unpublish(workspace: WorkspaceScope, request: PublishRequest): Promise<PublishResult>;
}

export type ContentSort = 'relevance' | 'created_at' | 'created_by' | 'title' | 'modified_at' | 'modified_by';

export interface ContentQuery {
  readonly text: string;
  readonly localeChain: readonly string[];
  readonly type: string | undefined;
  readonly sortBy: ContentSort;
  readonly sortOrder: SortOrder;
  readonly skip: number;
  readonly limit: number;
  /** The feed position that the result must include at least. */
  readonly position?: number | undefined;
}

export interface ContentHit {
  /** Key of the item; see `ContentItem`. */
  readonly key: string;
  /** The locale of the returned texts. */
  readonly locale: string;
  /** `shownContent` as JSON in UTF-8, one character per byte. */
  readonly shown: string;
}

/**
 * Search over one catalog in one environment. Totals are exact. A call sees everything that was committed before it began,
 * and never less than the position of its query.
 * Throws `invalidInput` if a value does not parse for its field.
 */
export interface SearchIndex {
  searchContent(
    scope: Scope,
    catalogId: string,
    query: ContentQuery,
  ): Promise<{ readonly hits: readonly ContentHit[]; readonly total: number }>;
  countProducts(scope: Scope, catalogId: string, query: ProductQuery): Promise<number>;
  /** Finds exactly the products that `countProducts` counts. */
  searchProducts(scope: Scope, catalogId: string, search: ProductSearch): Promise<FoundProducts>;
  /** Only products that the shopper may see. By ids, in their order; by slug, at most one. */
  findProducts(scope: Scope, catalogId: string, lookup: ProductLookup): Promise<readonly ProductHit[]>;
  /** The category tree (`shownCategory`) as a JSON array in UTF-8, one character per byte. */
  listCategories(scope: Scope, catalogId: string, shopper: Shopper): Promise<string>;
  findSimilar(scope: Scope, catalogId: string, query: SimilarQuery): Promise<SimilarProducts>;
  /** Whatever it suggests can be found by this shopper. */
  suggest(scope: Scope, catalogId: string, query: SuggestQuery): Promise<Suggestions>;
  describeProductFields(scope: Scope, catalogId: string): Promise<ProductFields>;
  /** When results may change next after `at` without a commit. Infinity if never; `at` itself if the index cannot tell now. */
  nextTimedChange(scope: Scope, catalogId: string, at: number): number;
}

/** A cheap way to detect that a workspace has changed. */
export interface ChangeSignal {
  /**
   * While the number stays the same, no readable data of the workspace has changed, by this process or any other. Recorded
   * searches and submissions do not count.
   */
  revision(workspace: WorkspaceScope): number;
  /** The same for everything but products. */
  nonProductRevision(workspace: WorkspaceScope): number;
  /** The same for what decides access: tenant, workspace, environments, domains and tokens. */
  accessRevision(workspace: WorkspaceScope): number;
}

/** How far each workspace has come, as far as this process knows. */
export interface FeedPositions {
  /** The position of the newest change; NaN if it cannot be read. */
  position(workspace: WorkspaceScope): number;
  /** Asks the database. Afterwards `position` covers every commit that was acknowledged before the call. */
  catchUp(workspace: WorkspaceScope): Promise<void>;
}

export type ChangeKind =
  | 'environment'
  | 'catalog'
  | 'category'
  | 'product'
  | 'content_item'
  | 'content_model'
  | 'record'
  | 'version'
  | 'publication'
  | 'synonyms'
  | 'merchandising_rule'
  | 'attribute'
  | 'facet'
  | 'tenant'
  | 'workspace'
  | 'domain'
  | 'token'
  | 'store'
  | 'form'
  | 'popular_term';

/** A change of one object. Its current state must be read from the store; a deleted object is absent there. */
export interface Change {
  /** Increases with every change. A reader never sees a smaller position later. */
  readonly position: number;
  readonly kind: ChangeKind;
  /** Catalog of the object; `''` if it is in none. Of a catalog: `''` if it contains what it did, where it did; else itself. */
  readonly catalogId: string;
  /** Id of the object: product id, provider id, record id (for record, version and publication), … `''` of a catalog: nothing has changed. */
  readonly id: string;
  /** See `changeFingerprint`. */
  readonly fingerprint: string;
}

/** Keys after `after` and up to and including `through`, in the store's order. An absent bound is open. */
export interface KeyRange {
  readonly after: string | undefined;
  readonly through: string | undefined;
}

/** What a whole index is built from. */
export type BulkSource = Pick<
  SearchSource,
  'headPosition' | 'changeFingerprint' | 'loadCatalog' | 'readProducts' | 'splitProducts' | 'readContentItems'
> &
  Pick<Directory, 'findEnvironment'>;

/** What search indexes are built from: the change feed, and the data of catalogs. */
export interface SearchSource {
  /** Position of the newest committed change of the workspace; 0 if there is none. */
  headPosition(workspace: WorkspaceScope): Promise<number>;
  /** At most `limit` changes after `position`, in order. Throws `FeedTrimmed` if some of them were trimmed. */
  listChanges(workspace: WorkspaceScope, position: number, limit: number): Promise<Change[]>;
  /**
   * Identifies the change at a position, to detect that the data is another copy, for example a restored backup. Undefined if the
   * change was trimmed. Empty at position 0.
   */
  changeFingerprint(workspace: WorkspaceScope, position: number): Promise<string | undefined>;
  /** Undefined if the catalog is not visible in the environment. */
  loadCatalog(scope: Scope, catalogId: string): Promise<CatalogContents | undefined>;
  /** All products of the catalog, or of one key range, each once, in batches. No transaction is held between batches. */
  readProducts(scope: Scope, catalogId: string, range?: KeyRange): AsyncIterable<Product[]>;
  /** Splits the catalog into key ranges of at most `productsMax` current products. Together they cover every possible id. */
  splitProducts(scope: Scope, catalogId: string, productsMax: number): Promise<KeyRange[]>;
  readContentItems(scope: Scope, catalogId: string): AsyncIterable<ContentItem[]>;
  /**
   * The ids of everything that a small catalog may show; some may not be visible in the environment. Undefined if there are more than
   * `idsMax` of a kind. Costs the same for a catalog of any size.
   */
  listIfSmall(scope: Scope, catalogId: string, idsMax: number): Promise<CatalogIds | undefined>;
  findProduct(scope: Scope, catalogId: string, productId: string): Promise<Product | undefined>;
  /** A content item with every locale that is visible in this environment. */
  findContentItem(scope: Scope, catalogId: string, providerId: string): Promise<ContentItem | undefined>;
  /** A record with every locale that is published in this environment, if its model belongs to the catalog. */
  findPublishedRecord(scope: Scope, catalogId: string, recordId: string): Promise<ContentItem | undefined>;
  /**
   * For work that reads much. It gets a copy of the data, if there is one that is not far behind and has everything up to the
   * position; otherwise the data itself. If the copy fails, the work is done again.
   */
  readAside<T>(
    workspace: WorkspaceScope,
    position: number,
    work: (source: BulkSource) => Promise<T>,
  ): Promise<T>;
  /** Resolves when everything that can be read now is on disk, so that derived files are never ahead of the store. */
  flushed(): Promise<void>;
}

/** Lists the catalogs that may need an index, and which workspaces have changed. */
export interface SearchPlaces {
  /** Every workspace that was ever written to, with the position of its newest change. */
  listHeads(): Promise<(WorkspaceScope & { readonly head: number })[]>;
  /** The catalogs of a workspace, once for each environment that shows them. */
  listPlaces(workspace: WorkspaceScope): Promise<{ readonly scope: Scope; readonly catalogId: string }[]>;
}

export interface CatalogIds {
  readonly products: readonly string[];
  /** By `provider_id`. */
  readonly contentItems: readonly string[];
  readonly records: readonly string[];
}

export interface CatalogContents {
  readonly attributes: readonly AttributeSetting[];
  readonly categories: readonly Category[];
  readonly synonyms: readonly SynonymSet[];
  readonly merchandisingRules: readonly MerchandisingRule[];
  /** Empty: every field that is fit for it is offered as a facet. */
  readonly facets: readonly FacetSetting[];
  /** The most popular first. Absent: there are none. */
  readonly popularTerms?: readonly string[];
  /** Absent: products are ranked as every catalog ranks them. */
  readonly ranking?: RankingSettings;
  /** The models whose published records are content of the catalog. Absent: none. */
  readonly contentModels?: readonly string[];
}

/** Records searches. It never fails or waits, and drops what it cannot store. */
export interface SearchRecorder {
  /** `visitor`: a hash that identifies the visitor. */
  record(workspace: WorkspaceScope, search: Search, visitor: string): void;
}

/** Stores recorded searches and popular terms. */
export interface PopularTermsStore {
  appendSearchEvents(events: readonly SearchEvent[]): Promise<void>;
  /** Every catalog with recorded searches, a stored list or counts for reports, or only the one with this id, in any workspace. */
  listCatalogsWithSearches(
    catalogId: string | undefined,
  ): Promise<(WorkspaceScope & { readonly catalogId: string })[]>;
  /**
   * Summarizes the searches since a day. One that is a prefix of the same visitor's next search does not count. For popular terms,
   * in `days` and `totals`, one that found nothing does not either; for reports, in `counts`, it does.
   */
  summarizeSearches(
    catalog: WorkspaceScope & { readonly catalogId: string },
    sinceDay: string,
  ): Promise<SearchSummary>;
  /** Replaces the stored list in one transaction. */
  replacePopularTerms(
    catalog: WorkspaceScope & { readonly catalogId: string },
    terms: readonly string[],
  ): Promise<void>;
  /** Recorded searches of a workspace since a day. One statement, which may take long: for commands. */
  countSearches(workspace: WorkspaceScope, sinceDay: string): Promise<CountedSearches>;
  /** Deletes searches before the day. */
  dropSearchesBefore(day: string): Promise<void>;
}
