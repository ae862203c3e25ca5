// A process that sends requests at a fixed rate, whether or not the last response has arrived, and records their
// latency. It does nothing else, so that it measures only the service.

import { Agent, request } from 'node:http';
import { ENVIRONMENT_ID, WORKSPACE_ID } from '../generate/catalog-bundle.ts';
import { percentile } from '../measure.ts';

export type ProbeOrder =
  | {
      readonly do: 'start';
      readonly address: string;
      readonly tenantId: string;
      readonly catalogId: string;
      readonly words: readonly string[];
      readonly perSecond: number;
      /** Content searches only; otherwise alternating with counts. */
      readonly isSearchOnly?: boolean;
    }
  | { readonly do: 'stop' };

export interface ProbeReport {
  readonly asked: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Above this many pending requests the rate no longer matters: it pauses until responses arrive. */
const PENDING_MAX = 100;

type Start = Extract<ProbeOrder, { do: 'start' }>;

const openProbe = (order: Start): (() => Promise<ProbeReport>) => {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  let turn = 0;
  let failed = 0;
  const tick = (): void => {
    if (pending.size >= PENDING_MAX) return;
    turn += 1;
    const start = performance.now();
    const asked = ask(order, agent, turn)
      .then((isGood) => {
        times.push(performance.now() - start);
        if (!isGood) failed += 1;
      })
      .finally(() => pending.delete(asked));
    pending.add(asked);
  };
  const timer = setInterval(tick, 1000 / order.perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    agent.destroy();
    const sorted = Float64Array.from(times).sort();
    return {
      asked: times.length,
      failed,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: percentile(sorted, 1),
    };
  };
};

/**
 * Alternates between a search and a count, with new words each time, so that the response cache does not help for
 * long.
 */
const ask = (order: Start, agent: Agent, turn: number): Promise<boolean> => {
  const { address, tenantId, catalogId, words } = order;
  const word = words[(turn * 7) % words.length] as string;
  const other = words[(turn * 13 + 5) % words.length] as string;
  const isSearch = order.isSearchOnly === true || turn % 2 === 0;
  const path = isSearch
    ? `/discovery/search/content?catalog_id=${catalogId}&q=${word}%20${other}`
    : '/apis/ecommerce-service/public/discovery/v2/search/count';
  return new Promise((resolve) => {
    const sent = request(
      new URL(path, address),
      {
        agent,
        method: isSearch ? 'GET' : 'POST',
        headers: {
          'x-tenant-id': tenantId,
          'x-workspace-id': WORKSPACE_ID,
          'x-environment-id': ENVIRONMENT_ID,
          ...(isSearch ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode === 200));
      },
    );
    sent.once('error', () => resolve(false));
    sent.end(isSearch ? undefined : JSON.stringify({ search_term: `${word} ${other}` }));
  });
};

let stop: (() => Promise<ProbeReport>) | undefined;

process.on('message', async (order: ProbeOrder) => {
  if (order.do === 'start') stop = openProbe(order);
  else process.send?.(await stop?.());
});
