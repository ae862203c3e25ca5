// Whether the database of a killed process is intact, checked in a copy, so that the service has to recover the
// original.

import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const assertWhole = async (dataDir: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-crash-'));
  try {
    await cp(dataDir, folder, { recursive: true });
    const database = new DatabaseSync(join(folder, 'vitrine.db'));
    try {
      assert.deepEqual(
        database
          .prepare('pragma integrity_check')
          .all()
          .map((row) => row['integrity_check']),
        ['ok'],
      );
      assert.deepEqual(database.prepare('pragma foreign_key_check').all(), []);
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
