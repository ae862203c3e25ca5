// The service on the demo shop through HTTP, beside a bare Fastify server that returns the same bytes. Service, bare server
// and load are processes of their own; service and bare server take turns, and the best round of each counts.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import type { OperationName } from '../../src/contract/routes.ts';
import { type RunningService, startService } from '../../test/acceptance/running-service.ts';
import type { BareRoute } from '../http/bare-server.ts';
import { buildCalls, bytesOf, type Call } from '../http/demo-calls.ts';
import type { LoadOrder, LoadReport } from '../http/load-process.ts';
import type { Options } from '../options.ts';
import { formatNumber, formatShare, formatTable } from '../table.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;
const WARM_UP_MS = 1_000;
/** Above this share the load process is near its own limit, and the bare server may be able to do more. */
const BUSY_SHARE_MAX = 0.9;

type Load = (address: string, calls: readonly Call[], forMs: number) => Promise<LoadReport>;

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
    const bareAddress = await startBareServer(service, Object.values(calls), children);
    const load = openLoad(children);
    const rows: string[][] = [];
    for (const [name, own] of Object.entries(calls) as [OperationName, readonly Call[]][]) {
      say(`  loading: ${name} …`);
      rows.push(await compare(name, own, [service.address, bareAddress], load, options.rowMaxMs));
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
): Promise<string> => {
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
  return address;
};

const openLoad = (children: ChildProcess[]): Load => {
  const child = fork(join(import.meta.dirname, '..', 'http', 'load-process.ts'));
  children.push(child);
  return async (address, calls, forMs) => {
    const { host, port } = new URL(address);
    const requests = calls.map((call) => bytesOf(call, host));
    child.send({ port: Number(port), requests, connections: CONNECTIONS, forMs } satisfies LoadOrder);
    const [reply] = (await once(child, 'message')) as [{ report: LoadReport } | { error: string }];
    if ('error' in reply) throw new Error(reply.error);
    if (reply.report.failed > 0) throw new Error(`${reply.report.failed} answers were no success`);
    return reply.report;
  };
};

const compare = async (
  name: OperationName,
  calls: readonly Call[],
  addresses: readonly [service: string, bare: string],
  load: Load,
  maxMs: number,
): Promise<string[]> => {
  for (const address of addresses) await load(address, calls, WARM_UP_MS);
  const rounds: [LoadReport, LoadReport][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [service, bare] = addresses;
    rounds.push([await load(service, calls, maxMs), await load(bare, calls, maxMs)]);
  }
  const best = (side: 0 | 1) =>
    rounds.map((round) => round[side]).reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
  const lowestP99 = (side: 0 | 1) => Math.min(...rounds.map((round) => round[side].p99Ms));
  const [own, bare] = [best(0), best(1)];
  const busy = Math.max(own.busyShare, bare.busyShare);
  return [
    name,
    formatNumber(own.perSecond),
    formatNumber(bare.perSecond),
    formatShare(own.perSecond / bare.perSecond),
    formatNumber(lowestP99(0)),
    formatNumber(lowestP99(1)),
    `×${formatNumber(lowestP99(0) / lowestP99(1))}`,
    `${formatShare(busy)}${busy > BUSY_SHARE_MAX ? ' (its limit)' : ''}`,
  ];
};
