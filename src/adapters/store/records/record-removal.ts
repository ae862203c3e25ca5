// Deletes versions and records with everything that belongs to them. What is published, or what another record relates to,
// cannot be deleted.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Dependent } from '../../../domain/failures/failures.ts';
import type { RemoveResult } from '../../../domain/records/record-ports.ts';
import { type DeletionLimits, deletionLimits, startStep } from '../deletion-limits.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { deleteOldVersions } from './old-versions.ts';
import { published } from './publication-rows.ts';
import { findRelatedRecords } from './record-relations.ts';
import { deleteRecordRows, deleteVersionRows, type VersionRows } from './version-rows.ts';

const DEPENDENTS_LISTED_MAX = 100;

export interface Writing {
  readonly tx: Db;
  readonly feed: FeedWriter;
  readonly usage: UsageWriter;
}

/** Within a transaction. Nothing is written before the decision. */
export interface RecordRemoval {
  removeVersion(
    writing: Writing,
    workspace: WorkspaceScope,
    recordId: string,
    versionId: string,
  ): Promise<RemoveResult>;
  /**
   * Some versions of a record that `removeRecord` would delete, if it has many. Whether it would is not asked again if nobody has written
   * since this position of the feed. Returns the position afterwards; undefined: none was deleted.
   */
  removeOldVersions(
    writing: Writing,
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model?: string },
    options: { readonly cascade: boolean },
    decidedAt: number | undefined,
  ): Promise<number | undefined>;
  /** Of any model, unless one is given. */
  removeRecord(
    writing: Writing,
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model?: string },
    options: { readonly cascade: boolean },
  ): Promise<RemoveResult>;
}

export const buildRecordRemoval = (
  rows: VersionRows,
  limits: DeletionLimits = deletionLimits,
): RecordRemoval => ({
  async removeVersion({ tx, feed, usage }, workspace, recordId, versionId) {
    await feed.lock(workspace);
    const version = await rows.findVersion(tx, workspace, versionId);
    if (version?.recordId !== recordId) {
      return { kind: 'absent' };
    }
    const needs = await listEnvironments(tx, workspace, recordId, versionId);
    if (!(await hasOtherVersion(tx, workspace, recordId, versionId))) {
      needs.push({ kind: 'record', id: recordId });
    }
    if (needs.length > 0) {
      return neededBy(needs, needs.length);
    }
    await deleteVersionRows(tx, usage, workspace, recordId, [versionId]);
    await feed.append(workspace, { kind: 'version', catalogId: '', id: recordId });
    return { kind: 'done' };
  },

  async removeOldVersions(writing, workspace, record, options, decidedAt) {
    const { tx, feed, usage } = writing;
    const isDecided = (await feed.lock(workspace)) === decidedAt;
    if (!isDecided && (await decideRemoval(rows, writing, workspace, record, options)) !== undefined)
      return undefined;
    if (!(await deleteOldVersions(tx, usage, workspace, record.id, startStep(limits)))) return undefined;
    await feed.append(workspace, { kind: 'version', catalogId: '', id: record.id });
    return feed.lock(workspace);
  },

  async removeRecord(writing, workspace, record, options) {
    const { tx, feed, usage } = writing;
    const refusal = await decideRemoval(rows, writing, workspace, record, options);
    if (refusal !== undefined) return refusal;
    await deleteRecordRows(tx, usage, workspace, [record.id]);
    await feed.append(workspace, { kind: 'record', catalogId: '', id: record.id });
    return { kind: 'done' };
  },
});

/** Why the record cannot be deleted; undefined if it can. Locks the workspace. */
const decideRemoval = async (
  rows: VersionRows,
  { tx, feed }: Writing,
  workspace: WorkspaceScope,
  { id: recordId, model }: { readonly id: string; readonly model?: string },
  { cascade }: { readonly cascade: boolean },
): Promise<RemoveResult | undefined> => {
  await feed.lock(workspace);
  const record = await rows.findRecord(tx, workspace, recordId);
  if (record === undefined || (model !== undefined && record.model !== model)) {
    return { kind: 'absent' };
  }
  const environments = cascade ? [] : await listEnvironments(tx, workspace, recordId);
  const related = await findRelatedRecords(tx, workspace, recordId, DEPENDENTS_LISTED_MAX);
  const count = environments.length + related.count;
  if (count === 0) return undefined;
  return neededBy([...environments, ...related.ids.map((id) => ({ kind: 'record', id }))], count);
};

const neededBy = (dependents: readonly Dependent[], count: number): RemoveResult => ({
  kind: 'needed',
  dependents: dependents.slice(0, DEPENDENTS_LISTED_MAX),
  count,
});

/** The environments in which the record, or the given version of it, is published in any locale. */
const listEnvironments = async (
  tx: Db,
  workspace: WorkspaceScope,
  recordId: string,
  versionId?: string,
): Promise<Dependent[]> => {
  const rows = await inWorkspace(tx, workspace)
    .selectFrom('publication')
    .select('environment_id')
    .where('record_id', '=', recordId)
    .$if(versionId !== undefined, (query) => query.where('version_id', '=', versionId ?? ''))
    .where('state', '=', published)
    .execute();
  // Sorted and made distinct here: to do it, the database would scan the whole workspace.
  const ids = new Set(rows.map((row) => row.environment_id));
  return [...ids].sort().map((id) => ({ kind: 'environment', id }));
};

const hasOtherVersion = async (
  tx: Db,
  workspace: WorkspaceScope,
  recordId: string,
  versionId: string,
): Promise<boolean> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('version')
    .select('version_id')
    .where('record_id', '=', recordId)
    .where('version_id', '<>', versionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
