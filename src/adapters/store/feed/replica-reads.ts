// Reads over a read replica, where there is one that is fit (decision 0066). It is, if it is not far behind, has everything that
// the work relies on, and shares the history of the database: the newest change that it has of the workspace is the one that the
// database has at that position. This is asked in the snapshot that the work reads.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { SearchSource } from '../../../domain/ports.ts';
import type { Db, Engine, Replica } from '../sql/engine.ts';
import { ofPrimary, PrimaryFailed, ReplicaUnfit } from '../sql/replica-unfit.ts';
import { buildFeedReads } from './feed-reader.ts';

/** Changes of a workspace. An index applies so many before a query, whichever they are. */
const BEHIND_MAX = 1_000;

type Feed = Pick<SearchSource, 'headPosition' | 'changeFingerprint'>;

export interface ReplicaNeeds {
  readonly workspace: WorkspaceScope;
  /** Everything up to it. */
  readonly position?: number;
  /** Everything that was committed before the call, whether or not it is in the feed. */
  readonly isCurrent?: boolean;
}

/** `onReplica` is given a snapshot. If that fails, or no replica is fit, `onPrimary` does the same work. */
export type ReplicaReads = <T>(
  needs: ReplicaNeeds,
  onReplica: (db: Db) => Promise<T>,
  onPrimary: () => Promise<T>,
) => Promise<T>;

export const buildReplicaReads = (engine: Pick<Engine, 'reads' | 'replicas'>): ReplicaReads => {
  const feed = buildFeedReads(engine);
  const primary: Feed = {
    headPosition: (...where) => ofPrimary(feed.headPosition(...where)),
    changeFingerprint: (...where) => ofPrimary(feed.changeFingerprint(...where)),
  };
  return async (needs, onReplica, onPrimary) => {
    for (const replica of engine.replicas?.inTurn() ?? []) {
      try {
        return await readFrom(replica, primary, needs, onReplica);
      } catch (error) {
        // Not the replica's fault. The work itself will tell what is wrong.
        if (error instanceof PrimaryFailed) break;
        if (error instanceof ReplicaUnfit) replica.note(error.refusal, error.cause);
        else replica.note('failed', error);
      }
    }
    return onPrimary();
  };
};

const readFrom = async <T>(
  replica: Replica,
  primary: Feed,
  { workspace, position = 0, isCurrent = false }: ReplicaNeeds,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const snapshot = await replica.open(isCurrent);
  try {
    await assertFit(buildFeedReads({ reads: snapshot.db }), primary, workspace, position);
    const result = await work(snapshot.db);
    replica.note(undefined);
    return result;
  } finally {
    // Not awaited: a server that has fallen silent does not respond to it.
    void snapshot.close();
  }
};

const assertFit = async (
  copy: Feed,
  primary: Feed,
  workspace: WorkspaceScope,
  position: number,
): Promise<void> => {
  const reached = await copy.headPosition(workspace);
  // Read later, so it cannot be behind the replica.
  const head = await primary.headPosition(workspace);
  if (head < reached) throw new ReplicaUnfit('diverged');
  if (reached < position || head - reached > BEHIND_MAX) throw new ReplicaUnfit('behind');
  const there = await copy.changeFingerprint(workspace, reached);
  const here = await primary.changeFingerprint(workspace, reached);
  if (there === undefined || there !== here) throw new ReplicaUnfit('diverged');
};
