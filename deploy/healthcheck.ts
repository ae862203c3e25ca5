// Exits with 0 if the service answers 200, otherwise with 1 and the reason. An image without a shell has no curl.
// Usage: node healthcheck.ts [URL]; by default /healthz of the service in the same container.

import { loadConfig } from '../src/config.ts';

const TIMEOUT_MS = 4_000;

/** All addresses include the loopback address, and a connection to them reaches it. */
const ownAddress = (): string => {
  const { host, port } = loadConfig();
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`;
};

const fail = (reason: string): void => {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
};

const url = process.argv[2] ?? ownAddress();
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (response.status !== 200) fail(`${url} returned ${response.status}: ${await response.text()}`);
} catch (error) {
  const { message, cause } = error as Error;
  fail(`${url} did not answer: ${cause instanceof Error ? cause.message : message}`);
}
