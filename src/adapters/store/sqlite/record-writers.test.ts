// Editors of two processes on one file: the second save from the same base is refused, and no number is used twice.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { ACME, uuid } from '../../../../test/suites/store/store-fixture.ts';
import { create, putModels, save } from '../../../../test/suites/store/store-records-fixture.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

it('two connections save alternately, and one of two from the same base wins', async (t) => {
  const dataDir = await copySqliteFolder();
  const stores = [await openSqliteStore({ dataDir }), await openSqliteStore({ dataDir })] as const;
  t.after(async () => {
    for (const store of stores) await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const [record, first] = [uuid(101), uuid(200)];
  await putModels(stores[0], ACME);
  await create(stores[0], record, first);
  let base = first;
  for (let round = 1; round <= 10; round += 1) {
    const results = await Promise.all(
      stores.map((store, index) => save(store, record, base, uuid(200 + round * 2 + index))),
    );
    assert.deepEqual(results.map(({ kind }) => kind).sort(), ['changed', 'done']);
    const [won] = results.flatMap((result) => (result.kind === 'done' ? [result.version] : []));
    assert.equal(won?.number, round + 1);
    base = won.id;
  }
  const { total, items } = await stores[1].listVersions(ACME, record, { skip: 0, limit: 20 });
  assert.equal(total, 11);
  assert.deepEqual(
    items.map(({ version }) => version.number),
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  );
});
