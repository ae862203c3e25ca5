// Runs the service in this process, from opening the store until every accepted request is answered.

import type { Service, ServiceOptions } from '../../compose.ts';
import type { Config } from '../../config.ts';
import { CommandError } from '../command.ts';
import { systemReason } from '../system-error.ts';

export interface Running {
  /** Before it serves. */
  readonly onOpened?: (service: Service) => Promise<void>;
  /** Once it listens. */
  readonly onListening: (service: Service, address: string) => Promise<void>;
  /** How long to wait for search indexes before it listens; absent: as long as a request would. */
  readonly warmMaxMs?: number;
  /** After the last response. */
  readonly onAnswered?: (service: Service) => Promise<void>;
  readonly options?: ServiceOptions;
}

/** `stopped` resolves when the service should stop. */
export const runService = async (
  config: Config,
  stopped: Promise<void>,
  { onOpened, onListening, warmMaxMs, onAnswered, options }: Running,
): Promise<void> => {
  // Imported only here, since no other command needs a web server.
  const { openService } = await import('../../compose.ts');
  const service = await openService(config, options);
  try {
    await onOpened?.(service);
    await service.warm(warmMaxMs);
    await onListening(service, await listen(service, config));
    service.startMaintenance();
    await stopped;
    await service.server.closeGracefully(config.shutdownTimeoutMs);
    await onAnswered?.(service);
  } catch (error) {
    await service.server.closeGracefully(0);
    throw error;
  } finally {
    await service.close();
  }
};

const listen = async (service: Service, config: Config): Promise<string> => {
  try {
    return await service.server.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandError(`port ${config.port} is in use; choose another with VITRINE_PORT`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new CommandError(
        `cannot listen on ${config.host}:${config.port}: ${systemReason(error as Error)}; change VITRINE_HOST or VITRINE_PORT`,
      );
    }
    throw error;
  }
};
