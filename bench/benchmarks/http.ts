// The service on the demo shop over HTTP, compared with a bare Fastify server that returns the same bytes. Service,
// bare server and load generator are separate processes; service and bare server alternate. A ratio is the median
// over all rounds, so that one disturbed round does not matter.

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import { type RunningService, startService } from '../../test/acceptance/service/running-service.ts';
import { COMMITS_PER_SECOND, measureBesideWriters, writerHeads } from '../http/beside-writers.ts';
import { buildCalls, type MeasuredOperation } from '../http/demo-calls.ts';
import { type Asked, busyCell, medianOf, nameOf, speedCells, takeTurns } from '../http/measured-row.ts';
import { startBareServer } from '../http/open-bare.ts';
import { CONNECTIONS, type Load, openLoad } from '../http/open-load.ts';
import { streamKinds, streamOperations } from '../http/query-streams.ts';
import { measureTelemetry, telemetryHeads } from '../http/with-telemetry.ts';
import { createToken } from '../loop/ask-catalog.ts';
import type { Options } from '../options.ts';
import { threadVariables } from '../service-threads.ts';
import { formatNumber, formatRatio, formatShare, formatTable } from '../table.ts';

/** Many short rounds: other load on the machine then affects both alike. */
const ROUNDS = 15;
/** As a share of the time for one row. */
const ROUND_SHARE = 1 / 3;
/** The operation that never hits the response cache. */
const WRITING: MeasuredOperation = 'publish-versions';

export const runHttp = async (options: Options, say: (line: string) => void): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const children: ChildProcess[] = [];
  let service: RunningService | undefined;
  try {
    say(
      `## http: the demo shop, ${CONNECTIONS} connections; shares of a bare Fastify route with the same bytes\n`,
    );
    say('  starting the service …');
    const variables = { VITRINE_LOG_LEVEL: 'warn', ...threadVariables(options, say) };
    service = await startService(dataDir, variables, ['--demo']);
    const load = openLoad(children);
    const rows: string[][] = [];
    for (const [name, asked] of await listRows(service, options)) {
      say(`  loading: ${name} …`);
      rows.push(await besideBare(name, asked, service, load, options, children));
    }
    if (rows.length > 0) say(`\n${formatTable(heads, rows)}\n`);
    if (options.rows.includes('writers')) {
      const disturbed = await measureBesideWriters(service, load, options, children, say);
      say(
        `### while ${COMMITS_PER_SECOND} times a second something is committed; shares of the undisturbed service\n`,
      );
      say(`${formatTable(writerHeads, disturbed)}\n`);
    }
    if (options.rows.includes('telemetry')) {
      const exported = await measureTelemetry(service, load, options, variables, children, say);
      say('### with telemetry; beside a service without\n');
      say(`${formatTable(telemetryHeads, exported)}\n`);
    }
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await service?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const heads = [
  '',
  'requests/s',
  'bare',
  'throughput share',
  'CPU µs/request',
  'bare',
  'CPU share',
  'p99 ms',
  'bare',
  'p99 multiple',
  'load process busy',
];

const listRows = async (
  service: RunningService,
  { rows }: Options,
): Promise<(readonly [name: string, asked: Asked])[]> => {
  const token = await createToken(service.dataDir, demo.tenantId, demo.workspaceId);
  const cached = Object.entries(buildCalls(token)).map(
    ([name, calls]) => [name === WRITING ? name : `${name}, cached`, { calls }] as const,
  );
  const streamed = streamKinds
    .filter((kind) => rows.includes(kind))
    .flatMap((kind) =>
      streamOperations.map(
        (operation) => [`${operation}, ${kind}`, { stream: { operation, kind } }] as const,
      ),
    );
  return [...(rows.includes('cached') ? cached : []), ...streamed];
};

const besideBare = async (
  name: string,
  asked: Asked,
  service: RunningService,
  load: Load,
  options: Options,
  children: ChildProcess[],
): Promise<string[]> => {
  const bare = await startBareServer(service, asked, children);
  const ours = { address: service.address, pid: service.child.pid };
  const rounds = await takeTurns(
    load,
    asked,
    { one: (forMs) => load.run(ours, forMs), other: (forMs) => load.run(bare, forMs, true) },
    { rounds: ROUNDS, roundMs: options.rowMaxMs * ROUND_SHARE, isFresh: false },
  );
  bare.stop();
  const over = (of: Parameters<typeof medianOf>[1]) => medianOf(rounds, of);
  return [
    nameOf(name, asked, rounds, false),
    ...speedCells(rounds),
    formatShare(over(({ one, other }) => other.cpuMicros / one.cpuMicros)),
    formatNumber(over(({ one }) => one.p99Ms)),
    formatNumber(over(({ other }) => other.p99Ms)),
    formatRatio(
      over(({ one, other }) => one.p99Ms / other.p99Ms),
      1,
    ),
    busyCell(rounds),
  ];
};
