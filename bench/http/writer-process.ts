// A process that writes at a fixed rate through the management interface, whether or not the last response has arrived.
// Every PUT differs from the one before, so that each is a commit.

import { Agent, request } from 'node:http';
import { percentile } from '../measure.ts';

/** An existing object, and its field whose text changes. */
export interface Written {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly changing: string;
}

export interface WriterOrder {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly things: readonly Written[];
  readonly perSecond: number;
}

export interface WriterReport {
  /** Requests that changed something. */
  readonly committed: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Above this many pending requests, writing pauses until responses arrive. */
const PENDING_MAX = 50;
/** Unique across processes: what an earlier round wrote is still there. */
let turn = Date.now();

const openWriter = (order: WriterOrder): (() => Promise<WriterReport>) => {
  const agent = new Agent({ keepAlive: true });
  const pending = new Set<Promise<void>>();
  const times: number[] = [];
  let committed = 0;
  const tick = (): void => {
    if (pending.size >= PENDING_MAX) return;
    turn += 1;
    const start = performance.now();
    const put = putThing(order, agent, turn)
      .then((isCommitted) => {
        times.push(performance.now() - start);
        if (isCommitted) committed += 1;
      })
      .finally(() => pending.delete(put));
    pending.add(put);
  };
  const began = performance.now();
  let ticks = 0;
  // By the clock, not by the interval: a late timer catches up.
  const timer = setInterval(() => {
    for (const due = ((performance.now() - began) * order.perSecond) / 1000; ticks < due; ticks += 1) tick();
  }, 1);
  return async () => {
    clearInterval(timer);
    const tookMs = performance.now() - began;
    await Promise.all(pending);
    agent.destroy();
    return {
      committed,
      failed: times.length - committed,
      perSecond: (committed * 1000) / tookMs,
      p99Ms: percentile(Float64Array.from(times).sort(), 0.99),
    };
  };
};

const putThing = (
  { address, headers, things }: WriterOrder,
  agent: Agent,
  number: number,
): Promise<boolean> => {
  const { path, body, changing } = things[number % things.length] as Written;
  return new Promise((resolve) => {
    const sent = request(
      new URL(path, address),
      { agent, method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        response.once('end', () => resolve(/"outcome":"(?:created|updated)"/.test(text)));
      },
    );
    sent.once('error', () => resolve(false));
    sent.end(JSON.stringify({ ...body, [changing]: `${body[changing]} ${number}` }));
  });
};

let stop: (() => Promise<WriterReport>) | undefined;

process.on('message', async (order: WriterOrder | 'stop') => {
  if (order !== 'stop') stop = openWriter(order);
  else process.send?.(await stop?.());
});

// Otherwise it would run forever.
process.once('disconnect', () => process.exit());
