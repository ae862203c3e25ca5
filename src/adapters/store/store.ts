// The store, put together from its subjects: every port that keeps or reads something, over one engine.
// Which database is under it is the engine's business; nothing here knows.

import type {
  ChangeSignal,
  Directory,
  PopularTermsStore,
  Publisher,
  ScopedStore,
  SearchSource,
  TokenStore,
} from '../../domain/ports.ts';
import type { Scope } from '../../domain/scope.ts';
import type { BundleStore } from '../../import/bundle-store.ts';
import { buildReadBundle } from './bundle-reader.ts';
import { buildWriteBundle } from './bundle-writer.ts';
import { buildDirectory } from './directory.ts';
import type { Engine } from './engine.ts';
import { buildFeedReader, type FeedKeeper } from './feed-reader.ts';
import { buildPopularTermsStore } from './popular-terms-store.ts';
import { buildPublicationRows } from './publication-rows.ts';
import { buildPublisher } from './publisher.ts';
import { buildScopedStores } from './scoped-store.ts';
import { buildSearchSource } from './search-source.ts';
import { buildTokenStore } from './token-store.ts';
import { buildFindVisibleCatalog } from './visible-catalog.ts';

export interface Store
  extends Directory,
    ChangeSignal,
    Publisher,
    SearchSource,
    FeedKeeper,
    PopularTermsStore,
    TokenStore,
    BundleStore {
  inScope(scope: Scope): ScopedStore;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The engine's database is already migrated; closing the store closes the engine. */
export const buildStore = (engine: Engine): Store => {
  const publications = buildPublicationRows(engine.reads);
  const findVisibleCatalog = buildFindVisibleCatalog(engine.reads);
  return {
    ...buildDirectory(engine),
    inScope: buildScopedStores(engine, findVisibleCatalog),
    ...buildPublisher(engine, publications),
    ...buildFeedReader(engine),
    ...buildSearchSource(engine, findVisibleCatalog),
    ...buildPopularTermsStore(engine),
    ...buildTokenStore(engine),
    writeBundle: buildWriteBundle(engine, publications),
    readBundle: buildReadBundle(engine),
    version: () => engine.version(),
    isEmpty: async () => (await findAny(engine)) === undefined,
    ping: async () => {
      await findAny(engine);
    },
    close: () => engine.close(),
  };
};

const findAny = (engine: Engine) =>
  engine.reads.selectFrom('tenant').select('tenant_id').limit(1).executeTakeFirst();
