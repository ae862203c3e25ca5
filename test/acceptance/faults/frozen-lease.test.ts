// Leases on PostgreSQL, with holders that are stopped by SIGSTOP and woken after their term, at any moment: in the middle of a
// transaction too. Every commit is recorded by the database itself: once a term has begun, nothing of an earlier one follows.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '../../../src/open-store.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { ACME, line, putAll, workspaceLines } from '../../suites/store/store-fixture.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'fixtures', 'lease-process.ts');
const FREEZES = runs(1, 3);
const ANY_MOMENT_MS = 200;

interface Holder {
  readonly name: string;
  readonly child: ChildProcess;
  readonly said: string[];
}

const startHolder = (t: TestContext, name: string, url: string): Holder => {
  const child = spawn(process.execPath, [PROGRAM, tmpdir(), name, url], {
    env: { PATH: process.env['PATH'] ?? '', ...nodeVariables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on('line', (text) => said.push(text));
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return { name, child, said };
};

const openWorld = async (t: TestContext) => {
  const server = await startPostgres();
  t.after(() => server.close());
  const url = await server.createDatabase();
  const store = await openStore({ dataDir: tmpdir(), storeUrl: url });
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
  await store.close();
  const database = new URL(url).pathname.slice(1);
  const record = `
    create table written (number bigserial primary key, term text);
    create function record() returns trigger language plpgsql security definer as
      $$ begin insert into written (term) values (new.term); return null; end $$;
    create trigger record after insert on popular_term for each row execute function record()`;
  await server.run(record, database);
  const reader = new pg.Client({ connectionString: url.replace('//vitrine:', '//postgres:') });
  reader.on('error', () => {});
  await reader.connect();
  t.after(() => reader.end());
  const written = async (): Promise<{ holder: string; term: number; number: number }[]> => {
    const { rows } = await reader.query<{ term: string }>('select term from written order by number');
    return rows.map(({ term }) => {
      const [holder = '', token, number] = term.split(' ');
      return { holder, term: Number(token), number: Number(number) };
    });
  };
  return { url, written };
};

test('a holder that is stopped and woken later writes nothing after its term', async (t) => {
  const { url, written } = await openWorld(t);
  const holders = ['a', 'b'].map((name) => startHolder(t, name, url));
  const current = async () => (await written()).at(-1);
  for (let freeze = 0; freeze < FREEZES; freeze += 1) {
    const before = (await current())?.term ?? 0;
    await waitUntil('somebody works', async () => ((await current())?.term ?? 0) >= Math.max(1, before));
    const { holder, term } = (await current()) as { holder: string; term: number };
    const frozen = holders.find(({ name }) => name === holder) as Holder;
    await pause(Math.random() * ANY_MOMENT_MS);
    frozen.child.kill('SIGSTOP');
    await waitUntil('another one works', async () => ((await current())?.term ?? 0) > term);
    const lost = frozen.said.filter((text) => text === 'lost').length;
    frozen.child.kill('SIGCONT');
    await waitUntil('it knows', () => frozen.said.filter((text) => text === 'lost').length > lost);
    const count = (await written()).length;
    await waitUntil('the other one goes on', async () => (await written()).length > count + 2);
  }
  const all = await written();
  assert.ok(new Set(all.map(({ term }) => term)).size > FREEZES);
  for (const [at, { holder, term, number }] of all.entries()) {
    const last = all[at - 1];
    if (last === undefined) continue;
    const isNext = term === last.term && holder === last.holder && number === last.number + 1;
    assert.ok(isNext || (term > last.term && number === 1), JSON.stringify([last, all[at]]));
  }
});
