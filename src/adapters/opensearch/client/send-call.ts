// One attempt of a call at one node: the status and the text of the response, or why there is none. Never longer than its time, never
// more than its bytes: then the socket is destroyed, at which OpenSearch cancels a search.

import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { ServerNode } from './server-nodes.ts';

export interface PreparedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export interface CallResponse {
  readonly status: number;
  readonly text: string;
}

export interface AttemptLimits {
  readonly timeoutMs: number;
  /** Of the time, for a connection. */
  readonly connectMs: number;
  readonly bytesMax: number;
  /** Called after a quarter of the time. */
  readonly onSlow: () => void;
  /** Asked after half of the time: whether to give up now, because this node seems dead and another may respond. */
  readonly isHopeless: () => boolean;
  /** Called when the client is closed. */
  readonly stops: Set<() => void>;
}

/** `large`: the response has too many bytes. `stopped`: the client was closed. */
export type FaultKind = 'connect' | 'broken' | 'late' | 'large' | 'stopped';

export class AttemptFault extends Error {
  readonly kind: FaultKind;
  /** Over a connection that had been idle: the other side may have closed it just then, which says nothing about the node. */
  readonly isStale: boolean;

  constructor(kind: FaultKind, isStale: boolean, cause?: unknown) {
    super(`the attempt ended: ${kind}`, { cause });
    this.kind = kind;
    this.isStale = isStale;
  }
}

/** Rejects with `AttemptFault`. */
export const sendCall = (
  { address, agent }: ServerNode,
  { method, path, headers, body }: PreparedCall,
  { timeoutMs, connectMs, bytesMax, onSlow, isHopeless, stops }: AttemptLimits,
): Promise<CallResponse> =>
  new Promise((resolve, reject) => {
    const { isTls, hostname, port, base } = address;
    const call = (isTls ? requestTls : requestPlain)({
      hostname,
      port,
      agent,
      method,
      path: `${base}${path}`,
      headers,
    });
    let isConnected = false;
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      for (const timer of timers) clearTimeout(timer);
      stops.delete(stop);
      return true;
    };
    const fail = (kind: FaultKind, cause?: unknown): void => {
      if (!settle()) return;
      reject(new AttemptFault(kind, kind === 'broken' && call.reusedSocket, cause));
      call.destroy();
    };
    const stop = (): void => fail('stopped');
    const timers = [
      setTimeout(() => fail(isConnected ? 'late' : 'connect'), timeoutMs),
      setTimeout(() => !isConnected && fail('connect'), Math.min(connectMs, timeoutMs)),
      setTimeout(onSlow, timeoutMs / 4),
      setTimeout(() => isHopeless() && fail('late'), timeoutMs / 2),
    ];
    stops.add(stop);
    call.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true;
      else
        socket.once(isTls ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
    });
    call.on('error', (error) => fail(isConnected ? 'broken' : 'connect', error));
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let received = 0;
      response.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > bytesMax) fail('large');
        else chunks.push(chunk);
      });
      response.on('error', (error) => fail('broken', error));
      response.on('end', () => {
        if (settle())
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    call.end(body);
  });
