// Runs the service in this process, from opening the store until every accepted request is served. Whoever hands over
// connections to a worker also says when it drains.

import { setTimeout as pause } from 'node:timers/promises';
import type { Service, ServiceOptions } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { listen } from './listen.ts';

/** As long as `/readyz` would wait for search indexes, where nobody needs the address sooner. */
export const PATIENT_WARM_MAX_MS = 60_000;

export interface Running {
  /** Before it serves. */
  readonly onOpened?: (service: Service) => Promise<void>;
  /** Once it serves, at this address; a worker has none. */
  readonly onServing: (service: Service, address: string) => Promise<void>;
  /** Another process listens, and hands over connections. */
  readonly isWorker?: boolean;
  /** How long to wait for search indexes before it listens; absent: as long as a request would. */
  readonly warmMaxMs?: number;
  /** After the last response. */
  readonly onServed?: (service: Service) => Promise<void>;
  readonly options?: ServiceOptions;
}

/** `stopped` resolves when the service should stop. */
export const runService = async (
  config: Config,
  stopped: Promise<void>,
  { onOpened, onServing, isWorker, warmMaxMs, onServed, options }: Running,
): Promise<void> => {
  // Imported only here, since no other command needs a web server.
  const { openService } = await import('../../compose.ts');
  const service = await openService(config, options);
  try {
    await onOpened?.(service);
    await Promise.race([service.warm(warmMaxMs), stopped]);
    if (isWorker === true) await service.server.prepare();
    const address = isWorker === true ? '' : await listen(config, service.server.listen);
    await onServing(service, address);
    service.startMaintenance();
    await stopped;
    if (isWorker !== true) {
      service.server.startDraining();
      await pause(config.shutdownDrainMs);
    }
    await service.server.closeGracefully(config.shutdownTimeoutMs, config.shutdownDrainMs);
    await onServed?.(service);
  } catch (error) {
    await service.server.closeGracefully(0);
    throw error;
  } finally {
    await service.close();
  }
};
