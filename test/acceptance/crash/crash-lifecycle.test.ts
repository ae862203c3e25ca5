// Everything the service writes, under kill -9: at every step of a script and then anywhere in it. Acknowledged
// writes survive, a step is applied completely or not at all, a bulk request up to some line, and repeating the
// script from its start ends in the state of an undisturbed run. Power loss is not simulated here.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { draw, runs } from '../../fixtures/long-runs.ts';
import { runHere } from '../cli/run-here.ts';
import { OPERATOR_TOKEN } from '../lifecycle/lifecycle-fixture.ts';
import {
  baseBundle,
  FORM,
  type Known,
  type ScriptStep,
  SHOP,
  type StepResponse,
  script,
  sendStep,
} from '../lifecycle/lifecycle-script.ts';
import { neutralize, readState } from '../lifecycle/lifecycle-state.ts';
import { importOnce } from '../service/imported-folder.ts';
import { type RunningService, startService } from '../service/running-service.ts';
import { assertWhole } from './crash-folder.ts';

const KILLS_AT_STEPS = runs(1, 8);
const KILLS_ANYWHERE = runs(0, 2);
/** A service that has just started is slower than the measured one. */
const COLD_MS = 30;
const STAMP_AGE_MS = 3_200;
const variables = {
  VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
  VITRINE_FORM_SUBMISSIONS_PER_MINUTE: '0',
  // Recorded searches are also written, but at any time.
  VITRINE_SEARCH_RECORDING: 'false',
};

interface Setup {
  readonly dataDir: string;
  readonly token: string;
  readonly known: Known;
  /** Acknowledged submissions, and how many were sent. */
  readonly submitted: Set<string>;
  attempts: number;
}

const openFolder = importOnce(() => baseBundle);

const openSetup = async (context: TestContext): Promise<Setup> => {
  const dataDir = await openFolder(context);
  const words = 'token create --tenant acme --workspace web --name crash --permission full --json';
  const created = await runHere(dataDir, words.split(' '));
  const { token } = JSON.parse(created.out) as { token: string };
  return { dataDir, token, known: new Map(), submitted: new Set(), attempts: 0 };
};

const start = async (context: TestContext, { dataDir }: Setup): Promise<RunningService> => {
  const service = await startService(dataDir, variables);
  context.after(() => service.stop('SIGKILL'));
  return service;
};

const assertAccepted = (step: ScriptStep, { status, text }: StepResponse): void => {
  const accepted = [200, 201, ...(step.accepts ?? [])];
  assert.ok(accepted.includes(status), `${step.name}: ${status} ${text.slice(-2_000)}`);
  if (step.method === 'PATCH' && status === 200) assert.match(text, /"failures":\[\]/, step.name);
};

/** True if the complete response arrived. */
const take = async (service: RunningService, setup: Setup, step: ScriptStep): Promise<boolean> => {
  const { token, known, submitted } = setup;
  if (step.kind === 'submit') {
    const age = Date.now() - Number(known.get('stamped'));
    if (age < STAMP_AGE_MS) await sleep(STAMP_AGE_MS - age);
    setup.attempts += 1;
  }
  const response = await sendStep(service, token, step, known);
  if (response === undefined) return false;
  if (step.kind === 'bulk') known.set('told', String(response.text.split('"outcome"').length - 1));
  if (!response.isWhole) return false;
  assertAccepted(step, response);
  if (step.kind === 'bulk') {
    assert.match(response.text, /"failed":0,"is_complete":true/, step.name);
    return true;
  }
  const data = (JSON.parse(response.text) as { Data: never }).Data;
  step.learn?.(data, known);
  if (step.kind === 'submit') submitted.add((data as { submission_id: string }).submission_id);
  return true;
};

const takeAll = async (
  service: RunningService,
  setup: Setup,
  steps: readonly ScriptStep[],
): Promise<void> => {
  for (const step of steps) assert.ok(await take(service, setup, step), `${step.name}:\n${service.log()}`);
};

interface Reference {
  /** By step, the state before it; those of the steps to kill at and of the ones after them, and the last. */
  readonly states: ReadonlyMap<number, readonly string[]>;
  readonly tookMs: readonly number[];
  readonly shown: readonly string[];
}

/** What readers get in the end. */
const readShown = async ({ address }: RunningService, { token }: Setup): Promise<readonly string[]> => {
  const shown: string[] = [];
  for (const environment of ['P1', 'P2', 'P3']) {
    for (const locale of ['en-us', 'de']) {
      for (const path of [
        `/discovery/search/content?catalog_id=${SHOP}&q=lantern&locale=${locale}`,
        `/content/v2/content-models/blog/records?sort_by=id&locale=${locale}`,
      ]) {
        const response = await fetch(new URL(path, address), {
          headers: {
            'x-tenant-id': 'acme',
            'x-workspace-id': 'web',
            'x-environment-id': environment,
            authorization: `Bearer ${token}`,
          },
        });
        // Times and version ids differ in each run.
        const text = (await response.text())
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
          .replaceAll(/version_id(\\?":\\?")[0-9a-f-]{36}/g, 'version_id$1which');
        shown.push(`${environment} ${locale} ${response.status} ${text}`);
      }
    }
  }
  return shown;
};

const runUndisturbed = async (context: TestContext, killedAt: readonly number[]): Promise<Reference> => {
  const setup = await openSetup(context);
  const service = await start(context, setup);
  const wanted = new Set([...killedAt.flatMap((index) => [index, index + 1]), script.length]);
  const states = new Map<number, readonly string[]>();
  const tookMs: number[] = [];
  for (const [index, step] of script.entries()) {
    if (wanted.has(index)) states.set(index, await readState(setup.dataDir));
    const begin = performance.now();
    await takeAll(service, setup, [step]);
    tookMs.push(step.kind === 'submit' ? 50 : performance.now() - begin);
  }
  states.set(script.length, await readState(setup.dataDir));
  const shown = await readShown(service, setup);
  await service.stop();
  return { states, tookMs, shown };
};

/** A bulk request must have applied a prefix of its lines, including all that were reported. */
const assertPrefix = (
  name: string,
  found: readonly string[],
  [before, after]: readonly [readonly string[], readonly string[]],
  told: number,
): void => {
  const kept = new Set(found);
  const [old, next] = [new Set(before), new Set(after)];
  const changes = [
    ...before.filter((line) => !next.has(line)).map((line) => !kept.has(line)),
    ...after.filter((line) => !old.has(line)).map((line) => kept.has(line)),
  ];
  const count = changes.filter(Boolean).length;
  assert.deepEqual(
    changes,
    changes.toSorted((a, b) => Number(b) - Number(a)),
    `${name}: not its first lines`,
  );
  assert.ok(count >= told, `${name}: ${told} lines were told, ${count} stand`);
  assert.ok(
    before.filter((line) => next.has(line)).every((line) => kept.has(line)),
    `${name}: lost others`,
  );
  assert.ok(
    found.every((line) => old.has(line) || next.has(line)),
    `${name}: strange lines`,
  );
};

/** Repeats the killed step and everything up to the given step, and kills that one. Returns how far it got. */
const killAt = async (
  context: TestContext,
  setup: Setup,
  reference: Reference,
  index: number,
  killedLast: number,
): Promise<'served' | 'landed' | 'lost'> => {
  const step = script[index] as ScriptStep;
  const service = await start(context, setup);
  await takeAll(service, setup, script.slice(killedLast, index));
  setup.known.set('told', '0');
  const taking = take(service, setup, step);
  await sleep(Math.random() * (COLD_MS + (reference.tookMs[index] ?? 0)));
  await service.stop('SIGKILL');
  const isServed = await taking;
  await assertWhole(setup.dataDir);
  const found = await readState(setup.dataDir);
  const before = reference.states.get(index) ?? [];
  const after = reference.states.get(index + 1) ?? [];
  if (isServed) {
    assert.deepEqual(found, after, `${step.name} was acknowledged`);
    return 'served';
  }
  const isState = (state: readonly string[]) => JSON.stringify(state) === JSON.stringify(found);
  if (step.kind === 'bulk') assertPrefix(step.name, found, [before, after], Number(setup.known.get('told')));
  else if (!isState(before) && !isState(after)) assert.deepEqual(found, after, `${step.name} stands by half`);
  return isState(before) ? 'lost' : 'landed';
};

const assertSubmissions = async ({ address }: RunningService, setup: Setup): Promise<void> => {
  const response = await fetch(new URL(`/manage/v1/forms/${FORM}/submissions?limit=100`, address), {
    headers: {
      'x-tenant-id': 'acme',
      'x-workspace-id': 'web',
      authorization: `Bearer ${OPERATOR_TOKEN}`,
    },
  });
  const { Data } = (await response.json()) as { Data: { items: { submission_id: string }[] } };
  const found = Data.items.map(({ submission_id }) => submission_id);
  assert.deepEqual(
    [...setup.submitted].filter((id) => !found.includes(id)),
    [],
  );
  assert.ok(new Set(found).size === found.length && found.length <= setup.attempts, `${found}`);
};

test('everything written survives kills at its steps and anywhere', async (context) => {
  const killedAt = draw([...script.keys()], KILLS_AT_STEPS);
  const [reference, setup] = [await runUndisturbed(context, killedAt), await openSetup(context)];
  const final = reference.states.get(script.length);
  const ends = { served: 0, landed: 0, lost: 0 };
  let killedLast = 0;
  for (const index of killedAt) {
    ends[await killAt(context, setup, reference, index, killedLast)] += 1;
    killedLast = index;
  }
  const wholeMs = reference.tookMs.reduce((sum, ms) => sum + ms, 0);
  for (let kill = 0; kill < KILLS_ANYWHERE; kill += 1) {
    const service = await start(context, setup);
    const running = (async () => {
      for (const step of script) if (!(await take(service, setup, step))) return;
    })();
    await sleep(Math.random() * wholeMs);
    await service.stop('SIGKILL');
    await running;
    await assertWhole(setup.dataDir);
  }
  const last = await start(context, setup);
  await takeAll(last, setup, script);
  assert.deepEqual(await readState(setup.dataDir), final);
  assert.deepEqual(await readShown(last, setup), reference.shown);
  await assertSubmissions(last, setup);
  assert.equal(await last.stop(), 0);
  const exported = await runHere(setup.dataDir, ['export']);
  assert.deepEqual(neutralize(exported.out.trimEnd().split('\n')), final);
  context.diagnostic(`steps at the kill: ${JSON.stringify(ends)}`);
});
