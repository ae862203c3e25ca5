// For tests only: a bundle store in memory that knows just enough to refuse a line whose catalog is not there.

import type { BundleObject } from '../contract/bundle.ts';
import type { WorkspaceScope } from '../domain/scope.ts';
import { BundleFault, type BundleStore } from './bundle-store.ts';

export interface FakeBundleStore extends BundleStore {
  /** What is stored, by its key, as text. */
  readonly stored: () => ReadonlyMap<string, string>;
  /** Kinds in the order they were put, refused ones too. */
  readonly puts: string[];
  transactions: number;
}

const keyOf = (scope: WorkspaceScope, object: BundleObject): string => {
  const fields = object as unknown as Record<string, unknown>;
  const id = ['id', 'host', 'provider_id', 'environment_id', 'rank', 'at'].find((field) => field in fields);
  return [scope.tenantId, scope.workspaceId, object.kind, fields[id ?? 'kind']].join('/');
};

export const buildFakeBundleStore = (): FakeBundleStore => {
  let committed = new Map<string, { scope: WorkspaceScope; text: string }>();
  const fake: FakeBundleStore = {
    stored: () => new Map([...committed].map(([key, { text }]) => [key, text])),
    puts: [],
    transactions: 0,
    writeBundle: async (work) => {
      fake.transactions += 1;
      const draft = new Map(committed);
      const isGood = await work({
        put: async (scope, object) => {
          fake.puts.push(object.kind);
          if (
            'catalog_id' in object &&
            !draft.has(keyOf(scope, { kind: 'catalog', id: object.catalog_id } as never))
          ) {
            throw new BundleFault(`catalog_id ${object.catalog_id} does not exist`);
          }
          const key = keyOf(scope, object);
          const before = draft.get(key);
          const text = JSON.stringify(object);
          draft.set(key, { scope, text });
          if (before === undefined) return 'created';
          return before.text === text ? 'unchanged' : 'updated';
        },
      });
      if (isGood) committed = draft;
      return isGood;
    },
    readBundle: async function* (filter) {
      for (const { scope, text } of committed.values()) {
        const isAsked =
          (filter.tenantId ?? scope.tenantId) === scope.tenantId &&
          (filter.workspaceId ?? scope.workspaceId) === scope.workspaceId;
        if (isAsked) yield { scope, object: JSON.parse(text) as BundleObject };
      }
    },
    isEmpty: async () => committed.size === 0,
  };
  return fake;
};
