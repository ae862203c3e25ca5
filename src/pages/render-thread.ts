// The thread that renders one page and exits.

import { parentPort, workerData } from 'node:worker_threads';
import { renderWanted, type WantedPage } from './render-wanted.ts';

parentPort?.postMessage(await renderWanted(workerData as WantedPage));
