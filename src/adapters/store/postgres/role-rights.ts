// What a role needs in the database. The role that owns the tables may do everything. One that owns nothing is bound by row-level
// security (decision 0054), and gets exactly what a service needs: `vitrine database prepare --role ROLE`.

import { type RawBuilder, sql } from 'kysely';
import { UnusableStore } from '../../../domain/failures/unusable-store.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';
import type { Tables } from '../sql/tables.ts';
import { codeOf } from './postgres-errors.ts';

/** Before that, only the owner of a table may have it analyzed. */
const MAINTAIN_FROM_VERSION = 17;

const DENIED = '42501';

const tables: readonly (keyof Tables)[] = [...dataTables, 'lease', 'store_state'];

export const adviceFor = (role: string): string =>
  `Run "vitrine database prepare --role ${role}" of this version, with the URL of the role that owns the tables in VITRINE_STORE_URL.`;

/** For a role that may not even connect. */
export const explainDenial = (error: unknown, url: string): unknown =>
  error instanceof Error && codeOf(error) === DENIED
    ? new UnusableStore(`${error.message}. ${adviceFor(decodeURIComponent(new URL(url).username))}`)
    : error;

/** Throws if the role of the connection may not change the schema. */
export const assertMayMigrate = async (tx: Db): Promise<void> => {
  const { rows } = await sql<{ role: string; may: boolean | null }>`
    select current_user as role, coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('schema_migration')),
      has_schema_privilege(current_schema(), 'create')) as may`.execute(acrossWorkspaces(tx));
  const [found] = rows;
  if (found?.may === true) return;
  throw new UnusableStore(
    `The schema of the database is not that of this version, and the role ${found?.role} may not change it. ${adviceFor(found?.role ?? '')}`,
  );
};

/** Row-level security would not bind the role, or there is no such role. */
export type RefusedRole = 'unknown' | 'exempt' | 'owner';

/** Gives the role what a service needs, and nothing else. The database must be migrated, and the connection that of the owner. */
export const grantRights = (engine: Engine, role: string): Promise<RefusedRole | undefined> =>
  engine.write(async (tx) => {
    await engine.lockSchema(tx);
    const run = (statement: RawBuilder<unknown>) => statement.execute(acrossWorkspaces(tx));
    const place = await inspectRole(tx, role);
    if (place === undefined) return 'unknown';
    if (place.is_exempt) return 'exempt';
    if (place.is_owner) return 'owner';
    const to = sql.id(role);
    const all = sql.join(tables.map((table) => sql.table(table)));
    const migrations = sql.table('schema_migration');
    if (!place.may_connect) await run(sql`grant connect on database ${sql.id(place.database)} to ${to}`);
    if (!place.may_use) await run(sql`grant usage on schema ${sql.id(place.schema)} to ${to}`);
    await run(sql`revoke all on ${all}, ${migrations} from ${to}`);
    await run(sql`grant select, insert, update, delete on ${all} to ${to}`);
    await run(sql`grant select on ${migrations} to ${to}`);
    if (place.version >= MAINTAIN_FROM_VERSION) await run(sql`grant maintain on ${all} to ${to}`);
    return undefined;
  });

interface RolePlace {
  readonly version: number;
  readonly database: string;
  readonly schema: string;
  readonly may_connect: boolean;
  readonly may_use: boolean;
  readonly is_exempt: boolean;
  readonly is_owner: boolean;
}

const inspectRole = async (tx: Db, role: string): Promise<RolePlace | undefined> => {
  const { rows } = await sql<RolePlace>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_database() as database, nspname as schema,
      has_database_privilege(rolname, current_database(), 'connect') as may_connect,
      has_schema_privilege(rolname, relnamespace, 'usage') as may_use,
      rolsuper or rolbypassrls as is_exempt,
      pg_has_role(rolname, relowner, 'member') as is_owner
    from pg_roles, pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where rolname = ${role} and pg_class.oid = to_regclass('schema_migration')`.execute(acrossWorkspaces(tx));
  return rows[0];
};
