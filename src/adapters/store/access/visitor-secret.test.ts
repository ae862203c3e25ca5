// The visitor secret: everyone who opens one database gets the same, whoever was first.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { usePostgres } from '../../../../test/fixtures/postgres-stores.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import type { Store } from '../store.ts';

const postgres = usePostgres();

const openSqlite = async (t: TestContext, dataDir: string): Promise<Store> => {
  const store = await openSqliteStore({ dataDir });
  t.after(() => store.close());
  return store;
};

const parent = mkdtempSync(join(tmpdir(), 'vitrine-secret-'));
after(() => rmSync(parent, { recursive: true }));

const describeSecret = (
  name: string,
  create: () => string | Promise<string>,
  open: (t: TestContext, place: string) => Promise<Store>,
): void => {
  describe(`the visitor secret in ${name}`, () => {
    it('is created once, by processes that start at the same time', async (t) => {
      const place = await create();
      const stores = await Promise.all(Array.from({ length: 3 }, () => open(t, place)));
      const secrets = await Promise.all(
        [...stores, ...stores, ...stores].map((store) => store.readVisitorSecret()),
      );
      const [first] = secrets;
      assert.equal(first?.length, 32);
      for (const secret of secrets) assert.deepEqual(secret, first);
      assert.deepEqual(await (await open(t, place)).readVisitorSecret(), first);
    });

    it('is another one in another database', async (t) => {
      const [one, other] = [await open(t, await create()), await open(t, await create())];
      assert.notDeepEqual(await one.readVisitorSecret(), await other.readVisitorSecret());
    });
  });
};

describeSecret('SQLite', () => mkdtempSync(join(parent, 'data-')), openSqlite);
describeSecret('PostgreSQL', postgres.createDatabase, postgres.openIn);
