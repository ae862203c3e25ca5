// The same requests to two services in turn, one at a time, and whether they agree.

import { Agent, request } from 'node:http';
import type { Call } from '../http/demo-calls.ts';
import { percentile } from '../measure.ts';

const WARM_UP_SHARE = 1 / 4;

export interface Side {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Compared {
  readonly sides: readonly Side[];
  readonly asked: number;
  /** Requests whose totals, or whose numbers of hits, differ. */
  readonly different: number;
}

const agent = new Agent({ keepAlive: true });

export const closeConnections = (): void => agent.destroy();

export const ask = (address: string, { method, target, body, headers }: Call): Promise<string> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(new URL(target, address), { method, agent, headers: { ...headers, ...length } });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`${method} ${target}: ${response.statusCode} ${text.slice(0, 300)}`));
    });
    sent.end(body);
  });

/** Every total that a response has; for a response without any, its length tells whether it is empty. */
const totalsOf = (text: string): string => {
  const totals = [...text.matchAll(/"(?:total|count|distinct)":\d+/g)].map(([match]) => match).sort();
  return totals.length > 0 ? totals.join() : String(text.length > 100);
};

/** The first quarter, of the requests or of the time, is for warming up, unless there are too few requests for that. */
export const askSides = async (
  addresses: readonly string[],
  calls: readonly Call[],
  maxMs: number,
): Promise<Compared> => {
  const times = addresses.map((): number[] => []);
  const warmUpShare = calls.length * WARM_UP_SHARE < 1 ? 0 : WARM_UP_SHARE;
  let different = 0;
  const began = performance.now();
  for (const [turn, call] of calls.entries()) {
    const share = Math.max(turn / calls.length, (performance.now() - began) / maxMs);
    if (share >= 1) break;
    const seen = new Set<string>();
    for (const [side, address] of addresses.entries()) {
      const since = performance.now();
      const text = await ask(address, call);
      if (share >= warmUpShare) times[side]?.push(performance.now() - since);
      seen.add(totalsOf(text));
    }
    if (seen.size > 1) different += 1;
  }
  const sides = times.map((each): Side => {
    const sorted = Float64Array.from(each).sort();
    return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
  });
  return { sides, asked: times[0]?.length ?? 0, different };
};
