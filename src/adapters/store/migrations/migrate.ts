// Migrates a database to the newest schema, in one transaction under the write lock. Running it again does nothing.
// Refuses a database of a newer version. There is no way down: restore a backup instead.

import { sql } from 'kysely';
import type { Db, Ddl, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { name as initialName, up as initialUp } from './0001-initial.ts';
import { name as managementName, up as managementUp } from './0002-management.ts';
import { name as usageName, up as usageUp } from './0003-usage.ts';
import { name as accessHeadName, up as accessHeadUp } from './0004-access-head.ts';
import { name as slugsName, up as slugsUp } from './0005-slugs.ts';
import { name as attributesName, up as attributesUp } from './0006-attributes.ts';
import { name as recordListsName, up as recordListsUp } from './0007-record-lists.ts';
import { name as listIndexName, up as listIndexUp } from './0008-list-index.ts';
import { name as leasesName, up as leasesUp } from './0010-leases.ts';

interface Migration {
  readonly name: string;
  readonly up: (tx: Db, ddl: Ddl) => Promise<void>;
}

/** In order. The number of a migration is its position in this list, from 1. */
const migrations: readonly Migration[] = [
  { name: initialName, up: initialUp },
  { name: managementName, up: managementUp },
  { name: usageName, up: usageUp },
  { name: accessHeadName, up: accessHeadUp },
  { name: slugsName, up: slugsUp },
  { name: attributesName, up: attributesUp },
  { name: recordListsName, up: recordListsUp },
  { name: listIndexName, up: listIndexUp },
  { name: leasesName, up: leasesUp },
];

export const migrate = async (engine: Engine, now: () => Date = () => new Date()): Promise<void> => {
  if ((await findNumber(engine.reads).catch(() => undefined)) === migrations.length) {
    return;
  }
  await engine.write(async (tx) => {
    await acrossWorkspaces(tx)
      .schema.createTable('schema_migration')
      .ifNotExists()
      .addColumn('number', sql.raw<unknown>(engine.ddl.integer), (col) => col.primaryKey())
      .addColumn('name', sql.raw<unknown>(engine.ddl.text), (col) => col.notNull())
      .addColumn('applied_at', sql.raw<unknown>(engine.ddl.text), (col) => col.notNull())
      .execute();
    const applied = await findNumber(tx);
    if (applied > migrations.length) {
      throw new Error(
        `The database is of a newer version: it has migration ${applied}, this version knows ${migrations.length}. ` +
          'Run the version that wrote it, or restore a backup made before.',
      );
    }
    for (const [index, migration] of migrations.entries()) {
      if (index >= applied) {
        await migration.up(tx, engine.ddl);
        await acrossWorkspaces(tx)
          .insertInto('schema_migration')
          .values({ number: index + 1, name: migration.name, applied_at: now().toISOString() })
          .execute();
      }
    }
  });
};

const findNumber = async (db: Db): Promise<number> => {
  const newest = await acrossWorkspaces(db)
    .selectFrom('schema_migration')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  return newest?.number ?? 0;
};
