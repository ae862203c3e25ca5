// What the operations need from the outside, one port per need. Adapters implement them; every adapter behaves the same.
// A read that needs a scope is only to be had from a store already bound to one.

import type { Search } from './access/caller.ts';
import type { Environment, Scope, WorkspaceScope } from './access/scope.ts';
import type { Token } from './access/token.ts';
import type { Form } from './forms/form.ts';
import type { ContentModel } from './models/content-model.ts';
import type { AttributeSetting } from './products/attribute-settings.ts';
import type { Product } from './products/product.ts';
import type { ProductFields } from './products/product-fields.ts';
import type { FacetCriterion, FilterGroup } from './products/product-filter.ts';
import type { PublishElement, PublishOutcome } from './records/publication.ts';
import type { Catalog, Category, CommerceStore, MerchandisingRule, SynonymSet } from './search/catalog.ts';
import type { ContentItem } from './search/content.ts';
import type { SearchEvent, TermDay, TermVisitors } from './terms/popular-terms.ts';

/** Finds out where a request belongs and who sends it. The only reads that are not bound to a scope. */
export interface Directory {
  findDomain(host: string): Promise<Scope | undefined>;
  findEnvironment(scope: Scope): Promise<Environment | undefined>;
  /** By SHA-256 digest of the secret, lower-case hex. Revoked and expired tokens are found too; the caller judges. */
  findToken(digest: string): Promise<Token | undefined>;
}

/** The store as one scope sees it. What belongs to another environment, workspace or tenant is absent. */
export interface ScopedStore {
  /** Only when the catalog is attached to this environment. */
  findCatalog(catalogId: string): Promise<Catalog | undefined>;
  /** The store of that id in this environment, or the environment's default store. */
  findCommerceStore(storeId: string | undefined): Promise<CommerceStore | undefined>;
  listPopularTerms(catalogId: string, page: { skip: number; limit: number }): Promise<string[]>;
  findContentModel(modelId: string): Promise<ContentModel | undefined>;
  findContentModelByName(internalName: string): Promise<ContentModel | undefined>;
  /** Whether the model has a record of that id. */
  hasRecord(modelInternalName: string, recordId: string): Promise<boolean>;
  /** Every form of this environment, in no promised order. */
  listForms(): Promise<Form[]>;
}

export interface PublishRequest {
  readonly recordId: string;
  readonly elements: readonly PublishElement[];
  /** Normalized; undefined publishes every locale of the version. */
  readonly locale: string | undefined;
  /** Whether the caller may publish there. An environment out of reach fails as one that does not exist. */
  readonly reaches: (environmentId: string) => boolean;
  readonly now: string;
  readonly idempotency: IdempotencyKey | undefined;
}

export interface IdempotencyKey {
  /** Already unique to tenant, workspace and token. */
  readonly key: string;
  /** Digest of everything the request says. */
  readonly fingerprint: string;
}

export type PublishResult =
  | { readonly kind: 'done'; readonly outcomes: readonly PublishOutcome[] }
  /** The claim's key was used before with the same fingerprint; what was answered then. */
  | { readonly kind: 'replayed'; readonly outcomes: readonly PublishOutcome[] }
  /** The claim's key was used before with another fingerprint. Nothing was done. */
  | { readonly kind: 'key-reused' };

/** Each call is one transaction, committed before it resolves; each element stands alone. */
export interface Publisher {
  publish(workspace: WorkspaceScope, request: PublishRequest): Promise<PublishResult>;
  /** Takes versions out of their places. One that is not in place succeeds and changes nothing. */
  unpublish(workspace: WorkspaceScope, request: PublishRequest): Promise<PublishResult>;
}

export type ContentSort = 'relevance' | 'created_at' | 'created_by' | 'title' | 'modified_at' | 'modified_by';
export type SortOrder = 'asc' | 'desc';

export interface ContentQuery {
  readonly text: string;
  readonly localeChain: readonly string[];
  readonly type: string | undefined;
  readonly sortBy: ContentSort;
  readonly sortOrder: SortOrder;
  readonly skip: number;
  readonly limit: number;
}

export interface ContentHit {
  /** Of the item; see `ContentItem`. */
  readonly key: string;
  /** In which it answers. */
  readonly locale: string;
  /** `shownContent` of it as JSON, one character for each byte of its UTF-8. */
  readonly shown: string;
}

export interface ProductQuery {
  readonly term: string | undefined;
  readonly categoryId: string | undefined;
  readonly categoryName: string | undefined;
  readonly collectionId: string | undefined;
  readonly facets: readonly FacetCriterion[];
  readonly groups: readonly FilterGroup[];
  readonly localeChain: readonly string[];
  /** The locale in which the products' own names and descriptions are written. */
  readonly baseLocale: string;
  readonly currency: string;
  readonly channelId: string | undefined;
  readonly locationId: string | undefined;
  readonly customerGroupId: string | undefined;
  readonly withMerchandising: boolean;
}

/**
 * Search over one catalog as one environment sees it. Totals are exact. What is committed in the store when a call
 * begins is seen by it. Throws `invalidInput` where a value does not parse for its field.
 */
export interface SearchIndex {
  searchContent(
    scope: Scope,
    catalogId: string,
    query: ContentQuery,
  ): Promise<{ readonly hits: readonly ContentHit[]; readonly total: number }>;
  countProducts(scope: Scope, catalogId: string, query: ProductQuery): Promise<number>;
  describeProductFields(scope: Scope, catalogId: string): Promise<ProductFields>;
}

/** Tells cheaply whether a workspace has changed. */
export interface ChangeSignal {
  /**
   * As long as the number stays the same, nothing that can be read of the workspace has changed, by this process or any other.
   * Recorded searches and submissions do not count.
   */
  revision(workspace: WorkspaceScope): number;
  /** The same for what decides who may ask: tenant and workspace, their environments, domains and tokens. */
  accessRevision(workspace: WorkspaceScope): number;
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
  | 'tenant'
  | 'workspace'
  | 'domain'
  | 'token'
  | 'store'
  | 'form'
  | 'popular_term';

/** One change of one thing. What it is now is to be read from the store; a thing that is gone reads as absent. */
export interface Change {
  /** Grows with every change; no reader that has seen it will ever be shown a smaller one later. */
  readonly position: number;
  readonly kind: ChangeKind;
  /** Catalog the thing belongs to, `''` where it belongs to none. */
  readonly catalogId: string;
  /** Id of the thing: product id, provider id, record id (for record, version and publication), … */
  readonly id: string;
}

/** The things whose keys come after one and not after another, in the store's own order of keys; absent: without that end. */
export interface KeyRange {
  readonly after: string | undefined;
  readonly through: string | undefined;
}

/** The part of the change feed and of the data that a search index is built from. */
export interface SearchSource {
  /** Position of the newest committed change of the workspace; 0 when there is none. */
  headPosition(workspace: WorkspaceScope): Promise<number>;
  /** Changes after `position` in order, `limit` at most. Throws `FeedTrimmed` when they are no longer all kept. */
  listChanges(workspace: WorkspaceScope, position: number, limit: number): Promise<Change[]>;
  /**
   * What tells the change at a position from any other that might stand there, were this another copy of the data; undefined when it
   * is not kept any more. At 0, before all changes, it is empty.
   */
  changeFingerprint(workspace: WorkspaceScope, position: number): Promise<string | undefined>;
  /** Undefined when the catalog is not visible in the environment. */
  loadCatalog(scope: Scope, catalogId: string): Promise<CatalogContents | undefined>;
  /** All products of the catalog, or of one stretch of it, each once, in batches; no transaction is held between two of them. */
  readProducts(scope: Scope, catalogId: string, stretch?: KeyRange): AsyncIterable<Product[]>;
  /** Cuts the catalog's products into stretches of at most so many as they are now; together they hold every id there can be. */
  splitProducts(scope: Scope, catalogId: string, productsMax: number): Promise<KeyRange[]>;
  readContentItems(scope: Scope, catalogId: string): AsyncIterable<ContentItem[]>;
  findProduct(scope: Scope, catalogId: string, productId: string): Promise<Product | undefined>;
  /** An item of an outside system, with every locale visible in this environment. */
  findContentItem(scope: Scope, catalogId: string, providerId: string): Promise<ContentItem | undefined>;
  /** A record with every locale that is published in this environment, when its model is content of the catalog. */
  findPublishedRecord(scope: Scope, catalogId: string, recordId: string): Promise<ContentItem | undefined>;
  /** Resolves when everything that can be read now is on disk: what is kept of it elsewhere is then never ahead of it. */
  flushed(): Promise<void>;
}

/** Where indexes may be wanted, and where something has changed since. */
export interface SearchPlaces {
  /** Every workspace in which anything was ever written, with the position of its newest change. */
  listHeads(): Promise<(WorkspaceScope & { readonly head: number })[]>;
  /** The catalogs of a workspace, in each environment that they are attached to. */
  listPlaces(workspace: WorkspaceScope): Promise<{ readonly scope: Scope; readonly catalogId: string }[]>;
}

export interface CatalogContents {
  readonly attributes: readonly AttributeSetting[];
  readonly categories: readonly Category[];
  readonly synonyms: readonly SynonymSet[];
  readonly merchandisingRules: readonly MerchandisingRule[];
}

/** Takes note of searches. Never fails, never waits: what it cannot keep it drops. */
export interface SearchRecorder {
  /** `visitor`: an opaque mark of whoever searched. */
  record(workspace: WorkspaceScope, search: Search, visitor: string): void;
}

/** Where recorded searches go and popular terms come from. */
export interface PopularTermsStore {
  appendSearchEvents(events: readonly SearchEvent[]): Promise<void>;
  /** Every catalog that has recorded searches or a stored list, or just the one of that id in any workspace. */
  listCatalogsWithSearches(
    catalogId: string | undefined,
  ): Promise<(WorkspaceScope & { readonly catalogId: string })[]>;
  /**
   * What the searches since a day say. A search that is a shorter prefix of the same visitor's next search, or that
   * found nothing, does not count.
   */
  summarizeSearches(
    catalog: WorkspaceScope & { readonly catalogId: string },
    sinceDay: string,
  ): Promise<{ readonly days: readonly TermDay[]; readonly totals: readonly TermVisitors[] }>;
  /** Puts the list in place of the old one, at once. */
  replacePopularTerms(
    catalog: WorkspaceScope & { readonly catalogId: string },
    terms: readonly string[],
  ): Promise<void>;
  /** Forgets searches before the day. */
  dropSearchesBefore(day: string): Promise<void>;
}

/** Token keeping, for the command line and the management interface. */
export interface TokenStore {
  /** Throws when the workspace (`resourceNotFound`) or one of the environments (`environmentNotFound`) does not exist. */
  createToken(token: Token, digest: string): Promise<void>;
  listTokens(filter: Partial<WorkspaceScope> & { readonly tokenId?: string }): Promise<Token[]>;
  /** False when there is no such token. Revoking twice keeps the first time. */
  revokeToken(tokenId: string, at: string): Promise<boolean>;
}
