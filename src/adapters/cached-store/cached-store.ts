// Caches the reads that each request needs, until anything but a product changes in their workspace; callers, until access
// changes. An entry is never older than the newest commit it depends on, so a revoked token is refused at once. Each entry is
// stored under the key of its own scope.

import type { Scope, WorkspaceScope } from '../../domain/access/scope.ts';
import type { ChangeSignal, Directory, ScopedStore } from '../../domain/ports.ts';
import { RevisionCache } from '../../domain/revision-cache.ts';

export interface ReadStore extends Directory, ChangeSignal {
  inScope(scope: Scope): ScopedStore;
}

export type CachedStore = Directory & Pick<ReadStore, 'inScope'>;

const READS_MAX = 20_000;

export const buildCachedStore = (store: ReadStore): CachedStore => {
  const reads = new CachedReads({ revision: (workspace) => store.nonProductRevision(workspace) });
  const access = new CachedReads({ revision: (workspace) => store.accessRevision(workspace) });
  const scopes = new WeakMap<Scope, ScopedStore>();
  return {
    findDomain: (host) => access.recallOwned(keyOf('domain', host), () => store.findDomain(host)),
    findEnvironment: (scope) =>
      access.recall(keyOf('environment', ...idsOf(scope)), scope, () => store.findEnvironment(scope)),
    findToken: (digest) => access.recallOwned(keyOf('token', digest), () => store.findToken(digest)),
    inScope: (scope) => {
      // Requests of a caller share one scope object.
      const known = scopes.get(scope) ?? buildCachedScope(reads, scope, store.inScope(scope));
      scopes.set(scope, known);
      return known;
    },
  };
};

const buildCachedScope = (reads: CachedReads, scope: Scope, store: ScopedStore): ScopedStore => {
  const ids = idsOf(scope);
  const defaultStore = keyOf('default store', ...ids);
  const catalogs = keyOf('catalog', ...ids, '');
  return {
    findCatalog: (id) => reads.recall(catalogs + id, scope, () => store.findCatalog(id)),
    findCommerceStore: (id) =>
      reads.recall(id === undefined ? defaultStore : keyOf('store', ...ids, id), scope, () =>
        store.findCommerceStore(id),
      ),
    listPopularTerms: (catalogId, page) =>
      reads.recall(keyOf('terms', ...ids, catalogId, String(page.skip), String(page.limit)), scope, () =>
        store.listPopularTerms(catalogId, page),
      ),
    findContentModel: (id) =>
      reads.recall(keyOf('model', ...ids, id), scope, () => store.findContentModel(id)),
    findContentModelByName: (name) =>
      reads.recall(keyOf('model name', ...ids, name), scope, () => store.findContentModelByName(name)),
    // Only used before a write: not worth caching.
    hasRecord: (model, recordId) => store.hasRecord(model, recordId),
    // The store keeps what it needs for both.
    findForm: (idOrName, budget) => store.findForm(idOrName, budget),
    listForms: (query, budget) => store.listForms(query, budget),
  };
};

const idsOf = ({ tenantId, workspaceId, environmentId }: Scope) => [tenantId, workspaceId, environmentId];

/** Requests with NUL are refused, so different lists of ids make different keys. */
const keyOf = (...parts: readonly string[]): string => parts.join('\u0000');

class CachedReads {
  private readonly cache: RevisionCache<Promise<unknown>>;

  constructor(signal: Pick<ChangeSignal, 'revision'>) {
    this.cache = new RevisionCache(signal, { entriesMax: READS_MAX });
  }

  recall<T>(key: string, workspace: WorkspaceScope, read: () => Promise<T>): Promise<T> {
    const known = this.cache.get(key);
    if (known !== undefined) return known as Promise<T>;
    // Read before the value: a commit in between then invalidates the entry.
    const revision = this.cache.revision(workspace);
    const result = read();
    this.cache.set(key, workspace, revision, result);
    result.catch(() => this.cache.delete(key));
    return result;
  }

  /** For values that tell their own workspace. The value is read once more, and cached under that workspace. */
  async recallOwned<T extends WorkspaceScope>(
    key: string,
    read: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const known = this.cache.get(key);
    if (known !== undefined) return known as Promise<T | undefined>;
    const found = await read();
    return found === undefined ? undefined : this.recall(key, found, read);
  }
}
