// Whatever several writers do to records, in whatever order, every response equals the plain model's; so does what each
// environment and locale shows, finds and previews after each step, and the final export. All over HTTP.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../fixtures/long-runs.ts';
import { PlainRecords } from '../../suites/store/store-records-model.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';
import { openWireClient, type WireClient, type WireResponse } from '../service/wire-client.ts';
import {
  environmentIds,
  type LifecycleRequest,
  type LifecycleWorkspace,
  locales,
  mayWrite,
  OPERATOR_TOKEN,
  openWorkspace,
  RECORDS_PATH,
  reaches,
  textsOf,
  titleOf,
  uuid,
  writers,
} from './lifecycle-fixture.ts';
import { Onlooker, type Story } from './lifecycle-views.ts';

const RUNS = runs(2, 10);
const STEPS_MIN = 12;
const STEPS_MAX = 24;
const editor = { writer: 'editor', from: 'P1', isTwice: false } as const;
const RECORDS = [uuid(101), uuid(102), uuid(103)] as const;
const NO_VERSION = uuid(9);

/** Mostly the first, so that steps affect each other. */
const mostly = <T>(usual: T, ...others: readonly [T, ...T[]]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
  );
const record = fc.constantFrom(...RECORDS);
/** Index of the version, counted from the newest; one too many means none. */
const version = mostly(0, 1, 2, 3);
const draft = fc.record({
  locales: fc.subarray([...locales], { minLength: 1 }),
  author: mostly<string | undefined>(undefined, ...RECORDS),
});
const who = { writer: mostly(...writers), from: fc.constantFrom(...environmentIds) };
/** With an idempotency key, and sent twice. */
const isTwice = fc.boolean();
const placing = {
  ...who,
  record,
  isTwice,
  locale: fc.option(fc.constantFrom(...locales), { nil: undefined, freq: 2 }),
  elements: fc.uniqueArray(fc.record({ environment: fc.constantFrom(...environmentIds, 'NONE'), version }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ environment }) => environment,
  }),
};

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('create'), ...who, record, draft, isTwice } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('save'), ...who, record, version, draft, isTwice } as const),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('publish'), ...placing } as const) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('unpublish'), ...placing } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('removeVersion'), ...who, record, version } as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('removeRecord'),
      ...who,
      record,
      cascade: fc.boolean(),
    } as const),
  },
);
/** Two records exist from the start, otherwise most runs would do nothing. */
const story = fc
  .tuple(draft, draft, fc.array(step, { minLength: STEPS_MIN, maxLength: STEPS_MAX, size: 'max' }))
  .map(([first, second, steps]): Step[] => [
    { act: 'create', ...editor, record: RECORDS[0], draft: { ...first, author: undefined } },
    { act: 'create', ...editor, record: RECORDS[1], draft: second },
    ...steps,
  ]);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Writing = Extract<Step, { act: 'create' | 'save' }>;
type Placing = Extract<Step, { act: 'publish' | 'unpublish' }>;

const dataOf = <T>({ text }: WireResponse): T => (JSON.parse(text) as { Data: T }).Data;

const statuses: Readonly<Record<string, number>> = {
  done: 200,
  exists: 409,
  needed: 409,
  absent: 404,
  refused: 400,
  'no-record': 404,
  'no-base': 412,
  changed: 412,
};

class Run {
  readonly #workspace: LifecycleWorkspace;
  readonly #plain: PlainRecords;
  readonly #story: Story;
  readonly #clock: number;

  constructor(workspace: LifecycleWorkspace, plain: PlainRecords, story: Story, clock: number) {
    this.#workspace = workspace;
    this.#plain = plain;
    this.#story = story;
    this.#clock = clock;
  }

  /** Applies a step to both and compares the results. */
  async take(now: Step): Promise<void> {
    if (now.act === 'create' || now.act === 'save') return this.#write(now);
    if (now.act === 'publish' || now.act === 'unpublish') return this.#place(now);
    const isRecord = now.act === 'removeRecord';
    const path = isRecord
      ? `${RECORDS_PATH}/${now.record}?cascade=${now.cascade}`
      : `${RECORDS_PATH}/${now.record}/versions/${this.#versionId(now)}`;
    const response = await this.#send({ ...now, method: 'DELETE', path });
    // It would unpublish where the token has no access.
    if (this.#isRefused(now, response, isRecord && now.cascade && now.writer === 'local')) return;
    const expected = isRecord
      ? this.#plain.removeRecord(now.record, now.cascade)
      : this.#plain.removeVersion(now.record, this.#versionId(now));
    assert.equal(response.status, statuses[expected], response.text);
    if (expected === 'needed' && now.writer === 'local') assert.doesNotMatch(response.text, /"(P2|S1)"/);
  }

  async #write(now: Writing): Promise<void> {
    const versionId = uuid(1_000 + this.#clock);
    const { locales: own, author } = now.draft;
    const base = now.act === 'save' ? this.#versionId(now) : '';
    const localized = textsOf(this.#clock, own, author);
    // A save may choose the id of its version; the id of a first version is in the response.
    const body =
      now.act === 'save'
        ? { base_version_id: base, id: versionId, localized }
        : { id: now.record, localized };
    const path = now.act === 'save' ? `${RECORDS_PATH}/${now.record}/versions` : RECORDS_PATH;
    const response = await this.#send({ ...now, method: 'POST', path, body });
    if (this.#isRefused(now, response)) return;
    const made =
      response.status === 201 ? dataOf<{ version: { id: string } }>(response).version.id : versionId;
    this.#story.marks.set(made, this.#clock);
    const latest = this.#plain.records.get(now.record)?.at(-1)?.id;
    const kept = { id: made, locales: own, author };
    const expected =
      now.act === 'save' ? this.#plain.save(now.record, base, kept) : this.#plain.create(now.record, kept);
    assert.equal(response.status, expected === 'done' ? 201 : statuses[expected], response.text);
    if (expected === 'changed')
      assert.equal(dataOf<{ current_version_id: string }>(response).current_version_id, latest);
  }

  async #place(now: Placing): Promise<void> {
    const asked = now.elements.map(({ environment, version: index }) => ({
      environment_id: environment,
      version_id: this.#versionId({ record: now.record, version: index }),
    }));
    const query = now.locale === undefined ? '' : `?locale=${now.locale}`;
    const path = `${RECORDS_PATH}/${now.record}/versions/${now.act}${query}`;
    const response = await this.#send({ ...now, method: 'PATCH', path, body: { version_data: asked } });
    if (this.#isRefused(now, response)) return;
    if (!this.#plain.records.has(now.record)) return assert.equal(response.status, 404, response.text);
    assert.equal(response.status, 200, response.text);
    const codes = asked.map(({ environment_id, version_id }) =>
      environment_id === 'NONE' || !reaches(now.writer, environment_id)
        ? 'environment_not_found'
        : this.#plain[now.act](now.record, version_id, environment_id, now.locale, String(this.#clock)),
    );
    const {
      success,
      failures,
      failure_details: details,
    } = dataOf<{
      success: string[];
      failures: string[];
      failure_details: { environment_id: string; code: string }[];
    }>(response);
    const idsOf = (isGood: boolean) =>
      asked.filter((_, index) => (codes[index] === 'ok') === isGood).map(({ version_id }) => version_id);
    assert.deepEqual([success, failures], [idsOf(true), idsOf(false)], response.text);
    assert.deepEqual(
      details.map(({ code }) => code),
      codes.filter((code) => code !== 'ok'),
    );
  }

  #versionId(now: { readonly record: string; readonly version: number }): string {
    return this.#plain.records.get(now.record)?.at(-1 - now.version)?.id ?? NO_VERSION;
  }

  /** With a key, a repeat must return what the first request did; later comparisons show that it changed nothing. */
  async #send(request: LifecycleRequest & { readonly isTwice?: boolean }): Promise<WireResponse> {
    if (request.isTwice !== true) return this.#workspace.send(request);
    const keyed = { ...request, key: `key-${this.#clock}` };
    const first = await this.#workspace.send(keyed);
    const second = await this.#workspace.send(keyed);
    assert.deepEqual([second.status, second.text], [first.status, first.text]);
    return first;
  }

  #isRefused({ writer, from }: Step, response: WireResponse, isBeyond = false): boolean {
    if (mayWrite(writer) && reaches(writer, from) && !isBeyond) return false;
    assert.equal(response.status, 403, response.text);
    return true;
  }
}

interface ExportedLine {
  readonly kind: string;
  readonly id: string;
  readonly record_id: string;
  readonly environment_id: string;
  readonly version_id: string;
  readonly locales: readonly string[] | null;
  readonly localized: Readonly<Record<string, { readonly title: string }>>;
}

const compareExport = async (
  service: RunningService,
  { tenantId }: LifecycleWorkspace,
  plain: PlainRecords,
  { marks }: Story,
): Promise<void> => {
  const { code, out, err } = await runHere(service.dataDir, ['export', '--tenant', tenantId]);
  assert.equal(code, 0, err);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportedLine);
  const found = lines.flatMap((line) => {
    if (line.kind === 'record') return [`record ${line.id}`];
    if (line.kind === 'version') {
      const texts = Object.entries(line.localized).map(([locale, { title }]) => `${locale}: ${title}`);
      return [`version ${line.id} of ${line.record_id} ${texts.sort()}`];
    }
    if (line.kind !== 'publication') return [];
    const own = plain.records.get(line.record_id)?.find(({ id }) => id === line.version_id);
    return (line.locales ?? own?.locales ?? []).map(
      (locale) => `${line.environment_id} ${line.record_id} ${locale} ${line.version_id}`,
    );
  });
  const expected = [...plain.records].flatMap(([id, versions]) => [
    `record ${id}`,
    ...versions.map((own) => {
      const texts = own.locales.map((locale) => `${locale}: ${titleOf(marks.get(own.id), locale)}`);
      return `version ${own.id} of ${id} ${texts.sort()}`;
    }),
  ]);
  for (const environmentId of environmentIds) {
    for (const [where, { version: own }] of plain.published(environmentId))
      expected.push(`${environmentId} ${where} ${own.id}`);
  }
  assert.deepEqual(found.sort(), expected.sort());
};

let service: RunningService;
let wire: WireClient;
const cleanUps: (() => Promise<void>)[] = [];

before(async () => {
  const dataDir = await makeDataDir({ after: (done) => cleanUps.push(done) });
  service = await startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN });
  wire = openWireClient(service.address);
});

after(async () => {
  wire.close();
  await service.stop();
  for (const cleanUp of cleanUps) await cleanUp();
});

test('records, searches and exports agree with plain maps after any steps of any writers', async (context) => {
  let runs = 0;
  let taken = 0;
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      runs += 1;
      const workspace = await openWorkspace(wire, `run${runs}`);
      const plain = new PlainRecords();
      const onlooker = new Onlooker(workspace);
      const known: Story = { times: new Map(), marks: new Map() };
      await onlooker.look(plain, known);
      for (const [clock, now] of steps.entries()) {
        const from = Date.now();
        await new Run(workspace, plain, known, clock).take(now);
        known.times.set(String(clock), [from, Date.now()]);
        if (await onlooker.look(plain, known)) seen += 1;
        taken += 1;
      }
      await compareExport(service, workspace, plain, known);
    }),
    { numRuns: RUNS },
  );
  context.diagnostic(`${runs} runs, ${taken} steps; ${seen} of them changed what somebody sees`);
  // A run in which every step is refused would prove nothing. About a third is usual; the short form draws few steps.
  assert.ok(seen > taken / 20);
});
