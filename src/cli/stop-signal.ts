// Detects when the service should stop: SIGTERM, SIGINT, or the exit of the shell in which npm runs it.

import { EXIT_FAILED } from './command.ts';

/** Ctrl-C reaches every process of the terminal, and npm passes it on as well. Both count as one signal. */
const SAME_SIGNAL_MS = 500;
const PARENT_CHECK_MS = 250;

/** A second signal ends the process at once. */
export const stopSignal = ({ isRunByScript }: { readonly isRunByScript: boolean }): Promise<void> =>
  new Promise((resolve) => {
    let first: { readonly signal: string; readonly atMs: number } | undefined;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (first === undefined) {
          first = { signal, atMs: performance.now() };
          resolve();
        } else if (signal !== first.signal || performance.now() - first.atMs > SAME_SIGNAL_MS) {
          process.exit(EXIT_FAILED);
        }
      });
    }
    if (isRunByScript) onParentGone(resolve);
  });

/** A shell between npm and the service does not pass signals on. It exits, and the service gets another parent. */
const onParentGone = (onGone: () => void): void => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
};
