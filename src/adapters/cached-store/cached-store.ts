// The reads that come with every request, remembered until anything is committed by anyone. A remembered answer is never
// older than the store's newest commit, so nothing is learnt late and nothing outlives a revoked token.
// Only what a scope itself may see is kept under that scope's own key.

import type { ChangeSignal, Directory, ScopedStore } from '../../domain/ports.ts';
import type { Scope } from '../../domain/scope.ts';

export interface ReadStore extends Directory, ChangeSignal {
  inScope(scope: Scope): ScopedStore;
}

export type CachedStore = Directory & Pick<ReadStore, 'inScope'>;

const ANSWERS_MAX = 20_000;

export const buildCachedStore = (store: ReadStore): CachedStore => {
  const memory = new Memory(store);
  return {
    findDomain: (host) => memory.recall(keyOf('domain', host), () => store.findDomain(host)),
    findEnvironment: (scope) =>
      memory.recall(keyOf('environment', ...idsOf(scope)), () => store.findEnvironment(scope)),
    findToken: (digest) => memory.recall(keyOf('token', digest), () => store.findToken(digest)),
    inScope: (scope) => buildCachedScope(memory, scope, store.inScope(scope)),
  };
};

const buildCachedScope = (memory: Memory, scope: Scope, store: ScopedStore): ScopedStore => {
  const ids = idsOf(scope);
  return {
    findCatalog: (id) => memory.recall(keyOf('catalog', ...ids, id), () => store.findCatalog(id)),
    findCommerceStore: (id) =>
      memory.recall(keyOf(id === undefined ? 'default store' : 'store', ...ids, id ?? ''), () =>
        store.findCommerceStore(id),
      ),
    listPopularTerms: (catalogId, page) =>
      memory.recall(keyOf('terms', ...ids, catalogId, String(page.skip), String(page.limit)), () =>
        store.listPopularTerms(catalogId, page),
      ),
    findContentModel: (id) => memory.recall(keyOf('model', ...ids, id), () => store.findContentModel(id)),
    findContentModelByName: (name) =>
      memory.recall(keyOf('model name', ...ids, name), () => store.findContentModelByName(name)),
    // Asked before a write only: not worth remembering.
    hasRecord: (model, recordId) => store.hasRecord(model, recordId),
    listForms: () => memory.recall(keyOf('forms', ...ids), () => store.listForms()),
  };
};

const idsOf = ({ tenantId, workspaceId, environmentId }: Scope) => [tenantId, workspaceId, environmentId];

/** NUL is refused at the edge, so no two lists of ids make the same key. */
const keyOf = (...parts: readonly string[]): string => parts.join('\u0000');

class Memory {
  private readonly signal: ChangeSignal;
  private version: number | undefined;
  private answers = new Map<string, Promise<unknown>>();

  constructor(signal: ChangeSignal) {
    this.signal = signal;
  }

  recall<T>(key: string, read: () => Promise<T>): Promise<T> {
    const version = this.signal.version();
    // A new map, not an emptied one: a read that is still under way must not put its old answer into the new one.
    if (version !== this.version || this.answers.size >= ANSWERS_MAX) this.answers = new Map();
    this.version = version;
    const { answers } = this;
    const known = answers.get(key);
    if (known !== undefined) return known as Promise<T>;
    const answer = read();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  }
}
