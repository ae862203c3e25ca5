// A process that keeps several connections busy: on each, the next request is sent when the last response has arrived.
// It writes prepared bytes and reads only the status and length of a response, so that it is not the bottleneck.

import { connect, type Socket } from 'node:net';
import { percentile } from '../measure.ts';
import { bytesOf, type Call } from './demo-calls.ts';
import { openStream, type StreamName } from './query-streams.ts';

/** What to send from now on. For a stream, the `count` requests after the last ones taken. */
export type Requests =
  | { readonly calls: readonly Call[] }
  | { readonly stream: StreamName; readonly count: number };

export type LoadOrder =
  | { readonly do: 'take'; readonly requests: Requests }
  | {
      readonly do: 'load';
      readonly port: number;
      readonly connections: number;
      readonly forMs: number;
      /** Whether the requests may start over; otherwise more are created on the fly. */
      readonly mayRepeat: boolean;
    };

export interface LoadReport {
  readonly served: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses that were not successful. */
  readonly failed: number;
  /** How many requests of a stream had been sent before. */
  readonly again: number;
  /** Share of the time in which this process was busy: near 1, it is the bottleneck. */
  readonly busyShare: number;
}

interface Taken {
  readonly requests: readonly Buffer[];
  /** The next request of the stream. Undefined for calls that are repeated. */
  readonly further: (() => Buffer) | undefined;
}

interface Tally {
  readonly times: number[];
  failed: number;
  sent: number;
}

const SUCCESS = Buffer.from('HTTP/1.1 200 ');
const HEAD_END = '\r\n\r\n';

/** The length of the response that starts here, or 0 if its head is incomplete. */
const responseBytes = (received: Buffer): number => {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('a response without a length');
  return end + HEAD_END.length + Number(length);
};

/** Resolves when the time is over and the last response has arrived. */
const keepBusy = (socket: Socket, next: (turn: number) => Buffer, until: number, tally: Tally) =>
  new Promise<void>((resolve, reject) => {
    let sentAt = 0;
    let received: Buffer | undefined;
    const send = (): void => {
      // All connections take from one sequence, so that none repeats another's request.
      const request = next(tally.sent);
      tally.sent += 1;
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('data', (chunk: Buffer) => {
      received = received === undefined ? chunk : Buffer.concat([received, chunk]);
      const wanted = responseBytes(received);
      if (wanted === 0 || received.length < wanted) return;
      const now = performance.now();
      tally.times.push(now - sentAt);
      if (received.compare(SUCCESS, 0, SUCCESS.length, 0, SUCCESS.length) !== 0) tally.failed += 1;
      received = undefined;
      if (now < until) send();
      else socket.end(resolve);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the connection was closed midway')));
    send();
  });

const load = async (
  { requests, further }: Taken,
  { port, connections, forMs, mayRepeat }: Extract<LoadOrder, { do: 'load' }>,
): Promise<LoadReport> => {
  const more = mayRepeat ? undefined : further;
  const next = (turn: number): Buffer =>
    turn < requests.length || more === undefined ? (requests[turn % requests.length] as Buffer) : more();
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
          socket.once('error', reject);
        }),
    ),
  );
  const tally: Tally = { times: [], failed: 0, sent: 0 };
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await Promise.all(sockets.map((socket) => keepBusy(socket, next, began + forMs, tally)));
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = Float64Array.from(tally.times).sort();
  return {
    served: sorted.length,
    perSecond: (sorted.length * 1000) / tookMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failed: tally.failed,
    again: more === undefined ? Math.max(0, tally.sent - requests.length) : 0,
    busyShare: (user + system) / 1000 / tookMs,
  };
};

const toBytes = (call: Call): Buffer => Buffer.from(bytesOf(call));
const streams = new Map<string, () => Buffer>();

const take = (requests: Requests): Taken => {
  if ('calls' in requests) return { requests: requests.calls.map(toBytes), further: undefined };
  const { stream, count } = requests;
  const name = JSON.stringify(stream);
  const further = streams.get(name) ?? openStream(stream, toBytes);
  streams.set(name, further);
  return { requests: Array.from({ length: count }, further), further };
};

let taken: Taken = { requests: [], further: undefined };

const follow = async (order: LoadOrder): Promise<LoadReport | undefined> => {
  if (order.do === 'load') return load(taken, order);
  taken = take(order.requests);
  return undefined;
};

process.on('message', (order: LoadOrder) => {
  follow(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
