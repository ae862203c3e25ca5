// The health check of the image: it asks the service that has the same settings, or the URL it is given.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { makeDataDir, startService } from '../service/running-service.ts';

const script = join(import.meta.dirname, '..', '..', '..', 'deploy', 'healthcheck.ts');

const runCheck = (variables: Readonly<Record<string, string>>, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], {
    env: { ...nodeVariables, ...variables },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

/** A port on which nobody listens. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

test('a service that responds is healthy, on one address or on all', async (context) => {
  const service = await startService(await makeDataDir(context));
  context.after(() => service.stop('SIGKILL'));
  const { port } = new URL(service.address);
  const healthy = { status: 0, stdout: '', stderr: '' };
  assert.deepEqual(runCheck({ VITRINE_PORT: port }), healthy);
  assert.deepEqual(runCheck({ VITRINE_PORT: port, VITRINE_HOST: '0.0.0.0' }), healthy);
  assert.deepEqual(runCheck({}, `${service.address}/readyz`), healthy);
  const other = runCheck({}, `${service.address}/nothing`);
  assert.equal(other.status, 1);
  assert.match(other.stderr, /\/nothing returned 404: \{/);
});

test('one that does not respond is not', async () => {
  const port = String(await freePort());
  const { status, stderr } = runCheck({ VITRINE_PORT: port });
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`^http://127\\.0\\.0\\.1:${port}/healthz did not answer: .*ECONNREFUSED`));
});
