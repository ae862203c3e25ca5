// The ids that occur in the fields of a version. Every text that looks like an id counts, whatever the model says: a field may
// become a relation later. Queries for relations check the model too.

import { UUID_PATTERN } from '../../../contract/value-limits.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Document } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds, isOneOf } from '../sql/prepared-batches.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const UUID = new RegExp(UUID_PATTERN);
const DEPTH_MAX = 16;
/** A statement can only have so many parameters. */
const ROWS_AT_ONCE = 500;

export interface Mention {
  readonly target_id: string;
  readonly field: string;
}

/** Each id once per field, in any locale. */
export const mentionsOf = (version: Pick<Document<'version'>, 'localized'>): Mention[] => {
  const found = new Map<string, Mention>();
  const look = (field: string, value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      if (UUID.test(value)) {
        const mention = { target_id: value.toLowerCase(), field };
        found.set(JSON.stringify(mention), mention);
      }
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      for (const inner of Object.values(value)) look(field, inner, depth + 1);
    }
  };
  for (const text of Object.values(version.localized)) {
    for (const [field, value] of Object.entries(text.fields)) look(field, value, 0);
  }
  return [...found.values()];
};

/** Call it after each write of a version document, in the same transaction. */
export const keepMentions = async (
  tx: Db,
  workspace: WorkspaceScope,
  version: Pick<Document<'version'>, 'id' | 'record_id' | 'localized'>,
  written: 'created' | 'updated',
): Promise<void> => {
  if (written === 'updated') await deleteMentions(tx, workspace, [version.id]);
  await insertMentions(tx, workspace, version, mentionsOf(version));
};

export const insertMentions = (
  tx: Db,
  workspace: WorkspaceScope,
  version: Pick<Document<'version'>, 'id' | 'record_id'>,
  mentions: readonly Mention[],
): Promise<void> => insertMentionRows(tx, workspace, rowsOfMentions(version, mentions));

export type MentionRow = Mention & { readonly version_id: string; readonly record_id: string };

export const rowsOfMentions = (
  version: Pick<Document<'version'>, 'id' | 'record_id'>,
  mentions: readonly Mention[],
): MentionRow[] =>
  mentions.map((mention) => ({ version_id: version.id, record_id: version.record_id, ...mention }));

export const insertMentionRows = async (
  tx: Db,
  workspace: WorkspaceScope,
  rows: readonly MentionRow[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await inWorkspace(tx, workspace)
      .insertInto('version_mention')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
};

/** By target, so that the delete uses the primary key and does not scan the workspace. */
export const deleteMentions = async (
  tx: Db,
  workspace: WorkspaceScope,
  versionIds: readonly string[],
): Promise<void> => {
  const key = ['target_id', 'version_id'] as const;
  for (const ids of batchIds(versionIds)) {
    const mentions = await inWorkspace(tx, workspace)
      .selectFrom('version_mention')
      .select(key)
      .where('version_id', 'in', ids)
      .execute();
    for (let from = 0; from < mentions.length; from += ROWS_AT_ONCE) {
      await inWorkspace(tx, workspace)
        .deleteFrom('version_mention')
        .where(isOneOf(key, mentions.slice(from, from + ROWS_AT_ONCE)))
        .execute();
    }
  }
};
