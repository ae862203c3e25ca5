// Whether the server keeps workspaces apart for the role that the store connects as, by row-level security (decision 0054). The
// owner of the tables and superusers are exempt.

import { UnusableStore } from '../../../domain/failures/unusable-store.ts';
import type { RunStatement } from '../sql/driver.ts';
import type { RowSecurity } from '../sql/engine.ts';
import { dataTables } from '../sql/table-keys.ts';
import { adviceFor } from './role-rights.ts';

/**
 * Those with a tenant, each found as an unqualified name in a statement is: in the first schema of the search path that has it. There are
 * none before the first migration, which makes this role their owner.
 */
const TABLES = `select current_user as role,
    coalesce(bool_or(row_security_active(oid)), false) as is_scoped,
    coalesce(bool_and(row_security_active(oid)), false) as is_complete,
    coalesce((select rolsuper or rolbypassrls from pg_roles where rolname = current_user), false) as is_exempt,
    coalesce(bool_or(pg_has_role(relowner, 'usage')), true) as is_owner,
    array_to_string(array_agg(relname::text) filter (where not (
      has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))), ', ') as forbidden
  from unnest($1::text[]) as wanted (name) join pg_class on oid = to_regclass(quote_ident(name))`;

interface Found {
  readonly role: string;
  readonly is_scoped: boolean;
  readonly is_complete: boolean;
  readonly is_exempt: boolean;
  readonly is_owner: boolean;
  readonly forbidden: string | null;
}

export const inspectRowSecurity = async (read: RunStatement): Promise<RowSecurity> => {
  const [found] = (await read(TABLES, [dataTables])).rows as [Found];
  if (found.forbidden !== null)
    throw new UnusableStore(
      `The role ${found.role} may not read and write the tables ${found.forbidden}. ${adviceFor(found.role)}`,
    );
  return { isScoped: found.is_scoped, lack: found.is_complete ? undefined : lackOf(found) };
};

const lackOf = ({ role, is_exempt, is_owner }: Found): string => {
  if (is_exempt) return `the role ${role} is exempt from row-level security`;
  if (is_owner) return `the role ${role} owns the tables, and row-level security does not bind an owner`;
  return 'some tables have no row-level security';
};
