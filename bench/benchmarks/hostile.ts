// Whether one tenant can degrade the service for another on purpose: a victim sends requests at a fixed rate, first
// alone, then beside each attack on the same node. Service, victim and attacker are separate processes.

import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleOf, tenantIdOf, WORKSPACE_ID } from '../generate/catalog-bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';
import { chooseAttacks } from '../hostile/all-attacks.ts';
import { ATTACKER, type Attack, type HostileRequest, headersFor, VICTIM } from '../hostile/attack.ts';
import { recordLines } from '../hostile/attacks/record-attacks.ts';
import { formatOutcomes, type Outcome } from '../hostile/hostile-table.ts';
import { type Attacker, openAttacker, openVictim, PER_SECOND, type Victim } from '../hostile/open-sides.ts';
import { type Phase, toPhase } from '../hostile/phase.ts';
import { watchWithheld } from '../hostile/withheld-time.ts';
import { readCpuMs } from '../http/cpu-time.ts';
import { createToken, importFile, search, waitForSnapshots } from '../loop/ask-catalog.ts';
import type { Span } from '../loop/shared-clock.ts';
import type { LoopReport } from '../loop/watch-loop.ts';
import { startWatchedService, type WatchedService } from '../loop/watched-service.ts';
import type { Options } from '../options.ts';
import { threadVariables } from '../service-threads.ts';

const VICTIM_SIZE = { products: 15_000, articles: 2_000 };
const ATTACKER_SIZE = { products: 15_000, articles: 5_000 };
const WARM_UP_MS = 3_000;
const QUIET_MS = 3_000;
/** How long the service may keep working on what an attack left behind. */
const RECOVERY_MAX_MS = 30_000;
/** A response within this time means that the service is free again. */
const FREE_MS = 1_000;
const REST_MS = 500;
/** A service that uses less CPU time than this has nothing left to do. */
const IDLE_SHARE_MAX = 0.1;

/** Shared by all attacks; the service is replaced when it had to be killed. */
interface Ground {
  readonly folder: string;
  readonly token: string;
  readonly victim: Victim;
  readonly attacker: Attacker;
  readonly withheld: readonly Span[];
  readonly start: () => Promise<WatchedService>;
  service: WatchedService;
}

export const runHostile = async (options: Options, say: (line: string) => void): Promise<void> => {
  const attacks = chooseAttacks(options.attacks);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const children: ChildProcess[] = [];
  const withheld = watchWithheld(children);
  let ground: Ground | undefined;
  try {
    say(`## hostile: a victim asks ${PER_SECOND} times a second beside a tenant that means harm\n`);
    const variables = threadVariables(options, say);
    say('  importing both tenants …');
    ground = { ...(await prepare(folder, variables, children)), withheld };
    const quiets = [await measureQuiet(ground)];
    const outcomes: Outcome[] = [];
    for (const attack of attacks) {
      say(`  ${attack.id}. ${attack.name} …`);
      outcomes.push(await measureAttack(attack, ground, options));
      quiets.push(await measureQuiet(ground));
    }
    say('');
    say(formatOutcomes(quiets, outcomes));
    say('');
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await ground?.service.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The largest synonym sets tried are far beyond the default limits. */
const RAISED_LIMITS = {
  VITRINE_LIMIT_PHRASES_PER_SYNONYM_SET: '20000',
  VITRINE_LIMIT_SYNONYM_PHRASES_PER_CATALOG: '20000',
};

const prepare = async (
  folder: string,
  variables: Readonly<Record<string, string>>,
  children: ChildProcess[],
): Promise<Omit<Ground, 'withheld'>> => {
  const dataDir = join(folder, 'data');
  await importLines(folder, function* lines() {
    yield* bundleOf(VICTIM, VICTIM_SIZE);
    yield* bundleOf(ATTACKER, ATTACKER_SIZE);
    yield* recordLines();
  });
  const token = await createToken(dataDir, tenantIdOf(ATTACKER), WORKSPACE_ID);
  const victim = openVictim(VICTIM_SIZE, children);
  const start = async (): Promise<WatchedService> => {
    const service = await startWatchedService(dataDir, { ...RAISED_LIMITS, ...variables });
    children.push(service.child);
    for (const tenant of [VICTIM, ATTACKER]) await search(service, tenant, vocabulary[0] as string);
    await waitForSnapshots(dataDir, 2);
    // Warm up indexes and code before the clock starts.
    await victim.askDuring(service, () => sleep(WARM_UP_MS));
    return service;
  };
  return {
    folder,
    token,
    victim,
    attacker: openAttacker(token, children),
    start,
    service: await start(),
  };
};

const importLines = async (folder: string, lines: () => Iterable<string>): Promise<void> => {
  const file = join(folder, 'bundle.ndjson');
  await pipeline(lines(), createWriteStream(file));
  await importFile(join(folder, 'data'), file);
};

const measureQuiet = async ({ service, victim, withheld }: Ground): Promise<Phase> => {
  await service.readLoop();
  const [, report] = await victim.askDuring(service, () => sleep(QUIET_MS));
  return toPhase(report, await service.readLoop(), withheld);
};

const measureAttack = async (attack: Attack, ground: Ground, options: Options): Promise<Outcome> => {
  const { folder, victim, attacker, service, withheld } = ground;
  const { bundle, setUp = [], tearDown = [] } = attack;
  if (bundle !== undefined) await importLines(folder, () => bundle(options));
  const refused = await sendAll(setUp, ground);
  await service.readLoop();
  const [attackReport, victimReport] = await victim.askDuring(service, () =>
    attacker.attack(attack, service, options.attackMs),
  );
  const loop = await recover(ground);
  await sendAll(tearDown, ground);
  return { attack, victim: toPhase(victimReport, loop, withheld), attacker: attackReport, refused };
};

/** Sends them one after the other; returns what was refused. */
const sendAll = async (
  requests: readonly HostileRequest[],
  { service, token }: Ground,
): Promise<string[]> => {
  const refused: string[] = [];
  for (const hostile of requests) {
    const { method, target, body } = hostile;
    const response = await fetch(new URL(target, service.address), {
      method,
      headers: headersFor(hostile, token),
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    if (!response.ok) refused.push(String(response.status));
  }
  return refused;
};

/**
 * The service's event loop statistics once it is free again. A service that does not recover is killed and replaced.
 */
const recover = async (ground: Ground): Promise<LoopReport | undefined> => {
  const { service } = ground;
  const deadline = performance.now() + RECOVERY_MAX_MS;
  let isFree = false;
  while (performance.now() < deadline) {
    isFree = await responds(service);
    if (isFree && (await isIdle(service))) return service.readLoop();
  }
  // It responds, but is still busy with the attack.
  if (isFree) return service.readLoop();
  service.child.kill('SIGKILL');
  await service.stop();
  ground.service = await ground.start();
  return undefined;
};

const responds = async ({ address }: WatchedService): Promise<boolean> => {
  try {
    const response = await fetch(new URL('/healthz', address), { signal: AbortSignal.timeout(FREE_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
};

/** Pauses, and measures the share of that time in which the service used CPU without any request. */
const isIdle = async ({ child }: WatchedService): Promise<boolean> => {
  const before = readCpuMs(child.pid) ?? 0;
  await sleep(REST_MS);
  return (readCpuMs(child.pid) ?? 0) - before < REST_MS * IDLE_SHARE_MAX;
};
