// Statements that are kept are not prepared again when they run, whatever SQLite would like to know of their parameters.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:sqlite';
import { it } from 'node:test';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { openConnection } from './connection.ts';
import { buildDb } from './dialect.ts';
import { DATABASE_FILE } from './open-engine.ts';

it('a query with a limit is prepared once', async (t) => {
  const dataDir = await copySqliteFolder();
  const connection = openConnection(join(dataDir, DATABASE_FILE), 'read');
  t.after(() => {
    connection.close();
    rmSync(dataDir, { recursive: true });
  });
  const db = buildDb(connection, { retryBusy: false });
  const query = prepareInWorkspace(db, { limit: 0 }, (workspace, { limit }) =>
    workspace.selectFrom('product').select('product_id').orderBy('catalog_id').limit(limit),
  );
  // SQLite asks for each table and column of a statement that it prepares.
  let asked = 0;
  connection.database.setAuthorizer(() => {
    asked += 1;
    return constants.SQLITE_OK;
  });
  const ask = async (limit: number): Promise<number> => {
    asked = 0;
    await query.all(db, { tenantId: 'acme', workspaceId: 'web', limit });
    return asked;
  };
  assert.notEqual(await ask(1), 0);
  assert.deepEqual([await ask(1), await ask(2)], [0, 0]);
});
