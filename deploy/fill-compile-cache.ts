// Fills the cache of compiled code while the image is built: starts the service as the image does, with the demo shop, waits until it
// is ready, and stops it. Node writes the cache when processes end, into the folder that NODE_COMPILE_CACHE names. Decision 0124.
// Usage: node fill-compile-cache.ts WORDS…, what comes after `node` in the image's entry point.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MAX_MS = 120_000;
const EVERY_MS = 500;
const PORT = '8080';
const READABLE = 0o644;

const entry = process.argv.slice(2);
const readiness = [join(import.meta.dirname, 'healthcheck.ts'), `http://127.0.0.1:${PORT}/readyz`];
const isReady = (): boolean => spawnSync(process.execPath, readiness, { stdio: 'ignore' }).status === 0;

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-'));
const service = spawn(process.execPath, [...entry, 'serve', '--demo'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, VITRINE_DATA_DIR: dataDir, VITRINE_PORT: PORT },
});
const ended = once(service, 'exit') as Promise<[code: number | null]>;

const giveUpAt = Date.now() + READY_MAX_MS;
let hasStarted = isReady();
while (!hasStarted && service.exitCode === null && Date.now() < giveUpAt) {
  await sleep(EVERY_MS);
  hasStarted = isReady();
}
service.kill('SIGTERM');
const [code] = await ended;
rmSync(dataDir, { recursive: true, force: true });
if (!hasStarted) throw new Error(`the service was not ready within ${READY_MAX_MS} ms`);
if (code !== 0) throw new Error(`the service ended with ${code}`);

// Other flags of V8 are another cache: that of the health check, and of commands.
const { status } = spawnSync(process.execPath, [...entry.slice(-1), '--help'], { stdio: 'ignore' });
if (status !== 0) throw new Error(`the command line ended with ${status}`);

// Node writes its entries for their owner only.
for (const path of globSync(`${process.env['NODE_COMPILE_CACHE']}/*/*`)) chmodSync(path, READABLE);
