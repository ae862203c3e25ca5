// Opens a catalog for a query: finds which generation of its documents is searched, and reads its settings and what the index knows of all
// of them. Both are kept while the state stays the same.

import type { Scope, WorkspaceScope } from '../../../domain/access/scope.ts';
import { indexNotReady } from '../../../domain/failures/unavailable-failures.ts';
import type { CatalogContents, SearchSource } from '../../../domain/ports.ts';
import { nextTimedChange } from '../../../domain/products/timed-change.ts';
import { TimedFindableCache } from '../../../search/engine/suggest/findable-cache.ts';
import type { SearchServer } from '../client/search-server.ts';
import { readName } from '../documents/mapping.ts';
import type { Place } from '../documents/place.ts';
import { contentFactsAsked, countOf, productFactsAsked, readFields, readLocales } from './catalog-facts.ts';
import { documentsIn } from './documents-in.ts';
import { type KnownState, KnownStates, type StateOptions } from './known-states.ts';
import type { OpenedCatalog } from './opened-catalog.ts';

export interface OpenCatalogOptions extends Omit<StateOptions, 'exists'> {
  readonly server: SearchServer;
  readonly source: Pick<SearchSource, 'loadCatalog'>;
}

const RETRY_SECONDS = 1;

/** What is kept of a catalog while its state stays the same. */
interface Kept {
  settings: { readonly key: string; readonly contents: Promise<CatalogContents | undefined> } | undefined;
  /** The newest of them. */
  contents: CatalogContents | undefined;
  opened: { readonly key: string; readonly catalog: Promise<OpenedCatalog> } | undefined;
}

export interface OpenCatalogs {
  /** Undefined if the catalog does not exist in this environment. */
  readonly open: (
    scope: Scope,
    catalogId: string,
    position: number | undefined,
  ) => Promise<OpenedCatalog | undefined>;
  /** What is known of a catalog's settings now. */
  readonly peek: (scope: Scope, catalogId: string) => CatalogContents | undefined;
  /** Grows whenever a catalog of the workspace was seen to have changed. Looks whether those that lack the position have reached it. */
  readonly revision: (workspace: WorkspaceScope, position: number) => number;
}

export const buildOpenCatalogs = (options: OpenCatalogOptions): OpenCatalogs => {
  const { server, source } = options;
  const exists = async (scope: Scope, catalogId: string): Promise<boolean> =>
    (await source.loadCatalog(scope, catalogId)) !== undefined;
  const states = new KnownStates<Kept>({ ...options, exists });

  const contentsOf = ({ state, scope, catalogId }: KnownState<Kept>, kept: Kept) => {
    const key = `${state.generation} ${state.settings_position}`;
    if (kept.settings?.key !== key) {
      const contents = source.loadCatalog(scope, catalogId);
      kept.settings = { key, contents };
      contents.then(
        (loaded) => {
          kept.contents = loaded;
        },
        () => {
          kept.settings = undefined;
        },
      );
    }
    return kept.settings.contents;
  };

  return {
    open: async (scope, catalogId, position = 0) => {
      const entry = await states.reach(scope, catalogId, position);
      if (entry === undefined) {
        if (!(await exists(scope, catalogId))) return undefined;
        throw indexNotReady(RETRY_SECONDS);
      }
      const { generation, index, index_uuid, objects_position, settings_position } = entry.state;
      entry.kept ??= { settings: undefined, contents: undefined, opened: undefined };
      const { kept } = entry;
      const contents = await contentsOf(entry, kept);
      if (contents === undefined) return undefined;
      const key = `${generation} ${objects_position} ${settings_position}`;
      if (kept.opened?.key !== key) {
        const name = readName(index, index_uuid);
        const catalog = readCatalog(server, name, { scope, catalogId, generation }, contents);
        kept.opened = { key, catalog };
        catalog.catch(() => {
          kept.opened = undefined;
        });
      }
      return kept.opened.catalog;
    },
    peek: (scope, catalogId) => states.peek(scope, catalogId)?.kept?.contents,
    revision: (workspace, position) => {
      states.look(workspace, position);
      return states.revision(workspace);
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
    findable: new TimedFindableCache((at) => nextTimedChange(contents, at)),
    productCount: countOf(ofProducts, 'base'),
  };
};
