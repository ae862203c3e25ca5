// Publishing as a use case: what fails as a whole, what fails by itself, and how a repeat is recognised.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  caller,
  failure,
  fullToken,
  lostCaller,
  scope,
  storeWith,
} from '../../../test/fixtures/fake-caller.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import type { PublishRequest, PublishResult } from '../../domain/ports.ts';
import type { PublishFailureCode } from '../../domain/records/publication.ts';
import { buildPublishVersions } from './publish-versions.ts';

const RECORD_ID = '5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa';
const model = (internalName: string, isVersionable: boolean): ContentModel => ({
  id: 'm1',
  internalName,
  name: '',
  type: 'collection',
  createdAt: '',
  template: '',
  actAsWebPage: false,
  isLocalizationEnabled: false,
  groupId: '',
  description: '',
  isVersionable,
  fields: [],
  localized: {},
});

const allDone = ({ elements }: PublishRequest): PublishResult => ({
  kind: 'done',
  outcomes: elements.map((element) => ({ element, ok: true })),
});

const build = (result: (request: PublishRequest) => PublishResult = allDone) => {
  const asked: PublishRequest[] = [];
  const publish = buildPublishVersions({
    storeIn: storeWith({
      findContentModelByName: async (name) =>
        name === 'blog' || name === 'fixed' ? model(name, name === 'blog') : undefined,
      hasRecord: async (name, id) => (name === 'blog' || name === 'fixed') && id === RECORD_ID,
    }),
    publisher: {
      publish: async (workspace, request) => {
        assert.equal(workspace.tenantId, scope.tenantId);
        assert.equal(workspace.workspaceId, scope.workspaceId);
        asked.push(request);
        return result(request);
      },
    },
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  const run = (given: Given = {}) =>
    publish(given.caller ?? caller, {
      params: { modelInternalName: given.model ?? 'blog', contentModelDataId: given.record ?? RECORD_ID },
      query: given.locale === undefined ? {} : { locale: given.locale },
      headers: given.key === undefined ? {} : { 'idempotency-key': given.key },
      body: {
        version_data: (given.elements ?? ['P1:v1']).map((pair) => {
          const [environment_id = '', version_id = ''] = pair.split(':');
          return { environment_id, version_id };
        }),
      },
    });
  return { run, asked };
};

interface Given {
  readonly caller?: typeof caller;
  readonly model?: string;
  readonly record?: string;
  readonly locale?: string;
  readonly key?: string;
  /** `environment:version`. */
  readonly elements?: readonly string[];
}

test('a repeated environment is refused before anything is looked up', async () => {
  const { run, asked } = build();
  const repeated = failure(400, 'InvalidInput', 'repeated:version_data.2.environment_id');
  await assert.rejects(run({ elements: ['P1:v1', 'P2:v1', 'P1:v2'] }), repeated);
  await assert.rejects(run({ elements: ['P1:v1', 'P2:v1', 'P1:v1'], model: 'none' }), repeated);
  assert.deepEqual(asked, []);
});

test('an unknown model or record is 404, a model without versions 409', async () => {
  const { run, asked } = build();
  const noModel = failure(404, 'ContentModelNotFound', 'content_model_not_found');
  const noRecord = failure(404, 'RecordNotFound', 'record_not_found');
  await assert.rejects(run({ model: 'none' }), noModel);
  await assert.rejects(
    run({ caller: lostCaller }),
    failure(404, 'EnvironmentNotFound', 'environment_not_found'),
  );
  await assert.rejects(run({ record: '00000000-0000-4000-8000-000000000000' }), noRecord);
  await assert.rejects(run({ record: 'not a uuid', model: 'fixed' }), noRecord);
  await assert.rejects(run({ model: 'fixed' }), failure(409, 'Conflict', 'model_not_versionable'));
  assert.deepEqual(asked, []);
});

test('the request reaches the publisher whole', async () => {
  const { run, asked } = build();
  const token = { ...fullToken, environmentIds: ['P1'] };
  await run({
    caller: { ...caller, token },
    record: RECORD_ID.toUpperCase(),
    locale: 'de_AT',
    elements: ['P1:v1', 'P2:v2'],
  });
  const [request] = asked;
  assert.ok(request !== undefined);
  assert.equal(request.recordId, RECORD_ID);
  assert.equal(request.locale, 'de-at');
  assert.equal(request.now, '2026-01-02T03:04:05.000Z');
  assert.equal(request.idempotency, undefined);
  assert.deepEqual(request.elements, [
    { environmentId: 'P1', versionId: 'v1' },
    { environmentId: 'P2', versionId: 'v2' },
  ]);
  assert.deepEqual([request.reaches('P1'), request.reaches('P2')], [true, false]);
  await run();
  assert.equal(asked[1]?.locale, undefined);
});

test('successes and failures are told in the order of the request, failures with their cause', async () => {
  const codes: Record<string, PublishFailureCode | undefined> = {
    P2: 'environment_not_found',
    P4: 'version_not_found',
    P5: 'locale_not_found',
  };
  const { run } = build(({ elements }) => ({
    kind: 'done',
    outcomes: elements.map((element) => {
      const code = codes[element.environmentId];
      return code === undefined ? { element, ok: true } : { element, ok: false, code };
    }),
  }));
  assert.deepEqual(await run({ elements: ['P5:v5', 'P3:v1', 'P2:v1', 'P1:v9', 'P4:v4'] }), {
    success: ['v1', 'v9'],
    failures: ['v5', 'v1', 'v4'],
    failure_details: [
      {
        environment_id: 'P5',
        version_id: 'v5',
        code: 'locale_not_found',
        message: 'The version has no text in this locale',
      },
      {
        environment_id: 'P2',
        version_id: 'v1',
        code: 'environment_not_found',
        message: 'The token covers no environment with this id',
      },
      {
        environment_id: 'P4',
        version_id: 'v4',
        code: 'version_not_found',
        message: 'The record has no such version',
      },
    ],
  });
});

test('a key used with another request is 409; a replayed response is the first one', async () => {
  const reused = build(() => ({ kind: 'key-reused' }));
  await assert.rejects(reused.run({ key: 'k' }), failure(409, 'Conflict', 'idempotency_key_reused'));
  const replayed = build((request) => ({ ...allDone(request), kind: 'replayed' }) as PublishResult);
  assert.deepEqual(await replayed.run({ key: 'k' }), { success: ['v1'], failures: [], failure_details: [] });
});

test('the fingerprint changes with anything that is said, and with nothing else', async () => {
  const { run, asked } = build();
  const other = { ...caller, scope };
  const idempotencyKeyOf = async (given: Given) => {
    await run({ key: 'k1', ...given });
    return asked.at(-1)?.idempotency;
  };
  const first = await idempotencyKeyOf({});
  assert.deepEqual(await idempotencyKeyOf({ caller: other }), first);
  assert.deepEqual(await idempotencyKeyOf({ record: RECORD_ID.toUpperCase() }), first);
  assert.equal((await idempotencyKeyOf({ key: 'k2' }))?.fingerprint, first?.fingerprint);
  assert.notEqual((await idempotencyKeyOf({ key: 'k2' }))?.key, first?.key);
  assert.deepEqual(await idempotencyKeyOf({ locale: 'de_AT' }), await idempotencyKeyOf({ locale: 'DE-at' }));
  const others: Given[] = [
    { locale: 'de' },
    { elements: ['P1:v2'] },
    { elements: ['P2:v1'] },
    { elements: ['P1:v1', 'P2:v1'] },
  ];
  for (const given of others) {
    const claim = await idempotencyKeyOf(given);
    assert.equal(claim?.key, first?.key);
    assert.notEqual(claim?.fingerprint, first?.fingerprint, JSON.stringify(given));
  }
  const foreign = await idempotencyKeyOf({ caller: { ...caller, token: { ...fullToken, id: 't2' } } });
  assert.notEqual(foreign?.key, first?.key, "another token's key is another key");
});

test('without a token nothing is published: that would be a fault of the edge', async () => {
  const { run, asked } = build();
  await assert.rejects(run({ caller: { ...caller, token: undefined } }), /without a token/);
  assert.deepEqual(asked, []);
});
