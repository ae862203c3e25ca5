// A signal sent to npm, or to the shell of a script, reaches the service, which shuts down as if it had received it
// directly.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { loadDemoOnce } from '../service/imported-folder.ts';
import { assertRefused, openConnection, refusalOf } from './shutdown-connection.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const main = join(root, 'src', 'cli', 'main.js');
const BODY = '{"search_term":"jacket"}';
const COUNT_HEAD = [
  'POST /apis/ecommerce-service/public/discovery/v2/search/count HTTP/1.1',
  'host: 127.0.0.1',
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  'expect: 100-continue',
  '\r\n',
].join('\r\n');
/** By then a second signal would have killed the service. */
const SECOND_SIGNAL_MS = 200;

interface Started {
  readonly address: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
}

const openShop = loadDemoOnce();

/** In its own process group, as a terminal would start it. */
const start = async (
  context: TestContext,
  command: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Started> => {
  const { PATH = '', HOME = '' } = process.env;
  const dataDir = await openShop(context);
  const child = spawn(command, words, {
    cwd: root,
    env: { PATH, HOME, ...nodeVariables, VITRINE_DATA_DIR: dataDir, VITRINE_PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  context.after(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The whole group is gone, as it should be.
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

/** Sends half a request, then stops the service, then sends the rest: it must still be served. */
const assertStopsGracefully = async ({ address, ended }: Started, stop: () => void): Promise<void> => {
  await waitUntil('it can search', async () => (await fetch(`${address}/readyz`)).status === 200);
  const connection = await openConnection(address);
  connection.write(COUNT_HEAD);
  assert.equal((await connection.next())?.status, 100, 'the service has begun with the request');
  connection.write(BODY.slice(0, 9));
  stop();
  await waitUntil('nobody listens any more', async () => (await refusalOf(address)) === 'ECONNREFUSED');
  await sleep(SECOND_SIGNAL_MS);
  connection.write(BODY.slice(9));
  const response = await connection.next();
  assert.equal(response?.status, 200, response?.text ?? String(connection.fault()));
  assert.equal(response.headers.get('connection'), 'close');
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
  await waitUntil('the service ends with its parent', async () => {
    return (await refusalOf(started.address)) === 'ECONNREFUSED';
  });
});

test('a service that a person starts in the background of a shell lives on', async (context) => {
  const line = `"${process.execPath}" "${main}" serve; true`;
  const started = await start(context, 'sh', ['-c', line]);
  started.child.kill('SIGTERM');
  await started.ended;
  await sleep(1_000);
  assert.equal((await fetch(`${started.address}/healthz`)).status, 200);
});
