// A stop that is sent to npm, or to the shell of a script, reaches the service, which ends as if it had been sent there.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, runCommand } from '../service/running-service.ts';
import { assertRefused, openConnection } from './shutdown-connection.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const main = join(root, 'src', 'cli', 'main.ts');
const BUNDLE = join(root, 'demo', 'shop.ndjson');
const BODY = '{"search_term":"jacket"}';
const COUNT_HEAD = [
  'POST /apis/ecommerce-service/public/discovery/v2/search/count HTTP/1.1',
  'host: 127.0.0.1',
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  '\r\n',
].join('\r\n');
const GONE_MAX_MS = 8_000;

interface Started {
  readonly address: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
}

/** In a process group of its own, as a terminal would start it. */
const start = async (
  context: TestContext,
  command: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> => {
  const { PATH = '', HOME = '' } = process.env;
  const dataDir = await makeDataDir(context);
  assert.equal((await runCommand(dataDir, ['import', BUNDLE])).code, 0);
  const child = spawn(command, words, {
    cwd: root,
    env: { PATH, HOME, VITRINE_DATA_DIR: dataDir, VITRINE_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  context.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Nobody of the group is left, as it should be.
    }
  });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (/http:\/\/\S+\s/.test(printed)) break;
  }
  child.stdout.resume();
  return { address: /http:\/\/[^\s/]+/.exec(printed)?.[0] ?? '', child, ended };
};

/** Sends half a request, then whatever is to stop the service, then the rest: it must still be answered. */
const assertStopsGracefully = async ({ address, ended }: Started, stop: () => void): Promise<void> => {
  const connection = await openConnection(address);
  connection.write(`${COUNT_HEAD}${BODY.slice(0, 9)}`);
  await sleep(300);
  stop();
  await sleep(300);
  connection.write(BODY.slice(9));
  const answer = await connection.next();
  assert.equal(answer?.status, 200, connection.fault());
  assert.equal(answer.headers.get('connection'), 'close');
  await ended;
};

const scripts = [
  ['npm start', ['start']],
  ['npm run vitrine -- serve', ['run', 'vitrine', '--', 'serve']],
] as const;

for (const [name, words] of scripts) {
  test(`SIGTERM to ${name} stops the service, and npm waits for its end`, async (context) => {
    const started = await start(context, 'npm', words);
    await assertStopsGracefully(started, () => started.child.kill('SIGTERM'));
    // At once: npm ended after the service, not before it.
    await assertRefused(started.address);
  });
}

test('Ctrl-C reaches npm and the service, and npm passes it on: that is one stop', async (context) => {
  const started = await start(context, 'npm', ['run', 'vitrine', '--', 'serve']);
  await assertStopsGracefully(started, () => process.kill(-(started.child.pid ?? 0), 'SIGINT'));
  await assertRefused(started.address);
});

test('a script whose shell is stopped stops the service', async (context) => {
  const line = `"${process.execPath}" "${main}" serve; true`;
  const started = await start(context, 'sh', ['-c', line], { npm_lifecycle_event: 'npx' });
  started.child.kill('SIGTERM');
  await started.ended;
  const deadline = performance.now() + GONE_MAX_MS;
  const isGone = () =>
    fetch(`${started.address}/healthz`).then(
      () => false,
      () => true,
    );
  while (!(await isGone())) {
    assert.ok(performance.now() < deadline, 'the service lives on without its parent');
    await sleep(50);
  }
});

test('a service that a person starts in the background of a shell lives on', async (context) => {
  const line = `"${process.execPath}" "${main}" serve; true`;
  const started = await start(context, 'sh', ['-c', line]);
  started.child.kill('SIGTERM');
  await started.ended;
  await sleep(1_000);
  assert.equal((await fetch(`${started.address}/healthz`)).status, 200);
});
