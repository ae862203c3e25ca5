// Sends requests to processes that may be gone, frozen or cut off, and says what is known of the outcome.

import { Agent } from 'node:http';
import { sendOver, type WireResponse } from '../service/wire-client.ts';
import { type LoadedCluster, placeHeaders, type ServiceNode } from './fault-cluster.ts';
import type { Outcome } from './fault-history.ts';

const RESPONSE_MAX_MS = 8_000;

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  readonly position?: string | undefined;
}

export interface Reply {
  readonly startMs: number;
  readonly endMs: number;
  /** 0: there was no complete response. */
  readonly status: number;
  readonly text: string;
  readonly position: string | undefined;
  readonly outcome: Outcome;
  /** The process that was asked. */
  readonly session: string;
}

export interface FaultClient {
  send(node: ServiceNode, sent: Sent): Promise<Reply>;
  close(): void;
}

/** `onStrange`: a response that no fault excuses. `onSilent`: none in all the time that a client waits. */
export const openClient = (
  { token }: Pick<LoadedCluster, 'token'>,
  onStrange: (what: string) => void,
  onSilent?: (node: ServiceNode, what: string, startMs: number) => void,
): FaultClient => {
  const agent = new Agent({ keepAlive: true });

  const exchange = (address: string, { method = 'GET', path, body, ...more }: Sent): Promise<WireResponse> =>
    sendOver(
      agent,
      address,
      {
        method,
        target: path,
        headers: [
          ...Object.entries(placeHeaders),
          ['authorization', `Bearer ${token}`],
          ...(more.position === undefined ? [] : [['vitrine-position', more.position] as const]),
          ...(more.idempotencyKey === undefined ? [] : [['idempotency-key', more.idempotencyKey] as const]),
          ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
        ],
        body: body === undefined ? undefined : JSON.stringify(body),
      },
      AbortSignal.timeout(RESPONSE_MAX_MS),
    );

  return {
    send: async (node, sent) => {
      const startMs = performance.now();
      const session = node.session();
      const done = (outcome: Outcome, reply?: Pick<Reply, 'status' | 'text' | 'position'>): Reply => ({
        status: 0,
        text: '',
        position: undefined,
        ...reply,
        startMs,
        endMs: performance.now(),
        outcome,
        session,
      });
      const address = node.address();
      if (address === undefined) return done('failed');
      try {
        const { status, text, headers } = await exchange(address, sent);
        const isBad = ![200, 201, 404, 409, 412, 503].includes(status);
        if (isBad || (status === 503 && !(Number(headers.get('retry-after')) > 0))) {
          onStrange(`${session} ${sent.method ?? 'GET'} ${sent.path}: ${status} ${text}`);
        }
        const position = headers.get('vitrine-position');
        return done(outcomeOf({ status, text }), { status, text, position });
      } catch (error) {
        const { name, code } = error as NodeJS.ErrnoException;
        if (name === 'AbortError')
          onSilent?.(node, `${session} ${sent.method ?? 'GET'} ${sent.path}`, startMs);
        return done(code === 'ECONNREFUSED' ? 'failed' : 'unknown');
      }
    },
    close: () => agent.destroy(),
  };
};

/** Only one response leaves the outcome open, and says so. */
const outcomeOf = ({ status, text }: Pick<Reply, 'status' | 'text'>): Outcome => {
  if (status < 300) return 'done';
  return text.includes('"outcome_unknown') || status === 500 ? 'unknown' : 'failed';
};
