// How far each workspace's feed has come, asked with every request: read again only when anybody has committed anything.

import { type WorkspaceScope, workspaceKey } from '../../../domain/scope.ts';
import type { Connection } from './connection.ts';

const WORKSPACES_MAX = 10_000;
const HEAD_OF = 'select head from feed_head where tenant_id = ? and workspace_id = ?';

export interface Revisions {
  /** NaN, which is never the same as before, where the database does not answer. */
  read(workspace: WorkspaceScope): number;
  /** To be told of every commit of this process. */
  forget(): void;
}

/**
 * SQLite counts, for each connection, the commits of all others; nothing is ever written through the reading one. That is asked
 * once in a tick of the clock: for a millisecond a commit of another process may go unnoticed, which spares dozens of reads.
 */
export const buildRevisions = (reader: Connection): Revisions => {
  const statement = reader.database.prepare('pragma data_version');
  const heads = new Map<string, number>();
  let version = 0;
  let readAt = Number.NaN;

  const readHead = ({ tenantId, workspaceId }: WorkspaceScope): number => {
    const [row] = reader.run(HEAD_OF, [tenantId, workspaceId]).rows as { head: number }[];
    return row?.head ?? 0;
  };

  const lookAround = (): void => {
    const tick = Date.now();
    if (tick === readAt) return;
    const seen = Number(statement.get()?.['data_version'] ?? 0);
    if (seen !== version || heads.size >= WORKSPACES_MAX) heads.clear();
    version = seen;
    readAt = tick;
  };

  return {
    read: (workspace) => {
      try {
        lookAround();
        const key = workspaceKey(workspace);
        let head = heads.get(key);
        if (head === undefined) {
          head = readHead(workspace);
          heads.set(key, head);
        }
        return head;
      } catch {
        return Number.NaN;
      }
    },
    forget: () => {
      readAt = Number.NaN;
    },
  };
};
