// An upgrade from the previous release: nodes on PostgreSQL are replaced one by one under load, a data folder is opened as it is,
// and an older release refuses what it cannot read.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { startLoadBalancer } from '../../fixtures/load-balancer.ts';
import { isLong } from '../../fixtures/long-runs.ts';
import { hasHistory, unpackPrevious } from '../../fixtures/previous-release.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import {
  makeDataDir,
  type RunningService,
  root,
  runCommand,
  startService,
} from '../service/running-service.ts';
import { OPERATOR, prepareShop } from '../service/shop-load.ts';
import { startSteadyLoad } from '../service/steady-load.ts';
import { createDatabaseFor, databaseVariables } from '../service/test-database.ts';

const options = {
  timeout: 600_000,
  skip: hasHistory ? false : 'this folder is no git checkout, so the previous release cannot be had',
};
const PER_SECOND = 50;
const SETTINGS = {
  VITRINE_OPERATOR_TOKEN: OPERATOR,
  VITRINE_SEARCH_RECORDING: 'false',
  VITRINE_LOG_LEVEL: 'warn',
};

let unpacked: string | undefined;
const previous = (): string => {
  unpacked ??= unpackPrevious();
  return unpacked;
};

/** A database, and how nodes of either release are started on it, each with a folder of its own. */
const openDatabase = async (context: TestContext) => {
  const shared = await makeDataDir(context);
  await createDatabaseFor(shared, true);
  const variables: Readonly<Record<string, string>> = { ...SETTINGS, ...databaseVariables(shared) };
  const start = async (home?: string, words: readonly string[] = []): Promise<RunningService> => {
    const node = await startService(await makeDataDir(context), variables, words, home);
    context.after(() => node.stop('SIGKILL'));
    return node;
  };
  return { start, variables, url: variables['VITRINE_STORE_URL'] ?? '', shared };
};

/** Everything in a store, as a release reads it. */
const exportBy = async (dataDir: string, variables: Readonly<Record<string, string>>, home?: string) => {
  const { code, out, err } = await runCommand(dataDir, ['export'], {
    variables,
    ...(home === undefined ? {} : { home }),
  });
  assert.equal(code, 0, err);
  assert.ok(out.split('\n').length > 100);
  return out;
};

const upgradeUnderLoad = async (context: TestContext): Promise<void> => {
  const { start, variables, shared } = await openDatabase(context);
  const first = await start(previous(), ['--demo']);
  const nodes = [first, await start(previous())];
  const balancer = await startLoadBalancer();
  context.after(() => balancer.close());
  for (const { address } of nodes) await balancer.add(address);
  const shop = await prepareShop(balancer.address);
  const load = startSteadyLoad(balancer.address, PER_SECOND, shop.next);
  context.after(load.stop);
  for (const [at, node] of nodes.entries()) {
    await balancer.drain(node.address);
    assert.equal(await node.stop(), 0, node.log());
    balancer.remove(node.address);
    const next = await start();
    await balancer.add(next.address);
    nodes[at] = next;
    // While both releases serve: each reads what the other one has written.
    await waitUntil('all nodes respond', () =>
      nodes.every(({ address }) => (balancer.served.get(address) ?? 0) > 50),
    );
  }
  await load.stop();
  assert.deepEqual(load.failures.slice(0, 5), []);
  assert.ok(shop.acknowledged() > 0);
  for (const { address } of nodes) await shop.assertComplete(address);
  assert.equal(await exportBy(shared, variables, previous()), await exportBy(shared, variables));
};

// Only in the long form.
if (isLong)
  test(
    'nodes are upgraded one by one under load: no request fails, and old and new respond alike',
    options,
    upgradeUnderLoad,
  );

if (!isLong)
  test(
    'a data folder of the previous release opens, and every response is the same',
    options,
    async (context) => {
      const dataDir = await makeDataDir(context);
      const old = await startService(dataDir, SETTINGS, ['--demo'], previous());
      context.after(() => old.stop('SIGKILL'));
      const shop = await prepareShop(old.address);
      const load = startSteadyLoad(old.address, PER_SECOND, shop.next);
      await waitUntil('enough is written', () => shop.acknowledged() > 5);
      await load.stop();
      assert.deepEqual(load.failures, []);
      assert.equal(await old.stop(), 0, old.log());
      const before = await exportBy(dataDir, SETTINGS, previous());
      const now = await startService(dataDir, SETTINGS);
      context.after(() => now.stop('SIGKILL'));
      await shop.assertComplete(now.address);
      assert.equal(await now.stop(), 0, now.log());
      assert.equal(await exportBy(dataDir, SETTINGS), before);
    },
  );

const FUTURE = `insert into schema_migration (number, name, applied_at, compatible_from) values (9999, 'future', '', null)`;
const REFUSAL =
  /The database is of a newer version: it has migration 9999, this version knows \d+\. Run the version that wrote it, or restore a backup made before\./;

if (!isLong)
  test(
    'the previous release refuses a store that it cannot read, and says what to do',
    options,
    async (context) => {
      const { url, shared, variables } = await openDatabase(context);
      const folder = await makeDataDir(context);
      const list = (dataDir: string, settings: Readonly<Record<string, string>>, home: string) =>
        runCommand(dataDir, ['token', 'list'], { variables: settings, home });
      assert.equal((await list(shared, variables, previous())).code, 0);
      const client = new pg.Client(url);
      await client.connect();
      await client.query(FUTURE);
      await client.end();
      assert.equal((await list(folder, SETTINGS, previous())).code, 0);
      const file = new DatabaseSync(`${folder}/vitrine.db`);
      file.exec(FUTURE);
      file.close();
      for (const [dataDir, settings] of [
        [shared, variables],
        [folder, SETTINGS],
      ] as const) {
        const old = await list(dataDir, settings, previous());
        assert.equal(old.code, 1);
        assert.match(old.err, REFUSAL);
        // This release would refuse it too.
        const { code, err } = await list(dataDir, settings, root);
        assert.equal(code, 1);
        assert.match(err, REFUSAL);
        assert.doesNotMatch(err, /^ +at /m, 'a message, no stack trace');
      }
    },
  );
