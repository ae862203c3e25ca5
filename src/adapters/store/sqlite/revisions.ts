// How far each workspace's feed has come, asked with every request: read again only when anybody has committed anything.

import { type WorkspaceScope, workspaceKey } from '../../../domain/scope.ts';
import type { Connection } from './connection.ts';
import type { DataVersion } from './data-version.ts';

const WORKSPACES_MAX = 10_000;
const HEAD_OF = 'select head from feed_head where tenant_id = ? and workspace_id = ?';

export interface Revisions {
  /** NaN, which is never the same as before, where the database does not answer: whoever reads on learns why. */
  read(workspace: WorkspaceScope): number;
}

export const buildRevisions = (reader: Connection, version: DataVersion): Revisions => {
  const heads = new Map<string, number>();
  let seen = Number.NaN;

  const readHead = ({ tenantId, workspaceId }: WorkspaceScope): number => {
    const [row] = reader.run(HEAD_OF, [tenantId, workspaceId]).rows as { readonly head: number }[];
    return row?.head ?? 0;
  };

  return {
    read: (workspace) => {
      const current = version.read();
      if (current !== seen || heads.size >= WORKSPACES_MAX) heads.clear();
      seen = current;
      const key = workspaceKey(workspace);
      const known = heads.get(key);
      if (known !== undefined) return known;
      try {
        const head = readHead(workspace);
        heads.set(key, head);
        return head;
      } catch {
        return Number.NaN;
      }
    },
  };
};
