// The only place that picks adapters and puts the parts together. It does not listen and does not read the environment.

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { buildReferenceSearch } from './adapters/reference-search/reference-search.ts';
import { openSqliteStore } from './adapters/store/sqlite/open-sqlite-store.ts';
import type { Store } from './adapters/store/store.ts';
import type { Config } from './config.ts';
import { buildServer, type Server } from './http/server.ts';
import { buildCountProducts } from './operations/count-products.ts';
import { buildGetContentModel } from './operations/get-content-model.ts';
import { buildListForms } from './operations/list-forms.ts';
import { buildPopularTerms } from './operations/popular-terms.ts';
import { buildPublishVersions } from './operations/publish-versions.ts';
import { openSearchRecorder } from './operations/record-searches.ts';
import { buildSearchContent } from './operations/search-content.ts';

export type { Store };

export interface Service {
  readonly store: Store;
  readonly server: Server;
  /** Flushes what is buffered and lets go of the data. The server must have stopped. */
  readonly close: () => Promise<void>;
}

export const openStore = (config: Pick<Config, 'dataDir'>): Promise<Store> =>
  openSqliteStore({ dataDir: config.dataDir });

export const openService = async (config: Config): Promise<Service> => {
  const store = await openStore(config);
  const now = () => new Date();
  const searchRecorder = openSearchRecorder({ store, now, enabled: config.searchRecording });
  const parts = {
    storeIn: store.inScope,
    searchIndex: buildReferenceSearch(store, store),
    searchRecorder,
    publisher: store,
    now,
  };
  const server = buildServer({
    operations: {
      'search-content': buildSearchContent(parts),
      'count-products': buildCountProducts(parts),
      'popular-terms': buildPopularTerms(parts),
      'get-content-model': buildGetContentModel(parts),
      'publish-versions': buildPublishVersions(parts),
      'list-forms': buildListForms(parts),
    },
    directory: store,
    isReady: () => store.ping(),
    visitorSecret: await loadVisitorSecret(config.dataDir),
    config,
  });
  return {
    store,
    server,
    close: async () => {
      await searchRecorder.close();
      await store.close();
    },
  };
};

/** Kept beside the data, so that a visitor stays one visitor over a restart and nobody else can compute the mark. */
const loadVisitorSecret = async (dataDir: string): Promise<Buffer> => {
  const file = join(dataDir, 'visitor.secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file);
};

export interface MaintenanceRequest {
  readonly dataDir: string;
  readonly minVisitors: number;
}

/**
 * Does the regular work on the store once, in a thread of its own, so that no request waits for it. An abort ends the
 * thread at once; what it has not committed by then is as if it had never begun.
 */
export const maintainStoreAside = (request: MaintenanceRequest, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workers/maintain-store.ts', import.meta.url), {
      workerData: request,
    });
    const onAbort = () => void worker.terminate();
    signal.addEventListener('abort', onAbort);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', onAbort);
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error(`the maintenance thread ended with ${code}`));
    });
  });
