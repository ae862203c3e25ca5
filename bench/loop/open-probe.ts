// Runs work while a separate process sends requests of a small tenant at a fixed rate: how long the work takes, what
// the requests notice, and the event loop of the service.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { catalogIdOf, tenantIdOf } from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { formatNumber } from '../table.ts';
import { search } from './ask-catalog.ts';
import type { ProbeOrder, ProbeReport } from './probe-process.ts';
import type { LoopReport, Percentiles } from './watch-loop.ts';
import type { WatchedService } from './watched-service.ts';

export const PER_SECOND = 100;
/** How long to watch an idle service. */
export const QUIET_MS = 5_000;
const PROBE_WORDS = 2_000;
const WARM_UP_WORDS = 500;

export interface Measured<T> {
  readonly result: T;
  readonly tookMs: number;
  readonly report: ProbeReport;
  /** Before the work, and since. */
  readonly before: LoopReport;
  readonly loop: LoopReport;
}

export interface Probe {
  /** Warms up index and code before the clock starts. */
  warmUp(service: WatchedService): Promise<void>;
  /** Throws if any response was not successful. */
  measure<T>(name: string, service: WatchedService, work: () => Promise<T>): Promise<Measured<T>>;
  close(): void;
}

/** `tenant` is the one that sends the requests. */
export const openProbe = (tenant: number, { isSearchOnly }: { readonly isSearchOnly: boolean }): Probe => {
  const child = fork(join(import.meta.dirname, 'probe-process.ts'));
  return {
    warmUp: async (service) => {
      for (const word of vocabulary.slice(0, WARM_UP_WORDS)) await search(service, tenant, word);
    },
    measure: async (name, service, work) => {
      const before = await service.readLoop();
      child.send({
        do: 'start',
        address: service.address,
        tenantId: tenantIdOf(tenant),
        catalogId: catalogIdOf(tenant),
        words: vocabulary.slice(0, PROBE_WORDS),
        perSecond: PER_SECOND,
        isSearchOnly,
      } satisfies ProbeOrder);
      const start = performance.now();
      const result = await work();
      const tookMs = performance.now() - start;
      child.send({ do: 'stop' } satisfies ProbeOrder);
      const [report] = (await once(child, 'message')) as [ProbeReport];
      const loop = await service.readLoop();
      if (report.failed > 0) throw new Error(`${name}: ${report.failed} responses were no success`);
      return { result, tookMs, report, before, loop };
    },
    close: () => child.kill('SIGKILL'),
  };
};

/** The columns shared by all such tables, and their cells. */
export const LOOP_HEADS = [
  'event-loop delay ms (p50 / p99 / max)',
  'event loop held, CPU ms (p50 / p99 / max)',
] as const;

export const loopCells = ({ delay, busy }: LoopReport): string[] => [delay, busy].map(formatPercentiles);

export const formatPercentiles = ({ p50Ms, p99Ms, maxMs }: Percentiles): string =>
  [p50Ms, p99Ms, maxMs].map(formatNumber).join(' / ');
