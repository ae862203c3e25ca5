// Renders a page in a thread, since parsing a long document would hold up every request for tens of milliseconds. One thread at a
// time: pages are made once, and nobody is in a hurry.

import { Worker } from 'node:worker_threads';
import type { WantedPage } from './render-wanted.ts';

let last: Promise<unknown> = Promise.resolve();

export const renderInThread = (wanted: WantedPage): Promise<string> => {
  const page = last.then(() => run(wanted));
  last = page.catch(() => undefined);
  return page;
};

const run = (wanted: WantedPage): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./render-thread.ts', import.meta.url), { workerData: wanted });
    // The process may end meanwhile.
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread ended without a page')));
  });
