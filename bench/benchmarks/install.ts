// From a clean clone to the first response, as the README tells a newcomer to do it: `npm ci`, `npm start`, a search. With an empty
// npm cache, so that the network is part of it. Then what the install takes on the disk, with and without development packages.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Options } from '../options.ts';
import { formatNumber, formatTable } from '../table.ts';

const root = join(import.meta.dirname, '..', '..');
const MEGABYTE = 1_000_000;
const SEARCH = '/apis/ecommerce-service/public/discovery/v2/search?search_term=rain+jakcet&limit=3';

export const runInstall = async (_: Options, say: (line: string) => void): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const clone = join(folder, 'clone');
  const run = (command: string, words: readonly string[], cwd: string): number => {
    const start = performance.now();
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    return (performance.now() - start) / 1000;
  };
  const install = (cache: string, ...words: string[]): number =>
    run('npm', ['ci', '--cache', join(folder, cache), ...words], clone);
  say('## install: from a clean clone to the first response, seconds\n');
  try {
    run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], folder);
    say('  npm ci with an empty cache …');
    const installed = install('cold');
    const allBytes = bytesOf(join(clone, 'node_modules'));
    say('  npm start …');
    const startedIn = await firstResponse(clone);
    say('  npm ci with a filled cache, then without development packages …');
    const again = install('cold');
    const lean = install('cold', '--omit=dev');
    const leanBytes = bytesOf(join(clone, 'node_modules'));
    const row = (name: string, ...values: number[]): string[] => [name, ...values.map(formatNumber)];
    say(
      formatTable(
        ['', 'npm ci', 'npm start to the first response', 'both'],
        [
          row('empty npm cache', installed, startedIn, installed + startedIn),
          row('filled npm cache', again, startedIn, again + startedIn),
        ],
      ),
    );
    say('\n### size of the install, MB\n');
    say(
      formatTable(
        ['', 'node_modules', 'npm ci, s'],
        [row('npm ci', allBytes / MEGABYTE, installed), row('npm ci --omit=dev', leanBytes / MEGABYTE, lean)],
      ),
    );
    say('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What the files hold; a link counts as itself. */
const bytesOf = (folder: string): number => {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(folder, name));
    if (stats.isFile()) bytes += stats.size;
  }
  return bytes;
};

/** Seconds from `npm start` to a search that is served. */
const firstResponse = async (clone: string): Promise<number> => {
  const start = performance.now();
  // A group of its own: npm starts a shell, which starts the service.
  const child = spawn('env', ['VITRINE_PORT=0', 'VITRINE_LOG_LEVEL=warn', 'npm', 'start'], {
    cwd: clone,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await readAddress(child);
    const { status } = await fetch(address + SEARCH);
    if (status !== 200) throw new Error(`the first search returned ${status}`);
    return (performance.now() - start) / 1000;
  } finally {
    const ended = once(child, 'exit');
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  }
};

const readAddress = async ({ stdout }: ChildProcess): Promise<string> => {
  if (stdout === null) throw new Error('the output of npm start cannot be read');
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('npm start ended without an address');
};
