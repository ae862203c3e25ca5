// A record with many versions loses most of them before it goes itself: some in each transaction, the oldest first, between which others
// write (decision 0125). Published versions and the newest stay until the last transaction, so the record is whole in between.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { StepLimits } from '../deletion-limits.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { published } from './publication-rows.ts';
import { deleteVersionRows } from './version-rows.ts';

/** So many that are not published go with the record. */
const VERSIONS_AT_ONCE = 100;
/** Versions may be long. */
const VERSIONS_BETWEEN_LOOKS = 20;

/** Deletes as many as one transaction should; none if the record has few. Returns whether it has deleted any. */
export const deleteOldVersions = async (
  tx: Db,
  usage: UsageWriter,
  workspace: WorkspaceScope,
  recordId: string,
  { rows, isDue }: StepLimits,
): Promise<boolean> => {
  const most = Math.min(rows, VERSIONS_AT_ONCE);
  const ids = await listOldVersions(tx, workspace, recordId, most + 1);
  if (ids.length <= most) return false;
  for (let from = 0; from < most; from += VERSIONS_BETWEEN_LOOKS) {
    const some = ids.slice(from, Math.min(most, from + VERSIONS_BETWEEN_LOOKS));
    await deleteVersionRows(tx, usage, workspace, recordId, some);
    if (isDue()) break;
  }
  return true;
};

/** Whether `deleteOldVersions` would delete any. */
export const hasManyVersions = async (
  db: Db,
  workspace: WorkspaceScope,
  recordId: string,
  { rows }: Pick<StepLimits, 'rows'>,
): Promise<boolean> => {
  const most = Math.min(rows, VERSIONS_AT_ONCE);
  return (await listOldVersions(db, workspace, recordId, most + 1)).length > most;
};

/** Those that are not published. At most one in each environment and locale is: no more have to be passed over. */
const listOldVersions = async (
  db: Db,
  scope: WorkspaceScope,
  recordId: string,
  limit: number,
): Promise<string[]> => {
  const workspace = inWorkspace(db, scope);
  const rows = await workspace
    .selectFrom('version')
    .select('version_id')
    .where('record_id', '=', recordId)
    .where((eb) =>
      eb.not(
        eb.exists(
          workspace
            .subquery(eb, 'publication')
            .select('publication.record_id')
            .where('publication.record_id', '=', recordId)
            .whereRef('publication.version_id', '=', 'version.version_id')
            .where('publication.state', '=', published),
        ),
      ),
    )
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => row.version_id);
};
