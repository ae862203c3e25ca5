// Sends requests to processes that may be gone, frozen or cut off, and says what is known of the outcome.

import { Agent, request } from 'node:http';
import { type ClusterNode, type FaultCluster, placeHeaders } from './fault-cluster.ts';
import type { Outcome } from './fault-history.ts';

const ANSWER_MAX_MS = 8_000;

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
  /** 0: there was no complete answer. */
  readonly status: number;
  readonly text: string;
  readonly position: string | undefined;
  readonly outcome: Outcome;
  /** The process that was asked. */
  readonly session: string;
}

export interface FaultClient {
  send(node: ClusterNode, sent: Sent): Promise<Reply>;
  close(): void;
}

/** `onStrange`: an answer that no fault excuses. */
export const openClient = (
  { token }: Pick<FaultCluster, 'token'>,
  onStrange: (what: string) => void,
): FaultClient => {
  const agent = new Agent({ keepAlive: true });

  const exchange = (node: ClusterNode, { method = 'GET', path, body, ...more }: Sent) =>
    new Promise<Pick<Reply, 'status' | 'text' | 'position'> & { retryAfter?: string | undefined }>(
      (resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = request(
          new URL(path, node.address()),
          {
            agent,
            method,
            signal: AbortSignal.timeout(ANSWER_MAX_MS),
            headers: {
              ...placeHeaders,
              authorization: `Bearer ${token}`,
              ...(more.position === undefined ? {} : { 'vitrine-position': more.position }),
              ...(more.idempotencyKey === undefined ? {} : { 'idempotency-key': more.idempotencyKey }),
              ...(text === undefined
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            },
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on('data', (part: Buffer) => parts.push(part));
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                text: Buffer.concat(parts).toString(),
                position: [response.headers['vitrine-position']].flat()[0],
                retryAfter: response.headers['retry-after'],
              }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(text);
      },
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
      if (node.address() === undefined) return done('failed');
      try {
        const reply = await exchange(node, sent);
        const isBad = ![200, 201, 404, 409, 412, 503].includes(reply.status);
        if (isBad || (reply.status === 503 && !(Number(reply.retryAfter) > 0))) {
          onStrange(`${session} ${sent.method ?? 'GET'} ${sent.path}: ${reply.status} ${reply.text}`);
        }
        return done(outcomeOf(reply), reply);
      } catch (error) {
        return done((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'failed' : 'unknown');
      }
    },
    close: () => agent.destroy(),
  };
};

/** Only one answer leaves the outcome open, and says so. */
const outcomeOf = ({ status, text }: Pick<Reply, 'status' | 'text'>): Outcome => {
  if (status < 300) return 'done';
  return text.includes('"outcome_unknown') || status === 500 ? 'unknown' : 'failed';
};
