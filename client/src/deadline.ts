// Runs something until it ends, its time is up, or a signal aborts it. Timers and listeners are gone afterwards.

import { VitrineError } from './vitrine-error.ts';

/** Rejects with the reason of the signal, or a `TimeoutError`. `timeoutMs` 0 is no limit. */
export const withDeadline = async <T>(
  signal: AbortSignal | undefined,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  if (signal?.aborted) throw signal.reason;
  const control = new AbortController();
  const abort = (): void => control.abort(signal?.reason);
  // Without a limit the signal itself, which still ends a response that is read later.
  const used = timeoutMs > 0 ? control.signal : (signal ?? control.signal);
  signal?.addEventListener('abort', abort);
  const timer =
    timeoutMs > 0 &&
    setTimeout(
      () => control.abort(new VitrineError('TimeoutError', `No response within ${timeoutMs} ms`)),
      timeoutMs,
    );
  try {
    return await run(used);
  } catch (error) {
    throw used.aborted ? used.reason : error;
  } finally {
    if (timer) clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
};

/** Resolves after that time; rejects at once if the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
