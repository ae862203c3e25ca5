// The service on the demo shop through HTTP, beside a bare Fastify server that returns the same bytes. Service, bare server
// and load are processes of their own; service and bare server take turns. A share is the median of the shares of the
// rounds, so that a round in which the machine did something else decides nothing.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import { type RunningService, startService } from '../../test/acceptance/running-service.ts';
import type { BareRoute } from '../http/bare-server.ts';
import { readCpuMs } from '../http/cpu-time.ts';
import { buildCalls, bytesOf, type Call, type MeasuredOperation } from '../http/demo-calls.ts';
import type { LoadOrder, LoadReport } from '../http/load-process.ts';
import { percentile } from '../measure.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatRatio, formatShare, formatTable } from '../table.ts';

const CONNECTIONS = 32;
/** Many short rounds: what the machine does beside them then falls on both alike. */
const ROUNDS = 15;
/** Of the time that a row may take. */
const ROUND_SHARE = 1 / 3;
const WARM_UP_MS = 1_000;
/** Above this share the load process is near its own limit, and the bare server may be able to do more. */
const BUSY_SHARE_MAX = 0.9;

interface Target {
  readonly address: string;
  readonly pid: number | undefined;
}

/** With the computing time of the target's main thread for one request, NaN where it is not known. */
type Measured = LoadReport & { readonly cpuMicros: number };
type Load = (target: Target, calls: readonly Call[], forMs: number) => Promise<Measured>;

export const runHttp = async (options: Options, say: (line: string) => void): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const children: ChildProcess[] = [];
  let service: RunningService | undefined;
  try {
    say(
      `## http: the demo shop, ${CONNECTIONS} connections; shares of a bare Fastify route with the same bytes\n`,
    );
    say('  starting the service …');
    service = await startService(dataDir, { VITRINE_LOG_LEVEL: 'warn' }, ['--demo']);
    const calls = buildCalls(await createToken(service));
    const bare = await startBareServer(service, Object.values(calls), children);
    const targets = [{ address: service.address, pid: service.child.pid }, bare] as const;
    const load = openLoad(children);
    const rows: string[][] = [];
    for (const [name, own] of Object.entries(calls) as [MeasuredOperation, readonly Call[]][]) {
      say(`  loading: ${name} …`);
      rows.push(await compare(name, own, targets, load, options.rowMaxMs));
    }
    say('');
    say(formatTable(heads, rows));
    say('');
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

const createToken = async (service: RunningService): Promise<string> => {
  const place = ['--tenant', demo.tenantId, '--workspace', demo.workspaceId];
  const made = await service.run(
    'token',
    'create',
    '--json',
    '--name',
    'bench',
    '--permission',
    'full',
    ...place,
  );
  if (made.code !== 0) throw new Error(made.err);
  return (JSON.parse(made.out) as { token: string }).token;
};

/** Tells the bare server what the service answers to each call, so that both send the same bytes. */
const startBareServer = async (
  service: RunningService,
  operations: readonly (readonly Call[])[],
  children: ChildProcess[],
): Promise<Target> => {
  const routes = await Promise.all(
    operations.map(async (calls): Promise<BareRoute> => {
      const [first] = calls;
      if (first === undefined) throw new Error('an operation without a call');
      const answers = await Promise.all(
        calls.map(async ({ method, target, headers, body }) => {
          const response = await service.fetch(target, {
            method,
            headers,
            ...(body === undefined ? {} : { body }),
          });
          const text = await response.text();
          if (!response.ok) throw new Error(`${method} ${target}: ${text}`);
          return [target, text] as const;
        }),
      );
      return { method: first.method, path: first.target.split('?')[0] as string, answers };
    }),
  );
  const child = fork(join(import.meta.dirname, '..', 'http', 'bare-server.ts'));
  children.push(child);
  child.send(routes);
  const [address] = (await once(child, 'message')) as [string];
  return { address, pid: child.pid };
};

const openLoad = (children: ChildProcess[]): Load => {
  const child = fork(join(import.meta.dirname, '..', 'http', 'load-process.ts'));
  children.push(child);
  return async ({ address, pid }, calls, forMs) => {
    const { host, port } = new URL(address);
    const requests = calls.map((call) => bytesOf(call, host));
    const before = readCpuMs(pid) ?? Number.NaN;
    child.send({ port: Number(port), requests, connections: CONNECTIONS, forMs } satisfies LoadOrder);
    const [reply] = (await once(child, 'message')) as [{ report: LoadReport } | { error: string }];
    if ('error' in reply) throw new Error(reply.error);
    const { report } = reply;
    if (report.failed > 0) throw new Error(`${report.failed} answers were no success`);
    const cpuMs = (readCpuMs(pid) ?? Number.NaN) - before;
    return { ...report, cpuMicros: (cpuMs * 1000) / report.answered };
  };
};

const compare = async (
  name: MeasuredOperation,
  calls: readonly Call[],
  targets: readonly [service: Target, bare: Target],
  load: Load,
  maxMs: number,
): Promise<string[]> => {
  for (const target of targets) await load(target, calls, WARM_UP_MS);
  const rounds: { ours: Measured; bare: Measured }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each goes first in turn: whatever grows or fades over time weighs on both.
    const isOursFirst = round % 2 === 0;
    const first = await load(targets[isOursFirst ? 0 : 1], calls, maxMs * ROUND_SHARE);
    const second = await load(targets[isOursFirst ? 1 : 0], calls, maxMs * ROUND_SHARE);
    rounds.push(isOursFirst ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const over = (of: (round: { ours: Measured; bare: Measured }) => number) => median(rounds.map(of));
  const busy = Math.max(...rounds.flatMap(({ ours, bare }) => [ours.busyShare, bare.busyShare]));
  return [
    name,
    formatNumber(over(({ ours }) => ours.perSecond)),
    formatNumber(over(({ bare }) => bare.perSecond)),
    formatShare(over(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    formatNumber(over(({ ours }) => ours.cpuMicros)),
    formatNumber(over(({ bare }) => bare.cpuMicros)),
    formatShare(over(({ ours, bare }) => bare.cpuMicros / ours.cpuMicros)),
    formatNumber(over(({ ours }) => ours.p99Ms)),
    formatNumber(over(({ bare }) => bare.p99Ms)),
    formatRatio(
      over(({ ours, bare }) => ours.p99Ms / bare.p99Ms),
      1,
    ),
    `${formatShare(busy)}${busy > BUSY_SHARE_MAX ? ' (its limit)' : ''}`,
  ];
};

const median = (values: readonly number[]): number => percentile(Float64Array.from(values).sort(), 0.5);
