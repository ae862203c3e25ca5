// The counters as rows: one for each kind of thing in each place of a workspace, one for the workspace in all (place and kind
// are `''`), one for the tenant (its workspace is `''` too).

import { sql } from 'kysely';
import type { CountedKind } from '../../domain/limits.ts';
import type { WorkspaceScope } from '../../domain/scope.ts';
import type { Db } from './engine.ts';
import { prepareQuery } from './prepared-query.ts';

export interface Counts {
  readonly objects: number;
  readonly bytes: number;
  /** What the objects hold: phrases, names of attributes. */
  readonly parts: number;
}

export interface PlaceKey extends WorkspaceScope {
  /** A catalog or a form; `''` for the workspace itself. */
  readonly place: string;
}

export interface CounterKey extends PlaceKey {
  /** `''`: of all kinds. */
  readonly kind: CountedKind | '';
}

export type UsageRows = ReturnType<typeof buildUsageRows>;

const NOTHING: Counts = { objects: 0, bytes: 0, parts: 0 };

export const buildUsageRows = (db: Db) => {
  const queries = prepareQueries(db);
  return {
    find: async (from: Db, key: CounterKey): Promise<Counts> =>
      (await queries.find.first(from, { ...key })) ?? NOTHING,

    /** Makes of `before` what `now` says. Of what there is none any more nothing is left. */
    async change(tx: Db, key: CounterKey, before: Counts, now: Counts): Promise<void> {
      const change = difference(now, before);
      if (isNothing(change)) return;
      if (isNothing(now)) await queries.drop.all(tx, { ...key });
      else await queries.add.all(tx, { ...key, ...change });
    },

    async sumOfPlace(from: Db, key: PlaceKey): Promise<Counts> {
      let { objects, bytes } = NOTHING;
      for (const row of await queries.place.all(from, { ...key })) {
        objects += row.objects;
        bytes += row.bytes;
      }
      // Parts of different kinds do not add up.
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

const isNothing = ({ objects, bytes, parts }: Counts): boolean => objects === 0 && bytes === 0 && parts === 0;

const prepareQueries = (db: Db) => {
  const place = { tenantId: '', workspaceId: '', place: '' };
  const key = { ...place, kind: '' };
  const inPlace = (value: typeof place) =>
    db
      .selectFrom('usage')
      .select(['objects', 'bytes', 'parts'])
      .where('tenant_id', '=', value.tenantId)
      .where('workspace_id', '=', value.workspaceId)
      .where('place', '=', value.place);
  const deleted = (value: typeof place) =>
    db
      .deleteFrom('usage')
      .where('tenant_id', '=', value.tenantId)
      .where('workspace_id', '=', value.workspaceId)
      .where('place', '=', value.place);
  return {
    place: prepareQuery(place, inPlace),
    find: prepareQuery(key, (value) => inPlace(value).where('kind', '=', value.kind)),
    deletePlace: prepareQuery(place, deleted),
    drop: prepareQuery(key, (value) => deleted(value).where('kind', '=', value.kind)),
    add: prepareQuery({ ...key, objects: 0, bytes: 0, parts: 0 }, (value) =>
      db
        .insertInto('usage')
        .values({
          tenant_id: value.tenantId,
          workspace_id: value.workspaceId,
          place: value.place,
          kind: value.kind,
          objects: value.objects,
          bytes: value.bytes,
          parts: value.parts,
        })
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'workspace_id', 'place', 'kind']).doUpdateSet({
            objects: sql`usage.objects + excluded.objects`,
            bytes: sql`usage.bytes + excluded.bytes`,
            parts: sql`usage.parts + excluded.parts`,
          }),
        ),
    ),
  };
};
