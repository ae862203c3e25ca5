// `serve`: starts the service, runs maintenance of the store, and stops after answering every accepted request.

import type { Service } from '../../compose.ts';
import { type Config, isRunByScript, loadConfig } from '../../config.ts';
import { type Command, CommandError, EXIT_OK, type Terminal } from '../command.ts';
import { holdsDemo, introduceDemo, loadDemo } from '../demo.ts';
import { buildProgress } from '../progress.ts';
import { stopSignal } from '../stop-signal.ts';
import { systemReason } from '../system-error.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  details:
    'Logs go to standard error as JSON lines. SIGTERM and SIGINT stop the service once every accepted request is answered.',
  options: {
    demo: {
      type: 'boolean',
      meaning:
        'Load the demo shop if the data folder is empty, show how to call it, and allow every origin unless VITRINE_CORS_ORIGINS is set.',
    },
  },
  run: async (args, terminal) => {
    const config = configOf(args.flag('demo'));
    // Imported only here, since no other command needs a web server.
    const { openService } = await import('../../compose.ts');
    const service = await openService(config);
    const stopped = stopSignal({ isRunByScript: isRunByScript() });
    try {
      if (args.flag('demo')) await loadDemo(service.store, config.dataDir, buildProgress(terminal.err));
      await service.warm();
      const address = await listen(service, config);
      await introduce(service, address, args.flag('demo'), args.flag('json'), terminal);
      service.startMaintenance();
      await stopped;
      await service.server.closeGracefully(config.shutdownTimeoutMs);
      return EXIT_OK;
    } catch (error) {
      await service.server.closeGracefully(0);
      throw error;
    } finally {
      await service.close();
    }
  },
};

/** People who try the demo call it from a page of their own. */
const configOf = (isDemo: boolean): Config => {
  const config = loadConfig();
  return isDemo && config.corsOrigins.length === 0 ? { ...config, corsOrigins: '*' } : config;
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

const introduce = async (
  { store }: Service,
  address: string,
  isDemo: boolean,
  asJson: boolean,
  terminal: Terminal,
): Promise<void> => {
  if (asJson) terminal.out.write(`${JSON.stringify({ address })}\n`);
  else if (isDemo && (await holdsDemo(store))) terminal.out.write(await introduceDemo(store, address));
  else terminal.out.write(`Vitrine is serving on ${address}\n`);
};
