// An address that leads to a standby: nothing is read from it, the fault stays until the address leads to a primary again, and
// nobody has to use a workspace for that to be noticed.

import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { type FaultProxy, openFaultProxy } from '../../../../test/fixtures/fault-proxy.ts';
import {
  type Instance,
  type PostgresPair,
  startPostgresPair,
} from '../../../../test/fixtures/postgres-standby.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME } from '../../../../test/suites/store/store-fixture.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openPostgresEngine } from './open-engine.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const DATABASE = 'shop';
let pair: PostgresPair;
let standby: Instance;

before(async () => {
  pair = await startPostgresPair();
  await pair.createDatabase(DATABASE);
  await (await openPostgresStore({ url: pair.urlOf(DATABASE, pair.port()) })).close();
  standby = await pair.addStandby();
});
after(() => pair.close());

const openThroughProxy = async (t: TestContext): Promise<[Engine, FaultProxy]> => {
  const proxy = await openFaultProxy(pair.port());
  t.after(() => proxy.close());
  const engine = await openPostgresEngine(pair.urlOf(DATABASE, proxy.port), { connections: 4 });
  t.after(() => engine.close());
  return [engine, proxy];
};

const read = async (engine: Engine): Promise<string> => {
  try {
    await sql`select 1`.execute(acrossWorkspaces(engine.reads));
    return 'read';
  } catch (error) {
    return error instanceof Failure ? error.name : String(error);
  }
};

/** The faults that began and ended, in their order. */
const listNews = ({ health }: Engine): (string | undefined)[] => {
  const news: (string | undefined)[] = [];
  health.watch(({ fault }) => news.push(fault));
  return news;
};

test('nothing is read from a standby, and it is noticed while no workspace is in use', async (t) => {
  const [engine, proxy] = await openThroughProxy(t);
  assert.equal(await read(engine), 'read');
  const news = listNews(engine);
  proxy.pointTo(standby.port);
  proxy.reset();
  // As `/readyz` does.
  await engine.recover();
  assert.equal(engine.health.fault(), 'unreachable');
  for (let reads = 0; reads < 10; reads += 1) {
    assert.equal(await read(engine), 'StorageUnreachable');
    await engine.recover();
    assert.equal(engine.health.fault(), 'unreachable');
  }
  await assert.rejects(engine.openSnapshot(), { name: 'StorageUnreachable' });
  proxy.pointTo(pair.port());
  await waitUntil('the primary is found', () => engine.health.fault() === undefined);
  assert.equal(await read(engine), 'read');
  assert.deepEqual(news, ['unreachable', undefined]);
});

test('reads over older connections do not hide that the address leads to a standby', async (t) => {
  const [engine, proxy] = await openThroughProxy(t);
  engine.revision(ACME);
  await waitUntil('it looks for commits', () => !Number.isNaN(engine.revision(ACME)));
  assert.equal(await read(engine), 'read');
  const news = listNews(engine);
  proxy.pointTo(standby.port);
  await pair.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${DATABASE}' and application_name = 'vitrine feed'`,
  );
  await waitUntil('it is noticed', () => engine.health.fault() === 'unreachable');
  // One read in a while is tried, and this connection still leads to the primary.
  await waitUntil('a read succeeds', async () => (await read(engine)) === 'read');
  assert.equal(engine.health.fault(), 'unreachable');
  await engine.recover();
  assert.equal(engine.health.fault(), 'unreachable');
  proxy.pointTo(pair.port());
  await waitUntil('the primary is found', () => engine.health.fault() === undefined);
  assert.deepEqual(news, ['unreachable', undefined]);
});

test('a service does not start on a standby', async () => {
  await assert.rejects(openPostgresEngine(pair.urlOf(DATABASE, standby.port)), (error: unknown) => {
    assert.ok(error instanceof Failure && error.name === 'StorageUnreachable', String(error));
    assert.match(String(error.cause), /the server is a standby/);
    return true;
  });
});
