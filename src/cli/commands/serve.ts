// `serve`: starts the service, in one process or in several, and stops once every accepted request is served.

import cluster from 'node:cluster';
import { type Config, isRunByScript, loadConfig, workerCount } from '../../config.ts';
import type { Store } from '../../open-store.ts';
import { buildPaint } from '../colors.ts';
import { type Command, EXIT_OK, type Terminal, UsageError } from '../command.ts';
import {
  demoExample,
  demoPages,
  demoRows,
  demoShop,
  holdsDemo,
  introduceDemo,
  issueDemoToken,
  loadDemo,
  loadDrawImage,
} from '../demo.ts';
import { buildProgress } from '../progress.ts';
import { showBanner } from '../serve/banner.ts';
import { buildPrimaryLog } from '../serve/primary-log.ts';
import { buildReadableLog } from '../serve/readable-log.ts';
import { PATIENT_WARM_MAX_MS, runService } from '../serve/run-service.ts';
import { runWorker } from '../serve/worker.ts';
import { stopSignal } from '../stop-signal.ts';

const NO_DEMO =
  'the demo shop was not loaded, because there is other data; to try it, set VITRINE_DATA_DIR to an empty folder';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  details:
    'Logs go to standard error: as readable lines on a terminal, as JSON lines in a pipe or with --json. SIGTERM and SIGINT stop the service once every accepted request is served. With several workers, SIGHUP restarts them one by one.',
  options: {
    demo: {
      type: 'boolean',
      meaning:
        'Load the demo shop if the data folder is empty, show how to call it, and allow every origin unless VITRINE_CORS_ORIGINS is set.',
    },
    workers: {
      type: 'string',
      value: 'N',
      meaning:
        'Processes that serve on one port; auto means one for each core. Default: VITRINE_WORKERS, or 1.',
    },
  },
  run: async (args, terminal) => {
    const isDemo = args.flag('demo');
    const config = configOf(isDemo, args.text('workers'));
    const asJson = args.flag('json');
    const options = {
      ...(isDemo ? { drawImage: await loadDrawImage(), demo: demoShop } : {}),
      logStream: logStreamOf(terminal, asJson),
    };
    if (cluster.isWorker) {
      await runWorker(config, stopSignal({ isRunByScript: false }), options, isDemo);
      return EXIT_OK;
    }
    const stopped = stopSignal({ isRunByScript: isRunByScript() });
    const prepare = async (store: Store): Promise<void> => {
      if (!isDemo || (await loadDemo(store, config.dataDir, buildProgress(terminal.err)))) return;
      if (!(await holdsDemo(store))) buildPrimaryLog(config.logLevel, options.logStream).warn({}, NO_DEMO);
    };
    const announce = (store: Store, address: string): Promise<void> =>
      introduce(store, address, isDemo, asJson, terminal);
    if (config.workers > 1) {
      // Loaded late: other commands do not need it.
      const { runPrimary } = await import('../serve/primary.ts');
      return runPrimary(config, stopped, options.logStream, { onOpened: prepare, onListening: announce });
    }
    await runService(config, stopped, {
      options,
      // A newcomer's first request must not come too early.
      ...(isDemo ? { warmMaxMs: PATIENT_WARM_MAX_MS } : {}),
      onOpened: ({ store }) => prepare(store),
      onServing: ({ store }, address) => announce(store, address),
    });
    return EXIT_OK;
  },
};

/** People who try the demo call it from a page of their own. */
const configOf = (isDemo: boolean, workers: string | undefined): Config => {
  const config = loadConfig();
  const corsOrigins = isDemo && config.corsOrigins.length === 0 ? '*' : config.corsOrigins;
  return { ...config, corsOrigins, workers: workers === undefined ? config.workers : readWorkers(workers) };
};

const readWorkers = (text: string): Config['workers'] => {
  try {
    return workerCount.read(text.trim());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`--workers ${error.message} (allowed: ${workerCount.allowed})`);
  }
};

const introduce = async (
  store: Store,
  address: string,
  isDemo: boolean,
  asJson: boolean,
  terminal: Terminal,
): Promise<void> => {
  if (asJson) {
    terminal.out.write(`${JSON.stringify({ address })}\n`);
    return;
  }
  const secret = isDemo && (await holdsDemo(store)) ? await issueDemoToken(store) : undefined;
  if (!terminal.out.isTTY) {
    terminal.out.write(
      secret === undefined ? `Vitrine is serving on ${address}\n` : introduceDemo(secret, address),
    );
    return;
  }
  const banner = {
    address,
    readyMs: process.uptime() * 1_000,
    pages: secret === undefined ? [] : demoPages,
    rows: secret === undefined ? [] : demoRows(secret),
    example: secret === undefined ? undefined : demoExample,
  };
  terminal.out.write(showBanner(banner, buildPaint(terminal.out)));
};

/** JSON for machines, readable lines for people. */
const logStreamOf = ({ err }: Terminal, asJson: boolean): { write(line: string): void } =>
  err.isTTY && !asJson ? buildReadableLog(err, buildPaint(err)) : err;
