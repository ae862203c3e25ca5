// Makes a database ready for a service whose role may not do it itself. Running it again changes nothing.

import { migrate } from '../migrations/migrate.ts';
import { openPostgresEngine } from './open-engine.ts';
import { grantRights, type RefusedRole } from './role-rights.ts';

const CONNECTIONS = 2;

/** `url` is that of the role that owns the tables, or will. Returns why the role was refused. */
export const prepareDatabase = async (
  url: string,
  role: string | undefined,
): Promise<RefusedRole | undefined> => {
  const engine = await openPostgresEngine(url, { connections: CONNECTIONS });
  try {
    await migrate(engine);
    return role === undefined ? undefined : await grantRights(engine, role);
  } finally {
    await engine.close();
  }
};
