// Suite: whatever is done to records in whatever order, the store shows, lists and exports what plain maps say.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Store } from '../../../src/adapters/store/store.ts';
import type { WorkspaceScope } from '../../../src/domain/access/scope.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { CATALOG, collect, type OpenStore, uuid } from './store-fixture.ts';
import {
  codesOf,
  create,
  ENVIRONMENTS,
  NOW,
  openWithModels,
  putModels,
  readAll,
  requestOf,
  save,
  shown,
  text,
} from './store-records-fixture.ts';
import { PlainRecords } from './store-records-model.ts';
import { sizeFor } from './store-sizes.ts';

const LOCALES = ['de-de', 'en-us', 'fr-fr'] as const;
const RECORDS = [uuid(101), uuid(102), uuid(103)] as const;

const record = fc.constantFrom(...RECORDS);
const environment = fc.constantFrom(...ENVIRONMENTS);
const locale = fc.option(fc.constantFrom(...LOCALES), { nil: undefined });
/** Index of the version, counted from the newest; one too many means none. */
const version = fc.nat(3);
const draft = fc.record({
  locales: fc.subarray([...LOCALES], { minLength: 1 }),
  author: fc.option(record, { nil: undefined }),
});
const place = { record, version, environment, locale };

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('create'), record, draft } as const) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('save'), record, version, draft } as const) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('publish'), ...place } as const) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('unpublish'), ...place } as const) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('removeVersion'), record, version } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('removeRecord'), record, cascade: fc.boolean() } as const),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Applies a step to both and compares the results. */
const take = async (
  store: Store,
  workspace: WorkspaceScope,
  plain: PlainRecords,
  now: Step,
  clock: number,
) => {
  const versions = plain.records.get(now.record) ?? [];
  const versionId = 'version' in now ? (versions.at(-1 - now.version)?.id ?? uuid(9)) : '';
  const at = `t${clock}`;
  switch (now.act) {
    case 'create':
    case 'save': {
      const id = uuid(1_000 + clock);
      const { locales, author } = now.draft;
      const localized = Object.fromEntries(
        locales.map((each) => [each, text(`${id} ${each}`, author === undefined ? {} : { author })]),
      );
      const relations =
        author === undefined ? [] : [{ field: 'author', locale: 'en-us', recordId: author, models: null }];
      const given = { workspace, localized, relations };
      const isNew = now.act === 'create';
      const result = isNew
        ? await create(store, now.record, id, given)
        : await save(store, now.record, versionId, id, given);
      const expected = isNew
        ? plain.create(now.record, { id, ...now.draft })
        : plain.save(now.record, versionId, { id, ...now.draft });
      return assert.equal(result.kind, expected);
    }
    case 'publish':
    case 'unpublish': {
      const { environment: environmentId } = now;
      const request = requestOf(now.record, versionId, { environmentId, locale: now.locale, now: at });
      const expected =
        now.act === 'publish'
          ? plain.publish(now.record, versionId, environmentId, now.locale, at)
          : plain.unpublish(now.record, versionId, environmentId, now.locale);
      return assert.deepEqual(codesOf(await store[now.act](workspace, request)), [expected]);
    }
    case 'removeVersion': {
      const result = await store.removeVersion(workspace, now.record, versionId);
      return assert.equal(result.kind, plain.removeVersion(now.record, versionId));
    }
    case 'removeRecord': {
      const { cascade } = now;
      const result = await store.removeRecord(workspace, 'blog', now.record, { cascade, now: NOW });
      return assert.equal(result.kind, plain.removeRecord(now.record, cascade));
    }
  }
};

const compareVersions = async (store: Store, workspace: WorkspaceScope, plain: PlainRecords) => {
  for (const recordId of RECORDS) {
    const { total, items } = await store.listVersions(workspace, recordId, { skip: 0, limit: 100 });
    const expected = [...(plain.records.get(recordId) ?? [])].reverse();
    assert.equal(total, expected.length);
    assert.deepEqual(
      items.map(({ version: own, places }) => [
        own.id,
        own.number,
        Object.keys(own.localized),
        places.map((each) => `${each.environmentId} ${each.locale} ${each.state} ${each.publishedAt}`),
      ]),
      expected.map((own) => [
        own.id,
        own.number,
        own.locales,
        [...own.places].map(([where, { state, at }]) => `${where} ${state} ${at}`).sort(),
      ]),
    );
  }
};

/** Both views of an environment, and the input of content search. */
const compareShown = async (
  store: Store,
  workspace: WorkspaceScope,
  plain: PlainRecords,
  environmentId: string,
) => {
  const published: Record<string, Record<string, string>> = {};
  const searched: Record<string, Record<string, string>> = {};
  for (const [where, { version: own, at }] of plain.published(environmentId)) {
    const [recordId = '', each = ''] = where.split(' ');
    published[recordId] = {
      ...published[recordId],
      [each]: `${own.id} ${each} v${own.number} published ${at}`,
    };
    searched[recordId] = { ...searched[recordId], [each]: `${own.id} ${each} ${at}` };
  }
  const latest: Record<string, Record<string, string>> = {};
  for (const [recordId, versions] of plain.records) {
    const own = versions.at(-1);
    latest[recordId] = Object.fromEntries(
      (own?.locales ?? []).map((each) => {
        const standing = own?.places.get(`${environmentId} ${each}`);
        const since = standing?.state === 'published' ? standing.at : null;
        return [each, `${own?.id} ${each} v${own?.number} ${standing?.state ?? 'draft'} ${since}`];
      }),
    );
  }
  assert.deepEqual(shown(await readAll(store, environmentId, 'published', 'blog', workspace)), published);
  assert.deepEqual(shown(await readAll(store, environmentId, 'latest', 'blog', workspace)), latest);
  const reader = store.recordsIn({ ...workspace, environmentId });
  assert.deepEqual(shown(await reader.findRecords(RECORDS, 'published')), published);
  assert.deepEqual(shown(await reader.findRecords(RECORDS, 'latest')), latest);
  for (const recordId of RECORDS) {
    const item = await store.findPublishedRecord({ ...workspace, environmentId }, CATALOG, recordId);
    const texts = Object.entries(item?.texts ?? {}).map(([each, { title, extraData }]) => [
      each,
      `${title} ${extraData['published_at']}`,
    ]);
    assert.deepEqual(Object.fromEntries(texts), searched[recordId] ?? {});
  }
};

const compareExport = async (store: Store, workspace: WorkspaceScope, plain: PlainRecords) => {
  const lines: string[] = [];
  for (const { object } of await collect(store.readBundle(workspace))) {
    if (object.kind === 'version') lines.push(`version ${object.id}`);
    if (object.kind === 'record') lines.push(`record ${object.id}`);
    if (object.kind === 'publication') {
      const own = plain.records.get(object.record_id)?.find(({ id }) => id === object.version_id);
      for (const each of object.locales ?? own?.locales ?? []) {
        lines.push(`${object.environment_id} ${object.record_id} ${each} ${object.version_id}`);
      }
    }
  }
  const expected = [...plain.records].flatMap(([id, versions]) => [
    `record ${id}`,
    ...versions.map((own) => `version ${own.id}`),
  ]);
  for (const environmentId of ENVIRONMENTS) {
    for (const [where, { version: own }] of plain.published(environmentId)) {
      expected.push(`${environmentId} ${where} ${own.id}`);
    }
  }
  assert.deepEqual(lines.sort(), expected.sort());
};

export const describeRecordProperties = (open: OpenStore): void => {
  describe('records, in any order of steps', () => {
    it('agree with plain maps', async (t) => {
      const store = await openWithModels(open, t);
      let done = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
          done += 1;
          const workspace = { tenantId: `run${done}`, workspaceId: 'web' };
          await putModels(store, workspace);
          const plain = new PlainRecords();
          for (const [clock, now] of steps.entries()) {
            await take(store, workspace, plain, now, clock);
            await compareVersions(store, workspace, plain);
            for (const each of ENVIRONMENTS) await compareShown(store, workspace, plain, each);
          }
          await compareExport(store, workspace, plain);
        }),
        { numRuns: sizeFor(open, 4, runs(6, 30)) },
      );
    });
  });
};
