// A worker process: serves like a single process does, and takes its orders from the primary.

import { Socket, type SocketConstructorOpts } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service, ServiceOptions } from '../../compose.ts';
import type { Config } from '../../config.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { PATIENT_WARM_MAX_MS, runService } from './run-service.ts';

/** If the primary does not respond, a scrape fails. */
const SCRAPE_MAX_MS = 5_000;

type Order<K extends ToWorker['kind']> = Extract<ToWorker, { readonly kind: K }>;

/** `signalled` resolves when a signal tells this process to stop. */
export const runWorker = async (
  config: Config,
  signalled: Promise<void>,
  own: Pick<ServiceOptions, 'drawImage' | 'demo' | 'logStream'> = {},
  isDemo = false,
): Promise<void> => {
  const begun = Promise.withResolvers<Order<'begin'>>();
  const told = Promise.withResolvers<void>();
  const scrapes = new Map<number, (text: string) => void>();
  let service: Service | undefined;
  let isDraining = false;
  const tellValues = async (round: number | undefined): Promise<void> =>
    send({ kind: 'values', round, values: (await service?.metricValues()) ?? [] });
  process.on('message', (order: ToWorker, handle: SocketConstructorOpts['handle']) => {
    if (order.kind === 'begin') begun.resolve(order);
    else if (order.kind === 'drain') {
      isDraining = true;
      service?.server.startDraining();
    } else if (order.kind === 'stop') told.resolve();
    else if (order.kind === 'connection') {
      service?.server.take(new Socket({ handle, readable: true, writable: true, allowHalfOpen: true }));
      send({ kind: 'taken', id: order.id });
    } else if (order.kind === 'collect') void tellValues(order.round);
    else scrapes.get(order.request)?.(order.text);
  });
  try {
    const { number, isReplacement } = await begun.promise;
    // Not at once: connections may be on their way.
    void signalled.then(() => send({ kind: 'leaving' }));
    await runService(config, told.promise, {
      isWorker: true,
      options: { worker: number, metricsText: () => askForAll(scrapes), ...own },
      // Others serve while a replacement prepares its indexes.
      ...(isReplacement || isDemo ? { warmMaxMs: PATIENT_WARM_MAX_MS } : {}),
      onServing: async (opened) => {
        service = opened;
        if (isDraining) opened.server.startDraining();
        send({ kind: 'ready' });
      },
      onServed: () => tellValues(undefined),
    });
  } finally {
    // The primary must not keep it alive.
    process.channel?.unref();
  }
};

/** The primary may be gone. */
const send = (message: FromWorker): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

let lastRequest = 0;

const askForAll = async (scrapes: Map<number, (text: string) => void>): Promise<string> => {
  lastRequest += 1;
  const request = lastRequest;
  const { promise, resolve } = Promise.withResolvers<string>();
  const late = new AbortController();
  scrapes.set(request, resolve);
  send({ kind: 'scrape', request });
  try {
    return await Promise.race([promise, failAfter(SCRAPE_MAX_MS, late.signal)]);
  } finally {
    scrapes.delete(request);
    late.abort();
  }
};

const failAfter = async (ms: number, signal: AbortSignal): Promise<never> => {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  throw new Error('the primary process did not collect the metrics in time');
};
