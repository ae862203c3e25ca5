// Migrates a database to the newest schema, in one transaction under the write lock. Running it again does nothing.
// Refuses a database of a newer version, unless that version says that older ones may go on. There is no way down: restore a
// backup instead.

import { sql } from 'kysely';
import { UnusableStore } from '../../../domain/failures/unusable-store.ts';
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
import { name as leasesName, up as leasesUp } from './0009-leases.ts';
import { name as storeStateName, up as storeStateUp } from './0010-store-state.ts';
import { name as rowSecurityName, up as rowSecurityUp } from './0011-row-security.ts';
import { name as facetsName, up as facetsUp } from './0012-facets.ts';
import { name as eventsName, up as eventsUp } from './0013-events.ts';
import { name as searchReportsName, up as searchReportsUp } from './0014-search-reports.ts';
import { name as productChangesName, up as productChangesUp } from './0015-product-changes.ts';

interface Migration {
  readonly name: string;
  readonly up: (tx: Db, ddl: Ddl) => Promise<void>;
  /**
   * The number of the oldest migration whose programs may go on after this one, so that nodes can be replaced one by one: they
   * neither miss what it adds nor write what it forbids. Absent: older programs are refused.
   */
  readonly compatibleFrom?: number;
}

/** Another process may be migrating. */
const MIGRATION_LOCK_TIMEOUT_MS = 600_000;

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
  { name: storeStateName, up: storeStateUp },
  { name: rowSecurityName, up: rowSecurityUp, compatibleFrom: 10 },
  // Older programs offer facets without settings, and leave those of a catalog that they delete.
  { name: facetsName, up: facetsUp, compatibleFrom: 10 },
  // Older programs record no events, and leave those of a catalog that they delete; they are dropped by their age.
  { name: eventsName, up: eventsUp, compatibleFrom: 10 },
  // Older programs count nothing for reports, and leave the counts of a catalog that they delete; nobody can read those.
  { name: searchReportsName, up: searchReportsUp, compatibleFrom: 10 },
  // Changes that older programs make to products count as changes of anything.
  { name: productChangesName, up: productChangesUp, compatibleFrom: 10 },
];

/** The number of the newest migration of this version. */
export const NEWEST_MIGRATION = migrations.length;

/** That of a database; 0 if it is empty. */
export const readMigration = (db: Db): Promise<number> => findNumber(db).catch(() => 0);

/** `upTo`: not to the newest schema, but to that of this migration; for rows of an older backup. */
export const migrate = async (
  engine: Engine,
  {
    upTo = NEWEST_MIGRATION,
    now = () => new Date(),
  }: { readonly upTo?: number; readonly now?: () => Date } = {},
): Promise<void> => {
  const found = await readMigration(engine.reads);
  if (found === upTo) return;
  // Not every role may write to the schema.
  if (found > migrations.length) return assertCompatible(engine.reads, found);
  await engine.write(
    async (tx) => {
      await engine.lockSchema(tx);
      await makeOwnTable(tx, engine.ddl);
      const applied = await findNumber(tx);
      // Another process may have come first.
      if (applied > migrations.length) return assertCompatible(tx, applied);
      for (const [index, { name, up, compatibleFrom = null }] of migrations.slice(0, upTo).entries()) {
        if (index < applied) continue;
        await up(tx, engine.ddl);
        const row = {
          number: index + 1,
          name,
          applied_at: now().toISOString(),
          compatible_from: compatibleFrom,
        };
        await acrossWorkspaces(tx).insertInto('schema_migration').values(row).execute();
      }
    },
    { lockTimeoutMs: MIGRATION_LOCK_TIMEOUT_MS },
  );
};

/** Databases of before migrations told what they are compatible with lack the last column. */
const makeOwnTable = async (tx: Db, ddl: Ddl): Promise<void> => {
  const [text, integer] = [sql.raw<unknown>(ddl.text), sql.raw<unknown>(ddl.integer)];
  const { schema, introspection } = acrossWorkspaces(tx);
  await schema
    .createTable('schema_migration')
    .ifNotExists()
    .addColumn('number', integer, (column) => column.primaryKey())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('applied_at', text, (column) => column.notNull())
    .addColumn('compatible_from', integer)
    .execute();
  const own = (await introspection.getTables()).find(({ name }) => name === 'schema_migration');
  if (own?.columns.some(({ name }) => name === 'compatible_from') === true) return;
  await schema.alterTable('schema_migration').addColumn('compatible_from', integer).execute();
};

const findNumber = async (db: Db): Promise<number> => {
  const newest = await acrossWorkspaces(db)
    .selectFrom('schema_migration')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst();
  return newest?.number ?? 0;
};

const assertCompatible = async (db: Db, applied: number): Promise<void> => {
  const newer = await acrossWorkspaces(db)
    .selectFrom('schema_migration')
    .select('compatible_from')
    .where('number', '>', migrations.length)
    .execute();
  if (newer.every((row) => row.compatible_from !== null && row.compatible_from <= migrations.length)) return;
  throw new UnusableStore(
    `The database is of a newer version: it has migration ${applied}, this version knows ${migrations.length}. ` +
      'Run the version that wrote it, or restore a backup made before.',
  );
};
