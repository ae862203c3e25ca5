// The service as a separate process, started as a user would, except for logging, with its event loop measured.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serviceFlags } from '../../test/fixtures/service-flags.ts';
import type { LoopReport } from './watch-loop.ts';

const root = join(import.meta.dirname, '..', '..');
const START_MAX_MS = 60_000;

export interface WatchedService {
  readonly address: string;
  readonly child: ChildProcess;
  /** Event loop statistics since the last call. */
  readonly readLoop: () => Promise<LoopReport>;
  readonly stop: () => Promise<void>;
}

/** `variables`: settings besides those that every benchmark uses. */
export const startWatchedService = async (
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<WatchedService> => {
  const child = fork(join(root, 'src', 'cli', 'main.js'), ['serve', '--json'], {
    cwd: root,
    execArgv: [...serviceFlags, '--import', join(import.meta.dirname, 'watch-loop.ts')],
    env: {
      VITRINE_DATA_DIR: dataDir,
      VITRINE_PORT: '0',
      VITRINE_LOG_LEVEL: 'warn',
      VITRINE_SEARCH_MEMORY_MIB: '4096',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const first = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(START_MAX_MS) }) as Promise<[string]>,
    ended.then(() => undefined),
  ]);
  if (first === undefined) throw new Error('the service did not start');
  return {
    address: (JSON.parse(first[0]) as { address: string }).address,
    child,
    readLoop: async () => {
      child.send('read');
      const [report] = (await once(child, 'message')) as [LoopReport];
      return report;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
};
