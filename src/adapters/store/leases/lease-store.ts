// Leases in the database (decision 0050): one row each, by the clock of the database, so that machines need not agree on the
// time. A term that has ended is never resumed: its row gets a larger token with the next one.

import { type RawBuilder, sql } from 'kysely';
import { type Lease, LeaseLost, type LeaseStore } from '../../../domain/leases/lease.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

/** The holder of a lease that was ended properly, and the time of work that was never finished. */
const NOBODY = '';
const NEVER = 0;

export const buildLeaseStore = (engine: Engine): LeaseStore => {
  const now = clockOf(engine);
  return {
    async readLease(name) {
      const row = await acrossWorkspaces(engine.reads)
        .selectFrom('lease')
        .select(['ends_at_ms', 'finished_at_ms', now.as('now_ms')])
        .where('name', '=', name)
        .executeTakeFirst();
      return (
        row && {
          endsInMs: Math.max(0, row.ends_at_ms - row.now_ms),
          finishedAgoMs: row.finished_at_ms === NEVER ? undefined : row.now_ms - row.finished_at_ms,
        }
      );
    },

    takeLease: (name, holder, termMs) =>
      engine.write(async (tx) => {
        const before = await acrossWorkspaces(tx)
          .selectFrom('lease')
          .select('holder')
          .where('name', '=', name)
          .executeTakeFirst();
        const endsAt = sql<number>`${now} + ${termMs}`;
        // One statement: of two that find the term over, the second finds that of the first.
        const taken = await acrossWorkspaces(tx)
          .insertInto('lease')
          .values({ name, holder, token: 1, ends_at_ms: endsAt, finished_at_ms: NEVER })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ holder, token: sql<number>`lease.token + 1`, ends_at_ms: endsAt })
              .where('lease.ends_at_ms', '<=', now),
          )
          .returning('token')
          .executeTakeFirst();
        if (taken === undefined) return undefined;
        const replaced = before === undefined || before.holder === NOBODY ? undefined : before.holder;
        return { name, holder, token: taken.token, replaced };
      }),

    renewLease: (lease, termMs) =>
      engine.write(async (tx) => {
        const renewed = await termOf(tx, lease, now)
          .set({ ends_at_ms: sql<number>`${now} + ${termMs}` })
          .returning('token')
          .executeTakeFirst();
        return renewed !== undefined;
      }),

    endLease: (lease, isFinished) =>
      engine.write(async (tx) => {
        await termOf(tx, lease, now)
          .set({ holder: NOBODY, ends_at_ms: now, ...(isFinished ? { finished_at_ms: now } : {}) })
          .execute();
      }),
  };
};

/**
 * The engine for leased work: every write transaction begins by checking that the term still runs, and nobody can begin the next
 * one before it ends. A process that slept through its lease writes nothing.
 */
export const fenceWrites = (engine: Engine, lease: Lease): Engine => ({
  ...engine,
  write: (work, options) =>
    engine.write(async (tx) => {
      await assertHeld(engine, tx, lease);
      return work(tx);
    }, options),
});

const assertHeld = async (engine: Engine, tx: Db, lease: Lease): Promise<void> => {
  const held = await acrossWorkspaces(tx)
    .selectFrom('lease')
    .select('token')
    .where('name', '=', lease.name)
    .where('token', '=', lease.token)
    .where('ends_at_ms', '>', clockOf(engine))
    .modifyEnd(sql.raw(engine.dialect.forShare))
    .executeTakeFirst();
  if (held === undefined) throw new LeaseLost(lease.name);
};

/** An update of the row, if the term still runs. */
const termOf = (tx: Db, { name, token }: Lease, now: RawBuilder<number>) =>
  acrossWorkspaces(tx)
    .updateTable('lease')
    .where('name', '=', name)
    .where('token', '=', token)
    .where('ends_at_ms', '>', now);

const clockOf = ({ dialect }: Engine): RawBuilder<number> => sql.raw(dialect.nowMs);
