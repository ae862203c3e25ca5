// Which records changed between two states of a workspace, from the feed; or which objects of other kinds. Whoever wrote them,
// on whichever node: each write that changes one says so there, in its own transaction.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ChangeKind } from '../../../domain/ports.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { recordKinds } from './change-feed.ts';
import { fingerprintOf } from './feed-reader.ts';

/** A state of a workspace. The fingerprint tells it from the state of another copy of the data at the same position. */
export interface FeedMark {
  readonly position: number;
  readonly fingerprint: string;
}

export interface ChangedObjects {
  readonly mark: FeedMark;
  /** Changed or deleted. */
  readonly ids: ReadonlySet<string>;
}

/** So far the feed is read; whoever is further behind starts over. */
export const POSITIONS_MAX = 2_000;
const CHANGED_MAX = 200;
/** A write of a record appends two or three rows. */
const ROWS_MAX = 4 * CHANGED_MAX;

/** Which changes are looked for. */
export interface FollowedKinds {
  /** Their ids are told. */
  readonly kinds: ReadonlySet<ChangeKind>;
  /** After these the feed does not tell: they may change or delete objects that it does not name. */
  readonly wholesale: ReadonlySet<ChangeKind>;
}

const followedRecords: FollowedKinds = {
  kinds: recordKinds,
  wholesale: new Set(['content_model', 'environment']),
};

export type FeedMarks = ReturnType<typeof prepareFeedMarks>;

export const prepareFeedMarks = (reads: Db, { kinds, wholesale }: FollowedKinds = followedRecords) => {
  const told: readonly ChangeKind[] = [...kinds, ...wholesale];
  const changes = prepareInWorkspace(reads, { from: 0, to: 0 }, (workspace, value) =>
    workspace
      .selectFrom('change')
      .select(['position', 'kind', 'catalog_id', 'id', 'at_ms'])
      .where('position', '>=', value.from)
      .where('position', '<=', value.to)
      .where((eb) =>
        eb.or([
          eb('position', '=', value.from),
          eb('position', '=', value.to),
          eb('kind', 'in', told as ChangeKind[]),
        ]),
      )
      .orderBy('position')
      .limit(ROWS_MAX),
  );
  return {
    /** Of the state that ends at the position; undefined if the feed no longer has the change there. */
    async find(
      db: Db,
      { tenantId, workspaceId }: WorkspaceScope,
      position: number,
    ): Promise<FeedMark | undefined> {
      const row = await changes.first(db, { tenantId, workspaceId, from: position, to: position });
      return row && { position, fingerprint: fingerprintOf(row) };
    },
    /** Undefined: there are too many, the feed no longer tells, or the mark is of another copy of the data. */
    async findChanged(
      db: Db,
      { tenantId, workspaceId }: WorkspaceScope,
      { position: from, fingerprint }: FeedMark,
      to: number,
    ): Promise<ChangedObjects | undefined> {
      if (to <= from || to - from > POSITIONS_MAX) return undefined;
      const [first, ...rows] = await changes.all(db, { tenantId, workspaceId, from, to });
      const last = rows.at(-1);
      if (first?.position !== from || fingerprintOf(first) !== fingerprint) return undefined;
      if (last?.position !== to || rows.some(({ kind }) => wholesale.has(kind as ChangeKind))) {
        return undefined;
      }
      const ids = new Set(rows.filter(({ kind }) => kinds.has(kind as ChangeKind)).map((row) => row.id));
      return ids.size > CHANGED_MAX
        ? undefined
        : { mark: { position: to, fingerprint: fingerprintOf(last) }, ids };
    },
  };
};
