// What telemetry costs: a service that exports traces, metrics and logs beside one that does not, both on the demo shop. They alternate.
// A second plain service takes turns with the first one, which shows how much two processes differ anyway.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import { type RunningService, startService } from '../../test/acceptance/service/running-service.ts';
import { createToken } from '../loop/ask-catalog.ts';
import type { Options } from '../options.ts';
import { formatNumber } from '../table.ts';
import type { Told } from './collector-process.ts';
import { buildCalls } from './demo-calls.ts';
import { type Asked, busyCell, medianOf, nameOf, speedCells, takeTurns } from './measured-row.ts';
import type { Load, Target } from './open-load.ts';

const ROUNDS = 11;
/** As a share of the time for one row. Long enough for exports to take part in each round. */
const ROUND_SHARE = 2 / 3;

export const telemetryHeads = [
  '',
  'requests/s',
  'without',
  'throughput share',
  'CPU µs/request',
  'without',
  'CPU multiple',
  'another one without',
  'exported MB',
  'load process busy',
];

const openCollector = async (children: ChildProcess[]) => {
  const child = fork(join(import.meta.dirname, 'collector-process.ts'));
  children.push(child);
  const hear = async (): Promise<Told> => ((await once(child, 'message')) as [Told])[0];
  const address = String(await hear());
  const readBytes = async (): Promise<number> => {
    child.send('bytes');
    return Number(await hear());
  };
  return { address, readBytes };
};

const listRows = async (service: RunningService): Promise<(readonly [string, Asked])[]> => {
  const calls = buildCalls(await createToken(service.dataDir, demo.tenantId, demo.workspaceId));
  return [
    ['search-content, cached', { calls: calls['search-content'] }],
    ['count-products, cached', { calls: calls['count-products'] }],
    ['search-content, distinct', { stream: { operation: 'search-content', kind: 'distinct' } }],
    ['count-products, distinct', { stream: { operation: 'count-products', kind: 'distinct' } }],
  ];
};

export const measureTelemetry = async (
  plain: RunningService,
  load: Load,
  options: Options,
  variables: Readonly<Record<string, string>>,
  children: ChildProcess[],
  say: (line: string) => void,
): Promise<string[][]> => {
  const collector = await openCollector(children);
  const services: RunningService[] = [];
  try {
    for (const own of [{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address }, {}]) {
      const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
      services.push(await startService(dataDir, { ...variables, ...own }, ['--demo']));
    }
    const [exporting, another] = services as [RunningService, RunningService];
    const rows: string[][] = [];
    for (const [name, asked] of await listRows(exporting)) {
      say(`  loading: ${name}, with and without telemetry …`);
      const before = await collector.readBytes();
      const rounds = await besides(load, asked, exporting, plain, options);
      const bytes = (await collector.readBytes()) - before;
      const same = await besides(load, asked, another, plain, options);
      const over = (of: Parameters<typeof medianOf>[1]) => medianOf(rounds, of);
      rows.push([
        nameOf(name, asked, rounds, false),
        ...speedCells(rounds),
        formatNumber(over(({ one, other }) => one.cpuMicros / other.cpuMicros)),
        formatNumber(medianOf(same, ({ one, other }) => one.cpuMicros / other.cpuMicros)),
        formatNumber(bytes / 1e6),
        busyCell(rounds),
      ]);
    }
    return rows;
  } finally {
    for (const service of services) {
      await service.stop();
      await rm(service.dataDir, { recursive: true, force: true });
    }
  }
};

const besides = (load: Load, asked: Asked, one: RunningService, other: RunningService, options: Options) => {
  const targetOf = ({ address, child }: RunningService): Target => ({ address, pid: child.pid });
  return takeTurns(
    load,
    asked,
    {
      one: (forMs) => load.run(targetOf(one), forMs),
      other: (forMs) => load.run(targetOf(other), forMs, true),
    },
    { rounds: ROUNDS, roundMs: options.rowMaxMs * ROUND_SHARE, isFresh: false },
  );
};
