// The load process as the benchmark sees it: what to send, and one run against one server after another.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readCpuMs } from './cpu-time.ts';
import type { LoadOrder, LoadReport, Requests } from './load-process.ts';

export const CONNECTIONS = 32;

export interface Target {
  readonly address: string;
  readonly pid: number | undefined;
}

/** With the target's CPU time per request; NaN if unknown. */
export type Measured = LoadReport & { readonly cpuMicros: number };

export interface Load {
  /** Sets what is sent from now on. */
  take(requests: Requests): Promise<void>;
  /** `mayRepeat`: a stream may start over if it runs out. */
  run(target: Target, forMs: number, mayRepeat?: boolean): Promise<Measured>;
}

export const openLoad = (children: ChildProcess[]): Load => {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  children.push(child);
  const order = async (wanted: LoadOrder): Promise<LoadReport | undefined> => {
    child.send(wanted);
    const [reply] = (await once(child, 'message')) as [{ report?: LoadReport } | { error: string }];
    if ('error' in reply) throw new Error(reply.error);
    return reply.report;
  };
  return {
    take: async (requests) => {
      await order({ do: 'take', requests });
    },
    run: async ({ address, pid }, forMs, mayRepeat = false) => {
      const before = readCpuMs(pid) ?? Number.NaN;
      const port = Number(new URL(address).port);
      const report = await order({ do: 'load', port, connections: CONNECTIONS, forMs, mayRepeat });
      if (report === undefined) throw new Error('a load without a report');
      const cpuMs = (readCpuMs(pid) ?? Number.NaN) - before;
      return { ...report, cpuMicros: (cpuMs * 1000) / report.served };
    },
  };
};
