// Connections over which nothing comes any more, processes that stop in the middle of a transaction, and commits that did not
// reach the standby: each is noticed within seconds, and none is taken for a success.

import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type FaultProxy, openFaultProxy } from '../../../../test/fixtures/fault-proxy.ts';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME } from '../../../../test/suites/store/store-fixture.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openPostgresEngine } from './open-engine.ts';

const postgres = usePostgres();
const engines: Engine[] = [];
after(() => Promise.all(engines.map((engine) => engine.close())));

/** The time that a caller may wait. A busy machine gets more, but less than a statement may take. */
const SOON_MS = 25_000;

const exec = async (db: Db, text: string): Promise<readonly unknown[]> =>
  (await sql.raw(text).execute(acrossWorkspaces(db))).rows;

const openThroughProxy = async (t: TestContext, url: string): Promise<[Engine, FaultProxy]> => {
  const target = new URL(url);
  const proxy = await openFaultProxy(Number(target.port));
  t.after(() => proxy.close());
  target.port = String(proxy.port);
  const engine = await openPostgresEngine(target.href, { connections: 4 });
  engines.push(engine);
  await engine.write((tx) => exec(tx, 'select 1'));
  engine.revision(ACME);
  await waitUntil('it looks for commits', () => !Number.isNaN(engine.revision(ACME)));
  return [engine, proxy];
};

const nameOf = (error: unknown): string => (error instanceof Failure ? error.name : String(error));

const within = async (work: Promise<unknown>): Promise<void> => {
  const startedAt = performance.now();
  await work;
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < SOON_MS, `${tookMs} ms`);
};

test('a server that is silent is noticed within seconds, by those who wait for it too', async (t) => {
  const [engine, proxy] = await openThroughProxy(t, await postgres.createDatabase());
  proxy.set({ isSilent: true });
  await Promise.all([
    within(
      exec(engine.reads, 'select 1').catch((error) => assert.equal(nameOf(error), 'StorageUnreachable')),
    ),
    within(
      engine
        .write((tx) => exec(tx, 'select 1'))
        .catch((error) => assert.equal(nameOf(error), 'StorageUnreachable')),
    ),
    within(waitUntil('it is known', () => engine.health.fault() === 'unreachable')),
  ]);
  proxy.set({});
  await waitUntil('it recovers', async () => {
    await engine.recover();
    return engine.health.fault() === undefined;
  });
  await engine.write((tx) => exec(tx, 'select 1'));
});

test('connections that are forgotten on the way are replaced within seconds', async (t) => {
  const [engine, proxy] = await openThroughProxy(t, await postgres.createDatabase());
  proxy.forget();
  await within(
    waitUntil('reads work', () =>
      exec(engine.reads, 'select 1').then(
        () => true,
        () => false,
      ),
    ),
  );
  await within(
    waitUntil('writes work', () =>
      engine
        .write((tx) => exec(tx, 'select 1'))
        .then(
          () => true,
          () => false,
        ),
    ),
  );
});

test('a process that stops in the middle of a transaction does not hold its locks for long', async (t) => {
  const url = await postgres.createDatabase();
  const [frozen, proxy] = await openThroughProxy(t, url);
  const [other] = await openThroughProxy(t, url);
  const goOn = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const stuck = frozen.write(
    async (tx) => {
      await frozen.lockWorkspace(tx, ACME);
      locked.resolve();
      await goOn.promise;
      await exec(tx, 'select 1');
    },
    { runsOnce: false },
  );
  const outcome = stuck.then(() => 'done', nameOf);
  await locked.promise;
  proxy.forget();
  // It waits for the lock, and gets it before its own time is over.
  await other.write((tx) => other.lockWorkspace(tx, ACME));
  goOn.resolve();
  assert.match(await outcome, /^(done|StorageUnreachable)$/);
});

test('a commit that did not reach the standby is not acknowledged', async (t) => {
  const url = await postgres.createDatabase();
  const server = await postgres.server();
  const [engine] = await openThroughProxy(t, url);
  await engine.write((tx) => exec(tx, 'create table line (number integer)'));
  const setStandby = async (name: string): Promise<void> => {
    await server.run(`alter system set synchronous_standby_names = '${name}'`);
    await server.run('select pg_reload_conf()');
  };
  t.after(() => setStandby(''));
  await setStandby('nobody');
  await waitUntil('commits wait', async () => {
    const [{ names }] = (await exec(
      engine.reads,
      `select current_setting('synchronous_standby_names') as names`,
    )) as [{ names: string }];
    return names === 'nobody';
  });
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
  let cancelled: unknown[] = [];
  let outcome = '';
  // Commits do not wait yet while the checkpointer has not read the setting: those are acknowledged, rightly.
  while (cancelled.length === 0) {
    let isOver = false;
    const write = engine
      .write((tx) => exec(tx, 'insert into line values (1)'))
      .then(() => 'done', nameOf)
      .finally(() => {
        isOver = true;
      });
    await waitUntil('the commit is over', async () => {
      cancelled = [...cancelled, ...(await exec(engine.reads, cancel))];
      return isOver;
    });
    outcome = await write;
  }
  assert.equal(outcome, 'OutcomeUnknown');
});
