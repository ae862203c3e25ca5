// The connections of several workers: the primary accepts them and hands them out in turn. It keeps its own hold of a connection
// until the worker has taken it, so a worker that dies or stops in between costs none: another one gets it.

import type { Worker } from 'node:cluster';
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ToWorker } from './messages.ts';

const LET_IN_MAX_MS = 1_000;
/** While no worker is there. Each holds a file of this process. */
const WAITING_MAX = 1_000;

interface Receiver {
  readonly worker: Worker;
  /** Sent, and not taken yet. */
  readonly untaken: Map<number, Socket>;
}

export class Connections {
  private readonly server: Server;
  /** Workers that get connections; whose turn it is comes first. */
  private inTurn: Receiver[] = [];
  private readonly receivers = new Map<Worker, Receiver>();
  /** Nobody is there to take them. */
  private waiting: Socket[] = [];
  private lastId = 0;
  private accepted = 0;
  private readonly waitingMax: number;

  constructor(waitingMax = WAITING_MAX) {
    this.waitingMax = waitingMax;
    // Paused: whatever has arrived is read by the worker.
    this.server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
      this.accepted += 1;
      this.hand(socket);
    });
  }

  /** Resolves to the address as a URL without a path. */
  async listen(host: string, port: number): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.server.once('error', reject);
    this.server.listen({ host, port }, resolve);
    await promise;
    this.server.off('error', reject);
    const bound = this.server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port');
    return `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}`;
  }

  /** From now on the worker gets connections. */
  add(worker: Worker): void {
    const receiver = { worker, untaken: new Map() };
    this.receivers.set(worker, receiver);
    this.inTurn.push(receiver);
    for (const socket of this.waiting.splice(0)) this.hand(socket);
  }

  /** The worker gets no more. Those that were sent reach it before any later message. */
  retire(worker: Worker): void {
    this.inTurn = this.inTurn.filter((receiver) => receiver.worker !== worker);
  }

  onTaken(worker: Worker, id: number): void {
    const { untaken } = this.receivers.get(worker) ?? {};
    // Closes our hold of it alone: the worker has its own.
    untaken?.get(id)?.destroy();
    untaken?.delete(id);
  }

  /** The worker has ended: others get what it had not taken. */
  onEnd(worker: Worker): void {
    this.retire(worker);
    const { untaken = new Map<number, Socket>() } = this.receivers.get(worker) ?? {};
    this.receivers.delete(worker);
    for (const socket of untaken.values()) this.hand(socket);
  }

  /** Stops accepting, once those that the kernel has connected already are accepted. */
  async close(): Promise<void> {
    const deadline = performance.now() + LET_IN_MAX_MS;
    for (let before = -1; before !== this.accepted && performance.now() < deadline; ) {
      before = this.accepted;
      await nextTurn();
      await nextTurn();
    }
    this.server.close();
  }

  /** When all workers have ended: nobody will serve these. */
  dropWaiting(): void {
    for (const socket of this.waiting.splice(0)) socket.destroy();
  }

  private hand(socket: Socket): void {
    const receiver = this.inTurn.shift();
    if (receiver === undefined) {
      // One too many is closed at once, so that a load balancer tries another node.
      if (this.waiting.length >= this.waitingMax) socket.destroy();
      else this.waiting.push(socket);
      return;
    }
    this.inTurn.push(receiver);
    this.lastId += 1;
    const id = this.lastId;
    receiver.untaken.set(id, socket);
    // The handle itself: a socket would be closed here as soon as it is sent, whether or not anybody takes it.
    const { _handle: handle } = socket as unknown as { readonly _handle: Parameters<Worker['send']>[1] };
    const order: ToWorker = { kind: 'connection', id };
    receiver.worker.process.send?.(order, handle, { keepOpen: true }, () => undefined);
  }
}
