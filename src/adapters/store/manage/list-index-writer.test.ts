// A change that no list shows leaves their index alone: it is neither read nor written.

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

/** The tables of lists that statements of this write are about, in a store that has prepared none before. */
const touchedBy = async (
  t: TestContext,
  changed: Parameters<typeof line<'product'>>[1],
): Promise<string[]> => {
  const dataDir = await copySqliteFolder(fill);
  const store = await openSqliteStore({ dataDir });
  const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
  try {
    await putAll(store, ACME, [line('product', changed)]);
    const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
    return [...new Set(statements.flatMap((sql) => /"list_\w+"/.exec(sql)?.[0] ?? []))].sort();
  } finally {
    prepare.mock.restore();
    await store.close();
    rmSync(dataDir, { recursive: true });
  }
};

it('a field that is neither filtered nor searched', async (t) => {
  assert.deepEqual(await touchedBy(t, { description: 'soft', prices: { USD: 1 } }), []);
});

it('a field that is searched, or filtered by', async (t) => {
  assert.deepEqual(await touchedBy(t, { name: 'Blue shoe' }), ['"list_block"', '"list_entry"']);
  const terms = ['"list_block"', '"list_entry"', '"list_term"'];
  assert.deepEqual(await touchedBy(t, { brand: 'Southern' }), terms);
});
