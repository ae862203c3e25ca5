// Records that are created and saved one by one are in the lists as those that come in bundles, whose documents are read again.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/fixtures/long-runs.ts';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import {
  ACME,
  line,
  putAll,
  TIME,
  uuid,
  workspaceLines,
} from '../../../../test/suites/store/store-fixture.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { RecordText } from '../../../domain/models/record-text.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { toLine } from './version-rows.ts';

const SAVED: WorkspaceScope = { ...ACME, workspaceId: 'saved' };
const BUNDLED: WorkspaceScope = { ...ACME, workspaceId: 'bundled' };

const words = fc.constantFrom('', 'Apple', ' pear ', '2026-01-02', 'x'.repeat(1_200), '\u0001\ud7ff');
const value = fc.oneof(
  words,
  fc.jsonValue({ maxDepth: 2 }),
  // So many that not all of them are listed.
  fc.integer({ min: 40, max: 64 }).map((length) => Array.from({ length }, (_, index) => index)),
);
const names = ['two', 'one', '7', 'title', 'id', 'six', 'five', 'four', 'eight'];
const text: fc.Arbitrary<RecordText> = fc.record({
  title: words,
  pageSlug: words,
  summary: fc.option(words, { nil: undefined }),
  body: words,
  imageUrl: fc.option(words),
  fields: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length }),
});
const localized = fc.dictionary(fc.constantFrom('en-us', 'de-de', 'fr'), text, { minKeys: 1, maxKeys: 3 });
const history = fc.array(localized, { minLength: 1, maxLength: 4 });

test('created and saved records are listed as those of bundles', async (context) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  context.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  for (const workspace of [SAVED, BUNDLED])
    await putAll(store, workspace, [...workspaceLines(workspace), line('content_model')]);
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  context.after(() => database.close());
  const entriesIn = ({ workspaceId }: WorkspaceScope) =>
    database
      .prepare(
        'select environment_id, record_id, locale, entries from record_entry where workspace_id = ? order by 1, 2, 3',
      )
      .all(workspaceId);
  let ids = 1_000;
  await fc.assert(
    fc.asyncProperty(history, async (versions) => {
      ids += 10;
      const [recordId, createdAt] = [uuid(ids), TIME];
      const record = { id: recordId, model: 'blog', createdAt, createdBy: null };
      for (const [index, texts] of versions.entries()) {
        const version = {
          id: uuid(ids + index + 1),
          recordId,
          name: '',
          createdAt,
          createdBy: null,
          localized: texts,
        };
        const write = { version, relations: [], now: TIME, idempotency: undefined };
        const result =
          index === 0
            ? await store.createRecord(SAVED, record, { ...write, isSingle: false })
            : await store.saveVersion(SAVED, { ...write, model: 'blog', baseVersionId: uuid(ids + index) });
        assert.equal(result.kind, 'done');
        await putAll(store, BUNDLED, [
          ...(index === 0 ? [line('record', { id: recordId, created_at: TIME, created_by: null })] : []),
          toLine({ ...version, number: index + 1 }),
        ]);
      }
      assert.deepEqual(entriesIn(SAVED), entriesIn(BUNDLED));
    }),
    { numRuns: runs(30, 150) },
  );
  assert.ok(entriesIn(SAVED).length >= 30);
});
