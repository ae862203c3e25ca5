// What a change does not concern is neither read nor written: lists that show nothing of it, counters that stay the same.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { ACME, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import type { Store } from '../store.ts';

const fill = async (store: Store): Promise<void> => {
  await putAll(store, ACME, [...workspaceLines(ACME), line('catalog'), line('product')]);
};

/** The tables of lists and counters that statements of this write are about, in a store that has prepared none before. */
const touchedBy = async (t: TestContext, changed: Parameters<typeof line<'product'>>[1]): Promise<string> => {
  const dataDir = await copySqliteFolder(fill);
  const store = await openSqliteStore({ dataDir });
  const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
  try {
    await putAll(store, ACME, [line('product', changed)]);
    const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
    const tables = statements.flatMap((sql) => /"(list_\w+|usage\w*)"/.exec(sql)?.[1] ?? []);
    return [...new Set(tables)].sort().join(' ');
  } finally {
    prepare.mock.restore();
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
};

it('a field that no list filters by or searches', async (t) => {
  assert.equal(await touchedBy(t, { description: 'soft' }), 'usage');
});

it('a field that lists search, or filter by', async (t) => {
  assert.equal(await touchedBy(t, { name: 'A blue shoe' }), 'list_block list_entry usage');
  assert.equal(await touchedBy(t, { brand: 'Southern' }), 'list_block list_entry list_term usage');
});

it('a document of the same size', async (t) => {
  assert.equal(await touchedBy(t, { prices: { USD: 12.5 } }), '');
  assert.equal(await touchedBy(t, { name: 'Led shoe' }), 'list_block list_entry');
});

it('a document of the same size with another attribute', async (t) => {
  assert.equal(await touchedBy(t, { attributes: { colon: ['red'], weight_g: 310 } }), 'usage_attribute');
});
