// A real service process on a free loopback port with its own data folder, and its command line. Acceptance tests
// know nothing else: they speak HTTP and run commands, and would survive a rewrite.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { serviceFlags } from '../../fixtures/service-flags.ts';
import { createDatabaseFor, databaseVariables } from './test-database.ts';

export const root = join(import.meta.dirname, '..', '..', '..');
/** The command line of this release: its sources, or in a run of all tests those joined into few files. */
export const ownMain = process.env['VITRINE_TEST_MAIN'] ?? join(root, 'src', 'cli', 'main.js');
/** Another release says where its own is. */
const mainOf = (home: string): string =>
  home === root
    ? ownMain
    : join(home, JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).bin.vitrine);
/** A busy machine may need a while. */
const START_MAX_MS = 180_000;

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const environmentOf = (dataDir: string, variables: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'] ?? '',
  ...nodeVariables,
  VITRINE_DATA_DIR: dataDir,
  VITRINE_PORT: '0',
  // A busy machine may need a while.
  VITRINE_SEARCH_WAIT_MS: '20000',
  VITRINE_SEARCH_DEADLINE_MS: '20000',
  ...databaseVariables(dataDir),
  ...variables,
});

/** Starts a command. The caller waits for its end. */
export const spawnCommand = (
  dataDir: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  home = root,
) => spawn(process.execPath, [mainOf(home), ...words], { cwd: home, env: environmentOf(dataDir, variables) });

/** Runs a command to its end. */
export const runCommand = async (
  dataDir: string,
  words: readonly string[],
  options: {
    readonly input?: string | Uint8Array;
    readonly variables?: Readonly<Record<string, string>>;
    /** Another release. */
    readonly home?: string;
  } = {},
): Promise<CommandResult> => {
  const child = spawnCommand(dataDir, words, options.variables, options.home);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  // A command that ends before reading all its input closes it, which is fine.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
};

export interface RunningService {
  readonly address: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Everything written to standard error so far. */
  readonly log: () => string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly run: (...words: string[]) => Promise<CommandResult>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `serve`, of this release unless `home` is another, and waits until it prints its address. */
export const startService = async (
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
  home = root,
): Promise<RunningService> => {
  const child = spawn(process.execPath, [...serviceFlags, mainOf(home), 'serve', '--json', ...words], {
    cwd: home,
    env: environmentOf(dataDir, variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An aborted test process must not leave its service running.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(START_MAX_MS) }) as Promise<[string]>,
    ended.then(() => undefined),
  ]).catch((error: unknown) => {
    // Nobody knows of it who could stop it, and it would keep the test process from ending.
    kill();
    throw error;
  });
  if (first === undefined) throw new Error(`the service did not start:\n${log}`);
  const { address } = JSON.parse(first[0]) as { address: string };
  return {
    address,
    dataDir,
    child,
    log: () => log,
    fetch: (path, init) => fetch(new URL(path, address), init),
    run: (...command) => runCommand(dataDir, command),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
};

/** An empty data folder that is deleted when the test ends. */
export const makeDataDir = async (context: {
  after: (done: () => Promise<void>) => void;
}): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  // A service that is stopped only afterwards may still write to it.
  const discard = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  context.after(() =>
    rm(dataDir, { recursive: true, force: true }).catch(() => void process.once('exit', discard)),
  );
  await createDatabaseFor(dataDir);
  return dataDir;
};
