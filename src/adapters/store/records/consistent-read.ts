// Several reads of one consistent state of a workspace. Usually nothing is committed in between: comparing the head of the
// feed before and after proves it. After two failed attempts a snapshot is opened. That is the exception, because the
// journal cannot be truncated while a snapshot is open.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildKeyedSemaphore } from '../../scheduling/keyed-semaphore.ts';
import { prepareHead } from '../feed/feed-reader.ts';
import type { Db, Engine } from '../sql/engine.ts';

const ATTEMPTS_MAX = 2;
/** Each needs its own connection. */
const SNAPSHOTS_MAX = 4;

/** Thrown when the workspace changed, so that the work must be repeated. */
class Outdated extends Error {}

/**
 * Long work calls `check` between its steps, so that it stops as soon as it must be repeated. `revision` is that of the state
 * that is read; undefined: not known.
 */
export type ConsistentWork<T> = (db: Db, check: () => Promise<void>, revision?: number) => Promise<T>;

export type ConsistentRead = <T>(workspace: WorkspaceScope, work: ConsistentWork<T>) => Promise<T>;

/** The work may run several times. The last result counts. */
export const buildConsistentRead = (engine: Engine): ConsistentRead => {
  const headOf = prepareHead(engine.reads);
  const permits = buildKeyedSemaphore(SNAPSHOTS_MAX);

  const attempt = async <T>(workspace: WorkspaceScope, work: ConsistentWork<T>): Promise<T> => {
    const { tenantId, workspaceId } = workspace;
    const readHead = async () => (await headOf.first(engine.reads, { tenantId, workspaceId }))?.head;
    const head = await readHead();
    const check = async (): Promise<void> => {
      if ((await readHead()) !== head) throw new Outdated();
    };
    try {
      return await work(engine.reads, check, head === undefined ? undefined : engine.revisionAt(head));
    } finally {
      // Also after a failure: an inconsistent state may have caused it.
      await check();
    }
  };

  const readSnapshot = async <T>(workspace: WorkspaceScope, work: ConsistentWork<T>): Promise<T> => {
    const owner = JSON.stringify([workspace.tenantId, workspace.workspaceId]);
    await permits.acquire(owner);
    try {
      const snapshot = await engine.openSnapshot();
      try {
        return await work(snapshot.db, async () => {});
      } finally {
        await snapshot.close();
      }
    } finally {
      permits.release(owner);
    }
  };

  return async (workspace, work) => {
    for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
      try {
        return await attempt(workspace, work);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
    return readSnapshot(workspace, work);
  };
};
