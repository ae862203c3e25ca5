// What only PostgreSQL has: locks of single workspaces, connections that break, several nodes, a schema of another version.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openPostgresEngine, type ServerOptions } from './open-engine.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const postgres = usePostgres();
const OTHER = { tenantId: 'other', workspaceId: 'web' };

const openEngine = async (t: TestContext, url: string, options: ServerOptions = {}): Promise<Engine> => {
  const engine = await openPostgresEngine(url, { connections: 4, ...options });
  t.after(() => engine.close());
  return engine;
};

const exec = async (db: Db, text: string): Promise<readonly unknown[]> =>
  (await sql.raw(text).execute(acrossWorkspaces(db))).rows;

const failsAs =
  (name: string) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof Failure, String(error));
    assert.equal(error.name, name);
    assert.equal(error.status, 503);
    assert.ok((error.retryAfterSeconds ?? 0) > 0);
    return true;
  };

/** Ends the connections of the database that run, or ran last, a statement like this. */
const breakConnections = async (url: string, like: string): Promise<void> => {
  const database = new URL(url).pathname.slice(1);
  await (await postgres.server()).run(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}' and query like '${like}'`,
  );
};

describe('a write transaction', () => {
  it('waits for others of its workspace only, and gives up in the end', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url);
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const long = engine.write(async (tx) => {
      await engine.lockWorkspace(tx, ACME);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    await engine.write((tx) => engine.lockWorkspace(tx, OTHER));
    await assert.rejects(
      engine.write((tx) => engine.lockWorkspace(tx, ACME), { lockTimeoutMs: 50 }),
      failsAs('ServiceUnavailable'),
    );
    held.resolve();
    await long;
    await engine.write((tx) => engine.lockWorkspace(tx, ACME));
  });

  it('sees what was committed while it waited, so that positions follow one another', async (t) => {
    const url = await postgres.createDatabase();
    const stores = await Promise.all([postgres.openIn(t, url), postgres.openIn(t, url)]);
    await putAll(stores[0], ACME, [...workspaceLines(ACME), line('catalog')]);
    const head = await stores[0].headPosition(ACME);
    const seen: number[] = [];
    let isDone = false;
    const follow = async (): Promise<void> => {
      for (let at = head; ; ) {
        const wasDone = isDone;
        const changes = await stores[1].listChanges(ACME, at, 1_000);
        for (const { position } of changes) seen.push(position);
        at = changes.at(-1)?.position ?? at;
        if (wasDone && changes.length === 0) return;
      }
    };
    const following = follow();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        putAll(stores[index % 2] ?? stores[0], ACME, [line('product', { id: `p${index}` })]),
      ),
    );
    isDone = true;
    await following;
    assert.deepEqual(
      seen,
      Array.from({ length: 40 }, (_, index) => head + index + 1),
    );
  });

  it('is repeated after a deadlock and after a broken connection, and happens once', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url);
    await engine.write((tx) => exec(tx, 'create table line (number integer)'));
    let runs = 0;
    await engine.write(async (tx) => {
      runs += 1;
      await exec(tx, `insert into line values (${runs})`);
      if (runs === 1) await breakConnections(url, 'insert into line%');
      await exec(tx, 'select 1');
    });
    assert.deepEqual([runs, await exec(engine.reads, 'select number from line')], [2, [{ number: 2 }]]);

    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lockBoth = (one: typeof ACME, other: typeof ACME, mine: typeof first, theirs: typeof first) =>
      engine.write(async (tx) => {
        await engine.lockWorkspace(tx, one);
        mine.resolve();
        await theirs.promise;
        await engine.lockWorkspace(tx, other);
        await exec(tx, 'insert into line values (7)');
      });
    await Promise.all([lockBoth(ACME, OTHER, first, second), lockBoth(OTHER, ACME, second, first)]);
    assert.equal((await exec(engine.reads, 'select number from line where number = 7')).length, 2);
  });

  it('that must not run twice does not', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url);
    let runs = 0;
    const once = engine.write(
      async (tx) => {
        runs += 1;
        await exec(tx, 'select 4711');
        await breakConnections(url, 'select 4711%');
        await exec(tx, 'select 1');
      },
      { runsOnce: true },
    );
    await assert.rejects(once, failsAs('StorageUnreachable'));
    assert.equal(runs, 1);
    await waitUntil('it is reached again', () => engine.health.fault() === undefined);
    await engine.write(async (tx) => void (await exec(tx, 'select 1')));
  });

  it('that paused for too long is repeated, and is no sign that the database is gone', async (t) => {
    const url = await postgres.createDatabase();
    const [engine, other] = [await openEngine(t, url), await openEngine(t, url)];
    let runs = 0;
    const paused = engine.write(async (tx) => {
      runs += 1;
      await exec(tx, 'set local idle_in_transaction_session_timeout = 10');
      const [{ pid }] = (await exec(tx, 'select pg_backend_pid() as pid')) as [{ pid: number }];
      await waitUntil('the server has ended it', async () => {
        const left = await exec(other.reads, `select 1 from pg_stat_activity where pid = ${pid}`);
        return left.length === 0;
      });
      await exec(tx, 'select 1');
    });
    await assert.rejects(paused, failsAs('ServiceUnavailable'));
    assert.equal(runs, 4);
    assert.equal(engine.health.fault(), undefined);
    await engine.write(async (tx) => void (await exec(tx, 'select 1')));
  });

  it('whose commit gets no response has an unknown outcome, and is not repeated', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url);
    await engine.write(async (tx) => {
      await exec(tx, 'create table line (number integer)');
      // Breaks the connection in the middle of the commit.
      await exec(
        tx,
        `create function break() returns trigger language plpgsql as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end $$`,
      );
      await exec(
        tx,
        `create constraint trigger at_commit after insert on line deferrable initially deferred
          for each row execute function break()`,
      );
    });
    let runs = 0;
    const unknown = engine.write(async (tx) => {
      runs += 1;
      await exec(tx, 'insert into line values (1)');
    });
    await assert.rejects(unknown, failsAs('OutcomeUnknown'));
    assert.equal(runs, 1);
  });

  it('that swallowed the error of a statement fails as a whole', async (t) => {
    const engine = await openEngine(t, await postgres.createDatabase());
    const swallowing = engine.write(async (tx) => {
      await exec(tx, 'select 1 / 0').catch(() => {});
    });
    await assert.rejects(swallowing, /division by zero/);
  });
});

describe('a key that does not fit into an index', () => {
  it('is refused by its length, and nothing is written', async (t) => {
    const store = await postgres.openIn(t, await postgres.createDatabase());
    await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
    // Letters of three bytes in no order that a compression would find.
    const name = Array.from({ length: 1_500 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000)),
    ).join('');
    const product = line('product', { id: 'p1', attributes: { [name]: 'x' } });
    await assert.rejects(
      store.writeResource(ACME, product as never, { kind: 'none' }),
      (error) => error instanceof Failure && error.status === 400 && error.code === 'too_long:body',
    );
    assert.equal(await store.headPosition(ACME), 5);
  });
});

describe('a snapshot', () => {
  it('does not see later commits, and ends with its time', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url, { snapshotMaxMs: 2_000 });
    await engine.write((tx) => exec(tx, 'create table line (number integer)'));
    const snapshot = await engine.openSnapshot();
    await engine.write((tx) => exec(tx, 'insert into line values (1)'));
    assert.deepEqual(await exec(snapshot.db, 'select number from line'), []);
    await assert.rejects(exec(snapshot.db, 'insert into line values (2)'));
    assert.equal(engine.health.fault(), undefined);
    await waitUntil('the snapshot is over', async () => {
      const failure = await exec(snapshot.db, 'select 1').catch((error: unknown) => error);
      return failure instanceof Failure && failure.code === 'deadline_exceeded';
    });
    assert.equal(engine.health.fault(), undefined);
  });
});

describe('two nodes', () => {
  it('notice each other’s commits within a second, without notifications too', async (t) => {
    const url = await postgres.createDatabase();
    const writer = await postgres.openIn(t, url);
    const reader = await postgres.openIn(t, url);
    await putAll(writer, ACME, workspaceLines(ACME));
    await waitUntil('the revision is known', () => reader.revision(ACME) === 4);
    for (let round = 0; round < 3; round += 1) {
      await putAll(writer, ACME, [line('form', { display_name: `Contact ${round}` })]);
      await waitUntil('the commit is noticed', () => reader.revision(ACME) === 5 + round);
    }
    await (await postgres.server()).run('update feed_head set head = 99', new URL(url).pathname.slice(1));
    await waitUntil('a commit that nobody told is noticed', () => reader.revision(ACME) === 99);
    assert.equal(reader.accessRevision({ tenantId: 'nobody', workspaceId: 'x' }), Number.NaN);
    await waitUntil('no feed is known', () => reader.revision({ ...ACME, workspaceId: 'x' }) === 0);
  });

  it('create one host name once, whoever comes first', async (t) => {
    const url = await postgres.createDatabase();
    const store = await postgres.openIn(t, url);
    for (const workspace of [ACME, OTHER])
      await putAll(store, workspace, workspaceLines(workspace).slice(0, 3));
    for (let round = 0; round < 10; round += 1) {
      const host = `host${round}.example`;
      const results = await Promise.all(
        [ACME, OTHER].map((workspace) =>
          store.writeResource(workspace, line('domain', { host }) as never, { kind: 'none' }),
        ),
      );
      assert.deepEqual(results.map(({ kind }) => kind).sort(), ['created', 'fault']);
    }
  });

  it('never exceed the limit of a tenant together', async (t) => {
    const url = await postgres.createDatabase();
    const store = await postgres.openIn(t, url);
    const workspaces = ['a', 'b', 'c'].map((workspaceId) => ({ tenantId: 'acme', workspaceId }));
    for (const workspace of workspaces) {
      await putAll(store, workspace, [...workspaceLines(workspace).slice(0, 3), line('catalog')]);
    }
    const [tenant] = (await exec(
      (
        await openEngine(t, url)
      ).reads,
      "select bytes from usage where workspace_id = ''",
    )) as [{ bytes: number }];
    const { defaultLimits } = await import('../../../domain/limits/limits.ts');
    const limits = { limits: { ...defaultLimits, stored_bytes_per_tenant: tenant.bytes + 1_000 } };
    const limited = await postgres.openIn(t, url, { limits });
    const name = 'x'.repeat(400);
    const results = await Promise.allSettled(
      workspaces.map((workspace) =>
        limited.writeResource(workspace, line('product', { id: 'p1', name }) as never, { kind: 'none' }),
      ),
    );
    assert.ok(results.filter(({ status }) => status === 'rejected').length > 0);
    const [after] = (await exec(
      (
        await openEngine(t, url)
      ).reads,
      "select bytes from usage where workspace_id = ''",
    )) as [{ bytes: number }];
    assert.ok(after.bytes <= tenant.bytes + 1_000, `${after.bytes}`);
  });
});

describe('a schema', () => {
  it('is made once by many nodes', async () => {
    const url = await (await postgres.server()).createDatabase();
    const stores = await Promise.all(
      Array.from({ length: 3 }, () => openPostgresStore({ url, server: { connections: 2 } })),
    );
    await putAll(stores[0] as (typeof stores)[0], ACME, workspaceLines(ACME));
    for (const store of stores) {
      assert.equal(await store.headPosition(ACME), 4);
      await store.close();
    }
  });

  it('of a newer version is refused, unless it says that this one may go on', async (t) => {
    const url = await postgres.createDatabase();
    const engine = await openEngine(t, url);
    const [newest] = (await exec(engine.reads, 'select max(number) as number from schema_migration')) as [
      { number: number },
    ];
    const add = (number: number, compatible: string) =>
      engine.write((tx) =>
        exec(tx, `insert into schema_migration values (${number}, 'later', '2030-01-01', ${compatible})`),
      );
    await add(newest.number + 1, String(newest.number));
    await (await openPostgresStore({ url })).close();
    await add(newest.number + 2, 'null');
    await assert.rejects(openPostgresStore({ url }), /newer version: it has migration/);
  });
});
