// The primary process of several workers: prepares the store once, starts the workers, replaces them when they die or on
// SIGHUP, and stops with them. It serves no request itself.

import type { Config } from '../../config.ts';
import { openStore, type Store } from '../../open-store.ts';
import { EXIT_OK } from '../command.ts';
import { openClusterWorkers, realSupervisorClock } from './cluster-workers.ts';
import { listen } from './listen.ts';
import { buildPrimaryLog } from './primary-log.ts';
import { Supervisor } from './supervisor.ts';

/** After the time that running requests get, a worker still has to save and close. */
const CLOSING_MAX_MS = 15_000;

export interface PrimarySteps {
  /** Before any worker starts: the store is migrated, and nobody else has opened it. */
  readonly onOpened: (store: Store) => Promise<void>;
  /** Once all workers serve. */
  readonly onListening: (store: Store, address: string) => Promise<void>;
}

/** Resolves to the exit code. */
export const runPrimary = async (
  config: Config,
  stopped: Promise<void>,
  logStream: { write(line: string): void },
  { onOpened, onListening }: PrimarySteps,
): Promise<number> => {
  const store = await openStore(config);
  const log = buildPrimaryLog(config.logLevel, logStream);
  try {
    await onOpened(store);
    const workers = openClusterWorkers(() => supervisor.counts);
    const supervisor = new Supervisor({
      count: config.workers,
      start: workers.start,
      stopMaxMs: config.shutdownDrainMs + config.shutdownTimeoutMs + CLOSING_MAX_MS,
      clock: realSupervisorClock,
      log,
    });
    let isListening = false;
    // A signal during the start must not leave workers behind.
    const exitCode = stopped.then(async () => {
      if (isListening) await supervisor.drain(config.shutdownDrainMs);
      await workers.connections.close();
      const code = await supervisor.stop();
      workers.connections.dropWaiting();
      return code;
    });
    const started = await supervisor.start();
    if (started === undefined) return await exitCode;
    if (started !== EXIT_OK) return started;
    const address = await listen(config, ({ host, port }) => workers.connections.listen(host, port)).catch(
      async (error: unknown) => {
        await supervisor.stop();
        throw error;
      },
    );
    isListening = true;
    process.on('SIGHUP', () => {
      log.info({}, 'SIGHUP: the workers are restarted one by one');
      void supervisor.restart();
    });
    await onListening(store, address);
    await store.close();
    return await exitCode;
  } finally {
    await store.close();
  }
};
