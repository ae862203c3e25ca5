// The rows of the counters: one per kind and place (catalog, form or workspace), one for the whole workspace (place and kind
// are `''`), and one for the tenant (its workspace is `''` too).

import { sql } from 'kysely';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { CountedKind } from '../../../domain/limits/limits.ts';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';

export interface Counts {
  readonly objects: number;
  readonly bytes: number;
  /** Phrases of synonyms, or attribute names of products. */
  readonly parts: number;
}

export interface PlaceKey extends WorkspaceScope {
  /** A catalog or a form; `''` for the workspace itself. */
  readonly place: string;
}

export interface CounterKey extends PlaceKey {
  /** `''` for all kinds together. */
  readonly kind: CountedKind | '';
}

/** The tenant's has no workspace. */
export type CounterRow = Counts & { readonly tenant_id: string; readonly workspace_id: string };

export interface CounterChange {
  readonly key: CounterKey;
  readonly before: Counts;
  readonly now: Counts;
}

/** Each write of an object changes three counters: that of its place, of its workspace and of its tenant. */
export type Three<T> = readonly [T, T, T];

export type UsageRows = ReturnType<typeof buildUsageRows>;

const NOTHING: Counts = { objects: 0, bytes: 0, parts: 0 };

export const buildUsageRows = (db: Db) => {
  const queries = prepareQueries(db);
  return {
    /** In the order of the keys. */
    async findThree(from: Db, keys: Three<CounterKey>): Promise<Three<Counts>> {
      const rows = await queries.findThree.all(from, numbered(keys));
      const at = (index: number): Counts => rows.find((row) => row.nth === index) ?? NOTHING;
      return [at(0), at(1), at(2)];
    },

    /**
     * Adds the differences, since the counter of a tenant may have changed meanwhile. Returns what the counters are now. One
     * that becomes zero is deleted.
     */
    async change(tx: Db, changes: readonly CounterChange[]): Promise<CounterRow[]> {
      const now: CounterRow[] = [];
      const added: (CounterKey & Counts)[] = [];
      const spent: CounterKey[] = [];
      for (const { key, before, now: after } of changes) {
        const change = difference(after, before);
        if (isNothing(change)) continue;
        added.push({ ...key, ...change });
        if (isNothing(after)) spent.push(key);
      }
      while (added.length >= 3) {
        const [one, two, three] = added.splice(0, 3) as unknown as Three<CounterKey & Counts>;
        now.push(...(await queries.addThree.all(tx, numbered([one, two, three]))));
      }
      for (const row of added) now.push(...(await queries.add.all(tx, { ...row })));
      for (const key of spent) await queries.dropZero.all(tx, { ...key });
      return now;
    },

    async sumOfPlace(from: Db, key: PlaceKey): Promise<Counts> {
      let { objects, bytes } = NOTHING;
      for (const row of await queries.place.all(from, { ...key })) {
        objects += row.objects;
        bytes += row.bytes;
      }
      // Parts of different kinds cannot be added up.
      return { objects, bytes, parts: 0 };
    },

    deletePlace: async (tx: Db, key: PlaceKey): Promise<void> => {
      await queries.deletePlace.all(tx, { ...key });
    },
  };
};

export const difference = (one: Counts, other: Counts): Counts => ({
  objects: one.objects - other.objects,
  bytes: one.bytes - other.bytes,
  parts: one.parts - other.parts,
});

export const isNothing = ({ objects, bytes, parts }: Counts): boolean =>
  objects === 0 && bytes === 0 && parts === 0;

type Values = Record<string, string | number>;

/** Turns three rows `{ place: … }` into parameters `{ place0: …, place1: …, place2: … }`. */
const numbered = (rows: Three<CounterKey | (CounterKey & Counts)>): Values => {
  const values: Values = {};
  for (const [index, row] of rows.entries()) {
    for (const [name, value] of Object.entries(row)) values[`${name}${index}`] = value;
  }
  return values;
};

/** The parameters of one of the three rows. */
const nth = <T extends object>(example: T, values: Values, index: number): T =>
  Object.fromEntries(Object.keys(example).map((name) => [name, values[`${name}${index}`]])) as T;

const prepareQueries = (db: Db) => {
  const place = { tenantId: '', workspaceId: '', place: '' };
  const key = { ...place, kind: '' };
  const row = { ...key, ...NOTHING };
  const threeOf = (example: object): Values =>
    Object.fromEntries(
      Object.keys(example).flatMap((name) => [0, 1, 2].map((index) => [`${name}${index}`, ''])),
    );
  const added = (rows: readonly (typeof row)[]) =>
    acrossWorkspaces(db)
      .insertInto('usage')
      .values(
        rows.map(({ tenantId, workspaceId, ...rest }) => ({
          tenant_id: tenantId,
          workspace_id: workspaceId,
          ...rest,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'workspace_id', 'place', 'kind']).doUpdateSet({
          objects: sql`usage.objects + excluded.objects`,
          bytes: sql`usage.bytes + excluded.bytes`,
          parts: sql`usage.parts + excluded.parts`,
        }),
      )
      .returning(['tenant_id', 'workspace_id', 'objects', 'bytes', 'parts']);
  const inPlace = (value: typeof place) =>
    inWorkspace(db, value)
      .selectFrom('usage')
      .select(['objects', 'bytes', 'parts'])
      .where('place', '=', value.place);
  const deleted = (value: typeof place) =>
    inWorkspace(db, value).deleteFrom('usage').where('place', '=', value.place);
  return {
    place: prepareQuery(place, inPlace),
    deletePlace: prepareQuery(place, deleted),
    dropZero: prepareQuery(key, (value) =>
      deleted(value)
        .where('kind', '=', value.kind)
        .where('objects', '=', sql.lit(0))
        .where('bytes', '=', sql.lit(0))
        .where('parts', '=', sql.lit(0)),
    ),
    findThree: prepareQuery<Values, Counts & { readonly nth: number }>(threeOf(key), (values) => {
      const one = (index: number) =>
        inPlace(nth(key, values, index))
          .where('kind', '=', nth(key, values, index).kind)
          .select(sql.lit(index).as('nth'));
      return one(0).unionAll(one(1)).unionAll(one(2));
    }),
    add: prepareQuery(row, (value) => added([value])),
    addThree: prepareQuery<Values, CounterRow>(threeOf(row), (values) =>
      added([0, 1, 2].map((index) => nth(row, values, index))),
    ),
  };
};
