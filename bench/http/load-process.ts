// A process that keeps a number of connections busy: on each, the next request goes out when the answer to the last is in.
// It writes ready-made bytes and reads no more of an answer than its status and its length, so that it is not what is measured.

import { connect, type Socket } from 'node:net';
import { percentile } from '../measure.ts';

export interface LoadOrder {
  readonly port: number;
  readonly requests: readonly string[];
  readonly connections: number;
  readonly forMs: number;
}

export interface LoadReport {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that were no success. */
  readonly failed: number;
  /** Share of the time in which this process was busy: near 1, it is the bottleneck. */
  readonly busyShare: number;
}

interface Tally {
  readonly times: number[];
  failed: number;
}

const SUCCESS = Buffer.from('HTTP/1.1 2');
const HEAD_END = '\r\n\r\n';

/** The length of the answer that begins here, or 0 when its head is not there yet. */
const answerBytes = (received: Buffer): number => {
  const end = received.indexOf(HEAD_END);
  if (end === -1) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  return end + HEAD_END.length + Number(length);
};

/** Resolves when the time is over and the last answer is in. */
const keepBusy = (socket: Socket, requests: readonly Buffer[], from: number, until: number, tally: Tally) =>
  new Promise<void>((resolve, reject) => {
    let turn = from;
    let sentAt = 0;
    let received: Buffer | undefined;
    const send = (): void => {
      turn += 1;
      sentAt = performance.now();
      socket.write(requests[turn % requests.length] as Buffer);
    };
    socket.on('data', (chunk: Buffer) => {
      received = received === undefined ? chunk : Buffer.concat([received, chunk]);
      const wanted = answerBytes(received);
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

const load = async ({ port, requests, connections, forMs }: LoadOrder): Promise<LoadReport> => {
  const buffers = requests.map((request) => Buffer.from(request));
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
  const tally: Tally = { times: [], failed: 0 };
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await Promise.all(sockets.map((socket, index) => keepBusy(socket, buffers, index, began + forMs, tally)));
  const tookMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = Float64Array.from(tally.times).sort();
  return {
    answered: sorted.length,
    perSecond: (sorted.length * 1000) / tookMs,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failed: tally.failed,
    busyShare: (user + system) / 1000 / tookMs,
  };
};

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
