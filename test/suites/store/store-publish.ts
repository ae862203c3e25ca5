// Suite: publishing. Which element fails and why, which rows change, and that a repeat changes nothing.

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import type { PublishRequest, PublishResult } from '../../../src/domain/ports.ts';
import { runs } from '../../fixtures/long-runs.ts';
import {
  ACME,
  CATALOG,
  line,
  type OpenStore,
  openFilledBy,
  putAll,
  RECORD,
  uuid,
  VERSION_1,
  VERSION_2,
  versionIn,
  workspaceLines,
} from './store-fixture.ts';
import { sizeFor } from './store-sizes.ts';

const OTHER_RECORD = uuid(5);
const OTHER_VERSION = uuid(13);
const ENVIRONMENTS = ['PROD', 'STAGE'] as const;

/** Every published locale of an environment: `locale → version@time`. */
const standing = async (
  store: Store,
  environmentId: string,
  workspace = ACME,
): Promise<Record<string, string>> => {
  const record = await store.findPublishedRecord({ ...workspace, environmentId }, CATALOG, RECORD);
  return Object.fromEntries(
    Object.entries(record?.texts ?? {}).map(([locale, { extraData }]) => [
      locale,
      `${extraData['version_id']}@${extraData['published_at']}`,
    ]),
  );
};

const recordLines = (workspace: WorkspaceScope) => [
  ...workspaceLines(workspace),
  line('content_model'),
  line('catalog', { environment_ids: [...ENVIRONMENTS] }),
  line('record'),
  line('record', { id: OTHER_RECORD }),
  versionIn(VERSION_1, 1, ['de-de', 'en-us']),
  versionIn(VERSION_2, 2, ['en-us', 'fr-fr']),
  versionIn(OTHER_VERSION, 1, ['en-us'], { record_id: OTHER_RECORD }),
];

const openWithRecord = (open: OpenStore, t: TestContext): Promise<Store> => openFilledBy(open, t, putRecord);

const putRecord = async (store: Store): Promise<void> => {
  await putAll(store, ACME, recordLines(ACME));
};

const requestOf = (changes: Partial<PublishRequest> = {}): PublishRequest => ({
  recordId: RECORD,
  elements: [{ environmentId: 'PROD', versionId: VERSION_1 }],
  locale: undefined,
  reaches: () => true,
  now: 't1',
  idempotency: undefined,
  ...changes,
});

const publish = (store: Store, changes: Partial<PublishRequest>): Promise<PublishResult> =>
  store.publish(ACME, requestOf(changes));

const codes = (result: PublishResult): string[] =>
  result.kind === 'key-reused'
    ? ['key-reused']
    : result.outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code));

export const describePublish = (open: OpenStore): void => {
  describe('publish', () => {
    it('puts all locales of the version in place and leaves others as they were', async (t) => {
      const store = await openWithRecord(open, t);
      await publish(store, { now: 't1' });
      await publish(store, { now: 't2', elements: [{ environmentId: 'PROD', versionId: VERSION_2 }] });
      assert.deepEqual(await standing(store, 'PROD'), {
        'de-de': `${VERSION_1}@t1`,
        'en-us': `${VERSION_2}@t2`,
        'fr-fr': `${VERSION_2}@t2`,
      });
      assert.deepEqual(await standing(store, 'STAGE'), {});
    });

    it('with a locale changes that locale only', async (t) => {
      const store = await openWithRecord(open, t);
      await publish(store, { now: 't1' });
      const elements = [{ environmentId: 'PROD', versionId: VERSION_2 }];
      await publish(store, { now: 't2', elements, locale: 'en-us' });
      assert.deepEqual(await standing(store, 'PROD'), {
        'de-de': `${VERSION_1}@t1`,
        'en-us': `${VERSION_2}@t2`,
      });
      assert.deepEqual(codes(await publish(store, { elements, locale: 'de-de' })), ['locale_not_found']);
    });

    it('brings a superseded version back', async (t) => {
      const store = await openWithRecord(open, t);
      await publish(store, { now: 't1' });
      await publish(store, { now: 't2', elements: [{ environmentId: 'PROD', versionId: VERSION_2 }] });
      await publish(store, { now: 't3', locale: 'en-us' });
      assert.equal((await standing(store, 'PROD'))['en-us'], `${VERSION_1}@t3`);
    });

    it('publishing what is published changes nothing and leaves no trace', async (t) => {
      const store = await openWithRecord(open, t);
      await publish(store, { now: 't1' });
      const head = await store.headPosition(ACME);
      assert.deepEqual(codes(await publish(store, { now: 't2' })), ['ok']);
      assert.equal((await standing(store, 'PROD'))['de-de'], `${VERSION_1}@t1`);
      assert.equal(await store.headPosition(ACME), head);
    });

    it('judges each element by itself: environment, then version, then locale', async (t) => {
      const store = await openWithRecord(open, t);
      const elements = [
        { environmentId: 'NOWHERE', versionId: uuid(99) },
        { environmentId: 'PROD', versionId: OTHER_VERSION },
        { environmentId: 'STAGE', versionId: VERSION_1 },
      ];
      const result = await publish(store, { elements, locale: 'de-de' });
      assert.deepEqual(codes(result), ['environment_not_found', 'version_not_found', 'ok']);
      const unreached = await publish(store, { elements, reaches: (id) => id === 'PROD' });
      assert.deepEqual(codes(unreached), [
        'environment_not_found',
        'version_not_found',
        'environment_not_found',
      ]);
      assert.deepEqual(await standing(store, 'STAGE'), { 'de-de': `${VERSION_1}@t1` });
    });

    it('reads version ids in any case and reports them as sent', async (t) => {
      const store = await openWithRecord(open, t);
      const mixed = 'AAAAAAAA-0000-4000-8000-00000000000B';
      await putAll(store, ACME, [versionIn(mixed.toLowerCase(), 3, ['en-us'])]);
      const elements = [{ environmentId: 'PROD', versionId: mixed }];
      const result = await publish(store, { elements });
      assert.deepEqual(result, { kind: 'done', outcomes: [{ element: elements[0], ok: true }] });
      assert.equal((await standing(store, 'PROD'))['en-us'], `${mixed.toLowerCase()}@t1`);
    });

    it('cannot reach the record or environment of another workspace', async (t) => {
      const store = await openWithRecord(open, t);
      const other = { tenantId: 'other', workspaceId: 'web' };
      await putAll(store, other, workspaceLines(other));
      const result = await store.publish(other, requestOf());
      assert.deepEqual(codes(result), ['version_not_found']);
      assert.deepEqual(await standing(store, 'PROD'), {});
    });

    it('leaves what stands in a workspace of the same ids', async (t) => {
      const store = await openWithRecord(open, t);
      const twins = [
        { ...ACME, workspaceId: 'b2b' },
        { tenantId: 'other', workspaceId: ACME.workspaceId },
      ];
      for (const twin of twins) {
        await putAll(store, twin, recordLines(twin));
        await store.publish(twin, requestOf());
      }
      await publish(store, { now: 't1' });
      const elements = [{ environmentId: 'PROD', versionId: VERSION_2 }];
      await publish(store, { now: 't2', elements });
      await store.unpublish(ACME, requestOf({ now: 't3', elements }));
      assert.deepEqual(await standing(store, 'PROD'), { 'de-de': `${VERSION_1}@t1` });
      for (const twin of twins) {
        const both = { 'de-de': `${VERSION_1}@t1`, 'en-us': `${VERSION_1}@t1` };
        assert.deepEqual(await standing(store, 'PROD', twin), both);
      }
    });

    it('agrees with a plain map over random publishes', async (t) => {
      const store = await openWithRecord(open, t);
      const versions = new Map([
        [VERSION_1, ['de-de', 'en-us']],
        [VERSION_2, ['en-us', 'fr-fr']],
      ]);
      const model = new Map<string, string>();
      let clock = 0;
      const step = fc.record({
        environmentId: fc.constantFrom(...ENVIRONMENTS),
        versionId: fc.constantFrom(...versions.keys()),
        locale: fc.option(fc.constantFrom('de-de', 'en-us', 'fr-fr'), { nil: undefined }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          for (const { environmentId, versionId, locale } of steps) {
            clock += 1;
            const headBefore = await store.headPosition(ACME);
            await publish(store, { elements: [{ environmentId, versionId }], locale, now: `t${clock}` });
            let changed = false;
            for (const each of (versions.get(versionId) ?? []).filter((own) => (locale ?? own) === own)) {
              const key = `${environmentId} ${each}`;
              if (!model.get(key)?.startsWith(versionId)) {
                model.set(key, `${versionId}@t${clock}`);
                changed = true;
              }
            }
            assert.equal(await store.headPosition(ACME), headBefore + (changed ? 1 : 0));
          }
          for (const environmentId of ENVIRONMENTS) {
            const expected = [...model]
              .filter(([key]) => key.startsWith(`${environmentId} `))
              .map(([key, value]) => [key.slice(environmentId.length + 1), value]);
            assert.deepEqual(await standing(store, environmentId), Object.fromEntries(expected));
          }
        }),
        { numRuns: sizeFor(open, 6, runs(6, 50)) },
      );
    });
  });

  describe('idempotency', () => {
    const claim = { key: 'tok1:abc', fingerprint: 'f1' };

    it('returns the same for a repeat and does nothing', async (t) => {
      const store = await openWithRecord(open, t);
      const elements = [
        { environmentId: 'PROD', versionId: VERSION_1 },
        { environmentId: 'NOWHERE', versionId: VERSION_1 },
      ];
      const request = { elements, idempotency: claim, now: '2026-01-01T00:00:00.000Z' };
      const first = await publish(store, request);
      assert.equal(first.kind, 'done');
      await publish(store, { elements: [{ environmentId: 'PROD', versionId: VERSION_2 }], now: 't2' });
      const before = await standing(store, 'PROD');
      const repeat = await publish(store, { ...request, now: '2026-01-01T23:59:59.999Z' });
      assert.deepEqual(repeat, { ...first, kind: 'replayed' });
      assert.deepEqual(await standing(store, 'PROD'), before);
    });

    it('refuses the key for another request, in its own workspace only', async (t) => {
      const store = await openWithRecord(open, t);
      const now = '2026-01-01T00:00:00.000Z';
      await publish(store, { idempotency: claim, now });
      const elements = [{ environmentId: 'STAGE', versionId: VERSION_1 }];
      const reused = await publish(store, { elements, idempotency: { ...claim, fingerprint: 'f2' }, now });
      assert.deepEqual(reused, { kind: 'key-reused' });
      assert.deepEqual(await standing(store, 'STAGE'), {});
      for (const other of [
        { tenantId: 'other', workspaceId: 'web' },
        { ...ACME, workspaceId: 'other' },
      ]) {
        const idempotency = { ...claim, fingerprint: 'f2' };
        const elsewhere = await store.publish(other, requestOf({ elements, now, idempotency }));
        assert.equal(elsewhere.kind, 'done');
      }
    });

    it('forgets a key after 24 hours', async (t) => {
      const store = await openWithRecord(open, t);
      await publish(store, { idempotency: claim, now: '2026-01-01T00:00:00.000Z' });
      const later = { ...claim, fingerprint: 'f2' };
      const result = await publish(store, { idempotency: later, now: '2026-01-02T00:00:00.000Z' });
      assert.equal(result.kind, 'done');
      const again = await publish(store, { idempotency: later, now: '2026-01-02T00:00:01.000Z' });
      assert.equal(again.kind, 'replayed');
    });
  });
};
