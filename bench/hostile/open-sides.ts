// Victim and attacker as the benchmark sees them: separate processes that execute commands.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CatalogSize } from '../generate/catalog-bundle.ts';
import type { WatchedService } from '../loop/watched-service.ts';
import type { Attack } from './attack.ts';
import type { AttackOrder, AttackReport } from './attacker-process.ts';
import { runBeforeOthers } from './run-before-others.ts';
import type { VictimOrder, VictimReport } from './victim-process.ts';

export const PER_SECOND = 200;
/** How long after the end pending requests may still be served. */
const DRAIN_MAX_MS = 10_000;
/** The attacker's client gives up a request after this time and sends the next. */
const TIMEOUT_MS = 5_000;

export interface Victim {
  /** Sends requests while the work runs. */
  askDuring<T>(service: WatchedService, work: () => Promise<T>): Promise<[result: T, report: VictimReport]>;
}

/**
 * A real victim has its own machine. On this one it must not wait for a core that the service is using: what it measures would be this
 * machine's scheduler.
 */
export const openVictim = (size: CatalogSize, children: ChildProcess[]): Victim => {
  const child = fork(join(import.meta.dirname, 'victim-process.ts'), runBeforeOthers(1) ?? {});
  children.push(child);
  const order = (wanted: VictimOrder): boolean => child.send(wanted);
  return {
    askDuring: async ({ address }, work) => {
      order({ do: 'start', address, perSecond: PER_SECOND, size });
      const result = await work();
      const reported = once(child, 'message') as Promise<[VictimReport]>;
      order({ do: 'stop', drainMaxMs: DRAIN_MAX_MS });
      const [report] = await reported;
      return [result, report];
    },
  };
};

export interface Attacker {
  attack(one: Attack, service: WatchedService, forMs: number): Promise<AttackReport>;
}

export const openAttacker = (token: string, children: ChildProcess[]): Attacker => {
  const child = fork(join(import.meta.dirname, 'attacker-process.ts'));
  children.push(child);
  return {
    attack: async ({ id }, { address }, forMs) => {
      child.send({ id, address, token, forMs, timeoutMs: TIMEOUT_MS } satisfies AttackOrder);
      const [reply] = (await once(child, 'message')) as [{ report: AttackReport } | { error: string }];
      if ('error' in reply) throw new Error(reply.error);
      return reply.report;
    },
  };
};
