// Several reads that are all of one state of a workspace, whatever is committed between them. Mostly nothing is: then they
// cost two looks at the head of the feed more. A view of its own is only opened for those that others keep disturbing: the
// log of the database cannot be emptied while one stands.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildKeyedSemaphore } from '../../scheduling/keyed-semaphore.ts';
import { prepareHead } from '../feed/feed-reader.ts';
import type { Db, Engine } from '../sql/engine.ts';

const ATTEMPTS_MAX = 2;
/** Each has a connection of its own. */
const SNAPSHOTS_MAX = 4;

/** What goes wrong on the way out of work that has to begin again. */
class Outdated extends Error {}

/** `check` is to be called between two steps of long work, so that it is given up as soon as it is in vain. */
export type ConsistentWork<T> = (db: Db, check: () => Promise<void>) => Promise<T>;

export type ConsistentRead = <T>(workspace: WorkspaceScope, work: ConsistentWork<T>) => Promise<T>;

/** The work may be run several times; what it gives the last time counts. */
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
      return await work(engine.reads, check);
    } finally {
      // Also when the work has failed: what it failed on may be of no state at all.
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
