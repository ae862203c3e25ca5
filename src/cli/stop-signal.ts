// When the service is to stop: by SIGTERM, by SIGINT, or because the shell that npm ran it in was stopped in its place.

import { EXIT_FAILED } from './command.ts';

/** Ctrl-C reaches everyone in the terminal, and npm passes it on once more: that is one wish, not two. */
const SAME_SIGNAL_MS = 500;
const PARENT_CHECK_MS = 250;

/** A second signal ends the process at once: whoever sends it does not want to wait. */
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

/** A shell between npm and the service passes no signal on: it ends, and the service has another parent. */
const onParentGone = (onGone: () => void): void => {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
};
