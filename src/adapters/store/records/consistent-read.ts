// Several reads of one consistent state of a workspace. Usually nothing is committed in between: comparing the head of the
// feed before and after proves it. After two failed attempts a snapshot is opened. That is the exception, because the
// journal cannot be truncated while a snapshot is open.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { serviceBusy } from '../../../domain/failures/unavailable-failures.ts';
import type { RequestBudget } from '../../../domain/limits/request-budget.ts';
import { buildKeyedSemaphore } from '../../scheduling/keyed-semaphore.ts';
import { prepareHead } from '../feed/feed-reader.ts';
import type { Db, Engine } from '../sql/engine.ts';

const ATTEMPTS_MAX = 2;
/** Each needs its own connection. */
const SNAPSHOTS_MAX = 4;
/** A workspace has one snapshot at a time. */
const SNAPSHOT_WAIT_MS_MAX = 5_000;
const RETRY_SECONDS = 2;

/** Thrown when the workspace changed, so that the work must be repeated. */
class Outdated extends Error {}

/** Which state of the workspace is read. */
export interface ReadState {
  /** Where its feed ends. */
  readonly position: number;
  readonly revision: number;
}

/**
 * Long work calls `check` between its steps, so that it stops as soon as it must be repeated. `state` is undefined if the
 * workspace has no feed yet.
 */
export type ConsistentWork<T> = (db: Db, check: () => Promise<void>, state?: ReadState) => Promise<T>;

export type ConsistentRead = <T>(
  workspace: WorkspaceScope,
  work: ConsistentWork<T>,
  budget: Pick<RequestBudget, 'releasePermit'>,
) => Promise<T>;

/** The work may run several times. The last result counts. */
export const buildConsistentRead = (engine: Engine): ConsistentRead => {
  const headOf = prepareHead(engine.reads);
  const permits = buildKeyedSemaphore(SNAPSHOTS_MAX);

  const readHead = async (db: Db, { tenantId, workspaceId }: WorkspaceScope) =>
    (await headOf.first(db, { tenantId, workspaceId }))?.head;
  const stateAt = (head: number | undefined): ReadState | undefined =>
    head === undefined ? undefined : { position: head, revision: engine.revisionAt(head) };

  const attempt = async <T>(workspace: WorkspaceScope, work: ConsistentWork<T>): Promise<T> => {
    const head = await readHead(engine.reads, workspace);
    const check = async (): Promise<void> => {
      if ((await readHead(engine.reads, workspace)) !== head) throw new Outdated();
    };
    try {
      return await work(engine.reads, check, stateAt(head));
    } finally {
      // Also after a failure: an inconsistent state may have caused it.
      await check();
    }
  };

  const readSnapshot: ConsistentRead = async (workspace, work, budget) => {
    const owner = JSON.stringify([workspace.tenantId, workspace.workspaceId]);
    // Whoever holds the snapshot may wait for a permit for long work.
    budget.releasePermit();
    if (!(await permits.tryAcquire(owner, SNAPSHOT_WAIT_MS_MAX))) throw serviceBusy(RETRY_SECONDS);
    try {
      const snapshot = await engine.openSnapshot();
      try {
        return await work(snapshot.db, async () => {}, stateAt(await readHead(snapshot.db, workspace)));
      } finally {
        await snapshot.close();
      }
    } finally {
      permits.release(owner);
    }
  };

  return async (workspace, work, budget) => {
    for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts += 1) {
      try {
        return await attempt(workspace, work);
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
    return readSnapshot(workspace, work, budget);
  };
};
