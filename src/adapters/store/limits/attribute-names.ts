// Counts the products of a catalog by attribute name. A name counts once, and no longer when the last product with it is
// deleted. Changes are kept in memory until the transaction ends; each name is read once per transaction.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches } from '../sql/prepared-batches.ts';

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

const prepareQueries = (db: Db) => {
  const catalog = { catalogId: '' };
  const find = prepareBatches(
    db,
    catalog,
    { name: '' },
    (workspace, { catalogId }, rows) =>
      workspace
        .selectFrom('usage_attribute')
        .select(['name', 'products'])
        .where('catalog_id', '=', catalogId)
        .where(
          'name',
          'in',
          rows.map(({ name }) => name),
        ),
    { mayRepeat: true },
  );
  const put = prepareBatches(db, catalog, { name: '', products: 0 }, (workspace, { catalogId }, rows) =>
    workspace
      .insertInto('usage_attribute')
      .values(rows.map((row) => ({ catalog_id: catalogId, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'workspace_id', 'catalog_id', 'name'])
          .doUpdateSet((eb) => ({ products: eb.ref('excluded.products') })),
      ),
  );
  const drop = prepareBatches(
    db,
    catalog,
    { name: '' },
    (workspace, { catalogId }, rows) =>
      workspace
        .deleteFrom('usage_attribute')
        .where('catalog_id', '=', catalogId)
        .where(
          'name',
          'in',
          rows.map(({ name }) => name),
        ),
    { mayRepeat: true },
  );
  return {
    async find(tx: Db, catalog: CatalogKey, names: readonly string[]): Promise<Map<string, number>> {
      const found = await find(
        tx,
        catalog,
        names.map((name) => ({ name })),
      );
      return new Map(found.map(({ name, products }) => [name, products]));
    },
    /** All of one catalog. */
    async write(tx: Db, names: readonly Name[]): Promise<void> {
      const changed = names.filter(({ stored, products }) => products !== stored);
      const { tenantId = '', workspaceId = '', catalogId = '' } = changed[0]?.key ?? {};
      const rows = changed.map(({ key, products }) => ({ name: key.name, products }));
      const place = { tenantId, workspaceId, catalogId };
      await drop(
        tx,
        place,
        rows.filter(({ products }) => products === 0).map(({ name }) => ({ name })),
      );
      await put(
        tx,
        place,
        rows.filter(({ products }) => products > 0),
      );
    },
  };
};
