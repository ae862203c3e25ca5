// The service with two workers compared with one process, on copies of the demo shop. Both and the load generator share the
// cores of the machine and alternate; a ratio is the median over all rounds.

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningService, startService } from '../../test/acceptance/service/running-service.ts';
import { waitUntil } from '../../test/fixtures/wait-until.ts';
import { buildCalls } from '../http/demo-calls.ts';
import { type Asked, busyCell, medianOf, nameOf, type Round, takeTurns } from '../http/measured-row.ts';
import { CONNECTIONS, type Load, openLoad } from '../http/open-load.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatRatio, formatTable } from '../table.ts';

const WORKERS = 2;
const ROUNDS = 9;
/** As a share of the time for one row. */
const ROUND_SHARE = 1 / 2;
const OPERATOR = 'operator-of-the-benchmark-of-workers';

const heads = [
  '',
  'requests/s, 1 process',
  `${WORKERS} workers`,
  'ratio',
  'p99 ms, 1 process',
  `${WORKERS} workers`,
  'load process busy',
];

export const runWorkers = async (options: Options, say: (line: string) => void): Promise<void> => {
  const folders: string[] = [];
  const services: RunningService[] = [];
  const children: ChildProcess[] = [];
  const start = async (count: number): Promise<RunningService> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
    folders.push(dataDir);
    const variables = { VITRINE_LOG_LEVEL: 'error', VITRINE_OPERATOR_TOKEN: OPERATOR };
    const service = await startService(dataDir, variables, ['--demo', '--workers', String(count)]);
    services.push(service);
    return service;
  };
  try {
    say(`## workers: ${WORKERS} workers beside one process, the demo shop, ${CONNECTIONS} connections\n`);
    say('  starting the services …');
    const [single, several] = [await start(1), await start(WORKERS)];
    await waitUntil('all workers serve', () => serve(several, WORKERS), 250);
    const load = openLoad(children);
    const rows: string[][] = [];
    for (const [name, asked] of listRows()) {
      say(`  loading: ${name} …`);
      rows.push(await compare(name, asked, [single, several], load, options));
    }
    say(`\n${formatTable(heads, rows)}\n`);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    for (const service of services) await service.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
};

const serve = async (service: RunningService, count: number): Promise<boolean> => {
  const response = await service.fetch('/metrics', { headers: { authorization: `Bearer ${OPERATOR}` } });
  return (await response.text()).includes(`\nvitrine_workers ${count}\n`);
};

const listRows = (): (readonly [name: string, asked: Asked])[] => {
  // No row needs a token.
  const calls = buildCalls('')['search-content'];
  return [
    ['search-content, cached', { calls }],
    ['search-content, distinct', { stream: { operation: 'search-content', kind: 'distinct' } }],
    ['count-products, distinct', { stream: { operation: 'count-products', kind: 'distinct' } }],
  ];
};

const compare = async (
  name: string,
  asked: Asked,
  [single, several]: readonly [RunningService, RunningService],
  load: Load,
  options: Options,
): Promise<string[]> => {
  const sideOf = ({ address }: RunningService) => ({ address, pid: undefined });
  const rounds = await takeTurns(
    load,
    asked,
    {
      one: (forMs) => load.run(sideOf(single), forMs, true),
      other: (forMs) => load.run(sideOf(several), forMs, true),
    },
    { rounds: ROUNDS, roundMs: options.rowMaxMs * ROUND_SHARE, isFresh: true },
  );
  return workersRow(name, asked, rounds);
};

/** One row of the table. */
export const workersRow = (name: string, asked: Asked, rounds: readonly Round[]): string[] => {
  const over = (of: Parameters<typeof medianOf>[1]) => medianOf(rounds, of);
  return [
    nameOf(name, asked, rounds, true),
    formatNumber(over(({ one }) => one.perSecond)),
    formatNumber(over(({ other }) => other.perSecond)),
    formatRatio(
      over(({ one, other }) => other.perSecond / one.perSecond),
      1,
    ),
    formatNumber(over(({ one }) => one.p99Ms)),
    formatNumber(over(({ other }) => other.p99Ms)),
    busyCell(rounds),
  ];
};
