// Leases between real processes: one that is killed is replaced within seconds, one that is frozen does no harm, and one that
// is told to stop hands its lease over.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { nodeVariables } from '../../../test/fixtures/node-variables.ts';
import { waitUntil } from '../../../test/fixtures/wait-until.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../test/suites/store/store-fixture.ts';
import { openStore } from '../../open-store.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'lease-process.ts');
const SCOPE = { ...ACME, environmentId: 'PROD' };

interface LeaseProcess {
  readonly child: ChildProcess;
  readonly said: string[];
  /** How often it has written. */
  readonly writes: () => number;
}

const openWorld = async (t: TestContext) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-leases-'));
  const store = await openStore({ dataDir });
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog')]);
  const started: LeaseProcess[] = [];
  t.after(async () => {
    for (const { child } of started) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = (holder: string): LeaseProcess => {
    const child = spawn(process.execPath, [PROGRAM, dataDir, holder], {
      env: { PATH: process.env['PATH'] ?? '', ...nodeVariables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    createInterface({ input: child.stdout }).on('line', (text) => said.push(text));
    const each = { child, said, writes: () => said.filter((text) => text.startsWith('wrote')).length };
    started.push(each);
    return each;
  };
  const term = async (): Promise<string> =>
    (await store.inScope(SCOPE).listPopularTerms(CATALOG, { skip: 0, limit: 1 }))[0] ?? '';
  return { start, term };
};

/** Waits until it has written once more: right after that it holds no lock. */
const untilNextWrite = async ({ writes }: LeaseProcess): Promise<void> => {
  const before = writes();
  await waitUntil('it writes', () => writes() > before, 1);
};

const untilTaken = (process: LeaseProcess, from: string): Promise<void> =>
  waitUntil('the lease is taken over', () => process.said.some((text) => text.endsWith(` ${from}`)));

test('a killed holder is replaced within seconds', async (t) => {
  const { start, term } = await openWorld(t);
  const first = start('a');
  await untilNextWrite(first);
  const second = start('b');
  await untilNextWrite(first);
  assert.equal(second.writes(), 0);
  const killedAt = performance.now();
  first.child.kill('SIGKILL');
  await untilTaken(second, 'a');
  // A term of 5 s, and a look each second. A busy machine may need longer.
  assert.ok(performance.now() - killedAt < 30_000);
  await untilNextWrite(second);
  assert.match(await term(), /^b /);
});

test('a frozen holder is replaced, and writes nothing when it wakes up', async (t) => {
  const { start, term } = await openWorld(t);
  const first = start('a');
  await untilNextWrite(first);
  const second = start('b');
  await untilNextWrite(first);
  first.child.kill('SIGSTOP');
  await untilTaken(second, 'a');
  await untilNextWrite(second);
  const before = first.writes();
  first.child.kill('SIGCONT');
  await waitUntil('it knows that its lease is lost', () => first.said.includes('lost'));
  assert.equal(first.writes(), before);
  for (let time = 0; time < 3; time += 1) {
    await untilNextWrite(second);
    assert.match(await term(), /^b /);
  }
  assert.equal(first.writes(), before);
});

test('a holder that is told to stop ends its term, and the next one need not wait for it', async (t) => {
  const { start } = await openWorld(t);
  const first = start('a');
  await untilNextWrite(first);
  const second = start('b');
  await untilNextWrite(first);
  first.child.kill('SIGTERM');
  await untilTaken(second, '-');
  assert.ok(first.said.includes('stopped'));
  await untilNextWrite(second);
});
