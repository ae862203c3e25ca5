// A process that runs one attack: a few clients, each sending its next request when the last one is served or has
// timed out.

import { readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { percentile } from '../measure.ts';
import { allAttacks } from './all-attacks.ts';
import { type HostileRequest, headersFor } from './attack.ts';
import { addResponse, NO_RESPONSE, noResponses, type Responses } from './responses.ts';

export interface AttackOrder {
  readonly id: string;
  readonly address: string;
  readonly token: string;
  readonly forMs: number;
  /** A client gives up a request after this time. */
  readonly timeoutMs: number;
}

export interface AttackReport {
  readonly responses: Responses;
  /** Over the served requests; NaN if there are none. */
  readonly p50Ms: number;
  readonly maxMs: number;
}

/**
 * The first requests of each client, prepared before the clock starts, so that preparing them takes no CPU time
 * later.
 */
const READY_PER_CLIENT = 3;
const REQUESTS_MAX = 50_000;

/** Of this process. On Linux each has a priority of its own; elsewhere 0 stands for the process. */
const listThreads = (): number[] => {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
};

const attack = async ({ id, address, token, forMs, timeoutMs }: AttackOrder): Promise<AttackReport> => {
  const found = allAttacks.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no attack ${id}`);
  const { clients, next } = found;
  const ready = Array.from({ length: clients * READY_PER_CLIENT }, (_, turn) => next(turn));
  const agent = new Agent({ keepAlive: true });
  const responses = noResponses();
  const times: number[] = [];
  let turn = 0;
  const until = performance.now() + forMs;
  const beClient = async (): Promise<void> => {
    while (performance.now() < until && turn < REQUESTS_MAX) {
      const hostile = ready[turn] ?? next(turn);
      turn += 1;
      const start = performance.now();
      const maxMs = Math.min(timeoutMs, until - start);
      const [status, text] = await send(hostile, address, token, agent, Math.max(1, maxMs));
      if (status !== NO_RESPONSE) times.push(performance.now() - start);
      addResponse(responses, status, text);
    }
  };
  await Promise.all(Array.from({ length: clients }, beClient));
  agent.destroy();
  const sorted = Float64Array.from(times).sort();
  return { responses, p50Ms: percentile(sorted, 0.5), maxMs: percentile(sorted, 1) };
};

/** The status and the start of the body; `no response` after a timeout. */
const send = (
  hostile: HostileRequest,
  address: string,
  token: string,
  agent: Agent,
  maxMs: number,
): Promise<[status: string, text: string]> =>
  new Promise((resolve) => {
    const { method, target, body } = hostile;
    const signal = AbortSignal.timeout(Math.ceil(maxMs));
    const sent = request(
      new URL(target, address),
      { agent, method, signal, headers: headersFor(hostile, token) },
      (response) => {
        let text = '';
        response.on('data', (piece: Buffer) => {
          if (text === '') text = piece.toString('utf8');
        });
        response.once('error', () => resolve([NO_RESPONSE, '']));
        response.once('end', () => resolve([String(response.statusCode), text]));
      },
    );
    sent.once('error', () => resolve([NO_RESPONSE, '']));
    sent.end(body);
  });

// A real attacker has its own machine. On this one it must not take CPU time from the victim, except through the service: neither do the
// threads that collect its garbage.
for (const thread of listThreads()) setPriority(thread, constants.priority.PRIORITY_LOW);

process.on('message', (order: AttackOrder) => {
  attack(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
