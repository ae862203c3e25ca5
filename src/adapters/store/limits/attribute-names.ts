// Counts the products of a catalog by attribute name. A name counts once, and no longer when the last product with it is
// deleted. Changes are kept in memory until the transaction ends; each name is read once per transaction.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

/** Names per statement. */
const NAMES_AT_ONCE = 16;

export interface NamesChange {
  /** Names that are new, minus names that are gone. */
  readonly growth: number;
  /** Call it at most once, before the next `compare`. */
  apply(): void;
}

export interface AttributeNames {
  compare(
    workspace: WorkspaceScope,
    catalogId: string,
    before: readonly string[],
    after: readonly string[],
  ): Promise<NamesChange>;
  flush(): Promise<void>;
}

interface Name {
  readonly key: Key;
  readonly stored: number;
  products: number;
}

interface Key extends WorkspaceScope {
  readonly [column: string]: string;
  readonly catalogId: string;
  readonly name: string;
}

const NONE: ReadonlyMap<string, number> = new Map();
const NOTHING: NamesChange = { growth: 0, apply: () => {} };

/** Prepared once per store; `begin` is for one transaction. */
export const buildAttributeNames = (db: Db): { begin(tx: Db): AttributeNames } => {
  const queries = prepareQueries(db);
  return {
    begin(tx) {
      const known = new Map<string, Map<string, Name>>();
      const catalogNames = ({ tenantId, workspaceId }: WorkspaceScope, catalogId: string) => {
        const id = JSON.stringify([tenantId, workspaceId, catalogId]);
        const names = known.get(id) ?? new Map<string, Name>();
        known.set(id, names);
        return names;
      };
      return {
        async compare({ tenantId, workspaceId }, catalogId, before, after) {
          const added = without(after, before);
          const removed = without(before, after);
          if (added.length === 0 && removed.length === 0) return NOTHING;
          const place = { tenantId, workspaceId, catalogId };
          const names = catalogNames(place, catalogId);
          const unknown = [...added, ...removed].filter((name) => !names.has(name));
          const found = unknown.length === 0 ? NONE : await queries.find(tx, place, unknown);
          const at = (name: string): Name => {
            const known = names.get(name);
            if (known !== undefined) return known;
            const stored = found.get(name) ?? 0;
            return { key: { ...place, name }, stored, products: stored };
          };
          return changeOf(names, added.map(at), removed.map(at));
        },
        async flush() {
          for (const names of known.values()) await queries.write(tx, [...names.values()]);
          known.clear();
        },
      };
    },
  };
};

const changeOf = (
  names: Map<string, Name>,
  appearing: readonly Name[],
  leaving: readonly Name[],
): NamesChange => {
  let growth = 0;
  for (const { products } of appearing) if (products === 0) growth += 1;
  for (const { products } of leaving) if (products === 1) growth -= 1;
  const count = (name: Name, change: number): void => {
    name.products += change;
    names.set(name.key.name, name);
  };
  return {
    growth,
    apply: () => {
      for (const name of appearing) count(name, 1);
      for (const name of leaving) count(name, -1);
    },
  };
};

const without = (names: readonly string[], others: readonly string[]): readonly string[] => {
  if (others.length === 0) return names;
  const known = new Set(others);
  return names.filter((name) => !known.has(name));
};

type CatalogKey = WorkspaceScope & { readonly catalogId: string };

/** A catalog, and parameters with numbers in their names. */
type Slots<V> = Readonly<Record<string, V>> & { readonly catalogId: string };

const prepareQueries = (db: Db) => {
  const slots = Array.from({ length: NAMES_AT_ONCE }, (_, index) => `name${index}`);
  const example: Slots<string> = {
    ...Object.fromEntries(slots.map((slot) => [slot, ''])),
    catalogId: '',
  };
  const find = prepareInWorkspace(db, example, (workspace, value) =>
    workspace
      .selectFrom('usage_attribute')
      .select(['name', 'products'])
      .where('catalog_id', '=', value.catalogId)
      .where(
        'name',
        'in',
        slots.map((slot) => value[slot] ?? ''),
      ),
  );
  const [putOne, putMany] = [preparePut(db, 1), preparePut(db, NAMES_AT_ONCE)];
  const drop = prepareInWorkspace(db, { catalogId: '', name: '' }, (workspace, value) =>
    workspace
      .deleteFrom('usage_attribute')
      .where('catalog_id', '=', value.catalogId)
      .where('name', '=', value.name),
  );
  return {
    async find(tx: Db, catalog: CatalogKey, names: readonly string[]): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
        // If there are fewer names than parameters, the last name is repeated.
        const last = Math.min(start + NAMES_AT_ONCE, names.length) - 1;
        const asked = slots.map((slot, index) => [slot, names[Math.min(start + index, last)] ?? '']);
        for (const row of await find.all(tx, { ...catalog, ...Object.fromEntries(asked) }))
          found.set(row.name, row.products);
      }
      return found;
    },
    async write(tx: Db, names: readonly Name[]): Promise<void> {
      const changed = names.filter(({ stored, products }) => products !== stored);
      for (const { key, products } of changed) if (products === 0) await drop.all(tx, key);
      const kept = changed.filter(({ products }) => products > 0);
      while (kept.length >= NAMES_AT_ONCE) await putMany(tx, kept.splice(0, NAMES_AT_ONCE));
      for (const name of kept) await putOne(tx, [name]);
    },
  };
};

/** One statement that writes `count` names of a catalog. */
const preparePut = (db: Db, count: number) => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const example: Slots<string | number> = { ...parametersOf(indexes, () => ['', 0]), catalogId: '' };
  const query = prepareInWorkspace(db, example, (workspace, value) =>
    workspace
      .insertInto('usage_attribute')
      .values(
        // A parameter gets the type of its column when its value is bound.
        indexes.map((index) => ({
          catalog_id: value.catalogId,
          name: value[`name${index}`] as string,
          products: value[`products${index}`] as number,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'workspace_id', 'catalog_id', 'name'])
          .doUpdateSet((eb) => ({ products: eb.ref('excluded.products') })),
      ),
  );
  return async (tx: Db, names: readonly Name[]): Promise<void> => {
    const { tenantId = '', workspaceId = '', catalogId = '' } = names[0]?.key ?? {};
    const rows = parametersOf(indexes, (index) => [
      names[index]?.key.name ?? '',
      names[index]?.products ?? 0,
    ]);
    await query.all(tx, { tenantId, workspaceId, catalogId, ...rows });
  };
};

const parametersOf = (
  indexes: readonly number[],
  at: (index: number) => readonly [name: string, products: number],
): Record<string, string | number> => {
  const parameters: Record<string, string | number> = {};
  for (const index of indexes) {
    const [name, products] = at(index);
    parameters[`name${index}`] = name;
    parameters[`products${index}`] = products;
  }
  return parameters;
};
