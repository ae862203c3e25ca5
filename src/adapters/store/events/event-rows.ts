// The rows of events: inserting, reading and deleting them, in steps so short that nobody else waits.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { EventPlace, ProductEvent } from '../../../domain/events/product-event.ts';
import type { Db } from '../sql/engine.ts';
import { isOneOf, prepareBatches, prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { acrossWorkspaces, inWorkspace } from '../sql/scoped-query.ts';
import { keyOf, keysInWorkspace } from '../sql/table-keys.ts';

const ROWS_AT_ONCE = 500;
const DELETED_AT_ONCE = 250;

export interface EventRow {
  readonly day: string;
  readonly product_id: string;
  readonly visitor: string;
  readonly type: string;
  readonly term: string;
}

const inPlace = { catalogId: '', environmentId: '' };

/** Inserts the events of a place whose products exist. */
export const prepareInsertEvents = (reads: Db) => {
  const insert = prepareBatches(
    reads,
    inPlace,
    { day: '', productId: '', visitor: '', type: '', term: '' },
    (workspace, { catalogId, environmentId }, rows) =>
      workspace
        .insertInto('product_event')
        .values(
          rows.map(({ day, productId, visitor, type, term }) => ({
            catalog_id: catalogId,
            environment_id: environmentId,
            day,
            product_id: productId,
            visitor,
            type,
            term,
          })),
        )
        .onConflict((conflict) => conflict.doNothing()),
  );
  const findProducts = prepareForIds(
    { tenantId: '', workspaceId: '', catalogId: '' },
    ({ catalogId, ...scope }, ids: string[]) =>
      inWorkspace(reads, scope)
        .selectFrom('product')
        .select('product_id')
        .where('catalog_id', '=', catalogId)
        .where('product_id', 'in', ids),
  );
  return async (tx: Db, place: EventPlace, events: readonly ProductEvent[]): Promise<void> => {
    const { tenantId, workspaceId, environmentId, catalogId } = place;
    const ids = events.map(({ productId }) => productId);
    const found = await findProducts(tx, { tenantId, workspaceId, catalogId }, ids);
    const known = new Set(found.map((row) => row.product_id));
    const rows = events
      .filter(({ productId }) => known.has(productId))
      .map(({ day, productId, visitor, type, term }) => ({ day, productId, visitor, type, term }));
    await insert(tx, { tenantId, workspaceId, environmentId, catalogId }, rows);
  };
};

/** Reads in the order of day, product and visitor. `onStep` is called before each step with the number of rows it may read. */
export type ReadEvents = (
  place: EventPlace,
  days: { readonly from: string; readonly until: string },
  onStep: (rows: number) => void,
) => AsyncIterable<readonly EventRow[]>;

export const prepareReadEvents = (reads: Db): ReadEvents => {
  const rowsAfter = prepareInWorkspace(
    reads,
    { ...inPlace, until: '', day: '', productId: '', visitor: '', type: '' },
    (workspace, value) =>
      workspace
        .selectFrom('product_event')
        .select(['day', 'product_id', 'visitor', 'type', 'term'])
        .where('catalog_id', '=', value.catalogId)
        .where('environment_id', '=', value.environmentId)
        .where('day', '<=', value.until)
        .where((eb) =>
          eb(
            eb.refTuple('day', 'product_id', 'visitor', 'type'),
            '>',
            eb.tuple(value.day, value.productId, value.visitor, value.type),
          ),
        )
        .orderBy('day')
        .orderBy('product_id')
        .orderBy('visitor')
        .orderBy('type')
        .limit(ROWS_AT_ONCE),
  );
  return async function* ({ tenantId, workspaceId, environmentId, catalogId }, { from, until }, onStep) {
    const where = { tenantId, workspaceId, environmentId, catalogId, until };
    let last = { day: from, productId: '', visitor: '', type: '' };
    for (;;) {
      onStep(ROWS_AT_ONCE);
      const rows = await rowsAfter.all(reads, { ...where, ...last });
      if (rows.length > 0) yield rows;
      const end = rows.at(-1);
      if (rows.length < ROWS_AT_ONCE || end === undefined) return;
      last = { day: end.day, productId: end.product_id, visitor: end.visitor, type: end.type };
    }
  };
};

type Key = readonly (keyof EventRow)[];

const KEY_EVERYWHERE = keyOf('product_event') as Key;
const KEY = keysInWorkspace.product_event as Key;

/** A day may have any number of rows, so they are deleted by their keys. Returns false when none is left. */
export const dropSomeEvents = async (tx: Db, day: string): Promise<boolean> => {
  const rows = await acrossWorkspaces(tx)
    .selectFrom('product_event')
    .select(KEY_EVERYWHERE)
    .where('day', '<', day)
    .orderBy('day')
    .limit(DELETED_AT_ONCE)
    .execute();
  if (rows.length > 0)
    await acrossWorkspaces(tx).deleteFrom('product_event').where(isOneOf(KEY_EVERYWHERE, rows)).execute();
  return rows.length === DELETED_AT_ONCE;
};

/** Found by an index, deleted by their keys: SQLite would rather delete by a scan of the workspace. Returns how many there were. */
export const eraseSomeEvents = async (tx: Db, scope: WorkspaceScope, visitor: string): Promise<number> => {
  const workspace = inWorkspace(tx, scope);
  const rows = await workspace
    .selectFrom('product_event')
    .select(KEY)
    .where('visitor', '=', visitor)
    .limit(DELETED_AT_ONCE)
    .execute();
  if (rows.length > 0) await workspace.deleteFrom('product_event').where(isOneOf(KEY, rows)).execute();
  return rows.length;
};
