// Opens a catalog for a query: finds which generation of its documents answers, and reads its settings and what the index knows of all
// of them. Both are kept while the state stays the same.

import { type Scope, scopeKey } from '../../../domain/access/scope.ts';
import { indexNotReady, positionNotReached } from '../../../domain/failures/unavailable-failures.ts';
import type { CatalogContents, SearchSource } from '../../../domain/ports.ts';
import type { SearchServer } from '../client/search-server.ts';
import type { Place } from '../documents/place.ts';
import type { FeedingState } from '../feeding-state.ts';
import { contentFactsAsked, countOf, productFactsAsked, readFields, readLocales } from './catalog-facts.ts';
import { documentsIn } from './documents-in.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

export interface OpenCatalogOptions {
  readonly server: SearchServer;
  readonly source: Pick<SearchSource, 'loadCatalog'>;
  /** Undefined: the catalog was never fed. */
  readonly readState: (scope: Scope, catalogId: string) => Promise<FeedingState | undefined>;
  /** How long a request waits for the index to reach its position. */
  readonly waitMs: number;
  /** Whether a request whose position is not reached in time is answered from what is there. */
  readonly answersStale: boolean;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** A state is trusted for so long without being read again. */
const STATE_MS = 250;
const POLL_MS = 25;
const RETRY_SECONDS = 1;
/** Catalogs whose settings are kept. */
const CATALOGS_MAX = 256;

interface Entry {
  state: FeedingState;
  readAt: number;
  settings: { readonly key: string; readonly contents: Promise<CatalogContents | undefined> } | undefined;
  opened: { readonly key: string; readonly catalog: Promise<OpenedCatalog> } | undefined;
}

/** Undefined if the catalog does not exist in this environment. */
export type OpenCatalog = (
  scope: Scope,
  catalogId: string,
  position: number | undefined,
) => Promise<OpenedCatalog | undefined>;

export interface OpenCatalogs {
  readonly open: OpenCatalog;
  /** What is known of a catalog's settings now. */
  readonly peek: (scope: Scope, catalogId: string) => Promise<CatalogContents | undefined> | undefined;
  /** Grows whenever the answers of a scope may have changed. */
  readonly positionOf: (scope: Scope) => number;
}

export const buildOpenCatalogs = (options: OpenCatalogOptions): OpenCatalogs => {
  const { server, source, now } = options;
  const entries = new Map<string, Entry>();
  const keyOf = (scope: Scope, catalogId: string): string => `${scopeKey(scope)}\0${catalogId}`;

  const refresh = async (scope: Scope, catalogId: string): Promise<Entry | undefined> => {
    const key = keyOf(scope, catalogId);
    const readAt = now();
    const state = await options.readState(scope, catalogId);
    if (state === undefined) {
      entries.delete(key);
      return undefined;
    }
    const entry = entries.get(key) ?? { state, readAt, settings: undefined, opened: undefined };
    entry.state = state;
    entry.readAt = readAt;
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > CATALOGS_MAX && oldest !== undefined) entries.delete(oldest);
    return entry;
  };

  const reach = async (scope: Scope, catalogId: string, position: number): Promise<Entry | undefined> => {
    const known = entries.get(keyOf(scope, catalogId));
    const isFresh = known !== undefined && now() - known.readAt < STATE_MS;
    if (isFresh && known.state.position >= position) return known;
    const endsAt = now() + options.waitMs;
    for (;;) {
      const entry = await refresh(scope, catalogId);
      if (entry !== undefined && entry.state.position >= position) return entry;
      if (now() >= endsAt) {
        if (entry !== undefined && !options.answersStale) throw positionNotReached(RETRY_SECONDS);
        return entry;
      }
      if (entry === undefined && (await source.loadCatalog(scope, catalogId)) === undefined) return undefined;
      await options.sleep(POLL_MS);
    }
  };

  const contentsOf = (entry: Entry, scope: Scope, catalogId: string) => {
    const { generation, settings_position } = entry.state;
    const key = `${generation} ${settings_position}`;
    if (entry.settings?.key !== key) {
      const contents = source.loadCatalog(scope, catalogId);
      entry.settings = { key, contents };
      contents.catch(() => {
        entry.settings = undefined;
      });
    }
    return entry.settings.contents;
  };

  return {
    open: async (scope, catalogId, position = 0) => {
      const entry = await reach(scope, catalogId, position);
      if (entry === undefined) {
        if ((await source.loadCatalog(scope, catalogId)) === undefined) return undefined;
        throw indexNotReady(RETRY_SECONDS);
      }
      const contents = await contentsOf(entry, scope, catalogId);
      if (contents === undefined) return undefined;
      const { generation, position: reached, settings_position } = entry.state;
      const key = `${generation} ${reached} ${settings_position}`;
      if (entry.opened?.key !== key) {
        const place: Place = { scope, catalogId, generation };
        const catalog = readCatalog(server, entry.state.index, place, contents);
        entry.opened = { key, catalog };
        catalog.catch(() => {
          entry.opened = undefined;
        });
      }
      return entry.opened.catalog;
    },
    peek: (scope, catalogId) => entries.get(keyOf(scope, catalogId))?.settings?.contents,
    positionOf: (scope) => {
      let position = 0;
      const start = `${scopeKey(scope)}\0`;
      for (const [key, { state }] of entries)
        if (key.startsWith(start)) position = Math.max(position, state.position);
      return position;
    },
  };
};

export const readCatalog = async (
  server: SearchServer,
  index: string,
  place: Place,
  contents: CatalogContents,
): Promise<OpenedCatalog> => {
  const products = documentsIn(server, index, place, 'product');
  const content = documentsIn(server, index, place, 'content');
  const [ofProducts, ofContent] = await Promise.all([
    products.search(productFactsAsked),
    content.search(contentFactsAsked),
  ]);
  return {
    place,
    contents,
    products: { ...products, locales: readLocales(ofProducts) },
    content: { ...content, locales: readLocales(ofContent) },
    ...readFields(ofProducts),
    hasOwnPopularity: countOf(ofProducts, 'popular') > 0,
    productCount: countOf(ofProducts, 'base'),
  };
};
