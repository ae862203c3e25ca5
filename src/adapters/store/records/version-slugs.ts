// The slugs of a version in all its locales. Whether a slug is published, and in which locale, is not stored here: look-ups
// check the record as well.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { comparableSlug } from '../../../domain/records/page-slug.ts';
import type { Document } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

/** A statement can only have so many parameters. */
const ROWS_AT_ONCE = 500;

type Texts = Pick<Document<'version'>, 'id' | 'record_id' | 'localized'>;

/** Each once. */
export const slugsOf = ({ localized }: Pick<Texts, 'localized'>): string[] => {
  const slugs = Object.values(localized).map(({ page_slug }) => comparableSlug(page_slug));
  return [...new Set(slugs)].filter((slug) => slug !== undefined);
};

/** Call it after each write of a version document, in the same transaction. */
export const keepSlugs = async (
  tx: Db,
  workspace: WorkspaceScope,
  version: Texts,
  written: 'created' | 'updated',
): Promise<void> => {
  if (written === 'updated') await deleteSlugs(tx, workspace, [version.record_id], [version.id]);
  await insertSlugs(tx, workspace, version, slugsOf(version));
};

export const insertSlugs = (
  tx: Db,
  workspace: WorkspaceScope,
  version: Pick<Document<'version'>, 'id' | 'record_id'>,
  slugs: readonly string[],
): Promise<void> => insertSlugRows(tx, workspace, rowsOfSlugs(version, slugs));

export interface SlugRow {
  readonly record_id: string;
  readonly version_id: string;
  readonly slug: string;
}

export const rowsOfSlugs = (
  version: Pick<Document<'version'>, 'id' | 'record_id'>,
  slugs: readonly string[],
): SlugRow[] => slugs.map((slug) => ({ record_id: version.record_id, version_id: version.id, slug }));

export const insertSlugRows = async (
  tx: Db,
  workspace: WorkspaceScope,
  rows: readonly SlugRow[],
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await inWorkspace(tx, workspace)
      .insertInto('version_slug')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
};

/** Of some versions, or of all versions of the records. */
export const deleteSlugs = async (
  tx: Db,
  workspace: WorkspaceScope,
  recordIds: readonly string[],
  versionIds?: readonly string[],
): Promise<void> => {
  for (const ids of batchIds(recordIds)) {
    await inWorkspace(tx, workspace)
      .deleteFrom('version_slug')
      .where('record_id', 'in', ids)
      .$if(versionIds !== undefined, (query) => query.where('version_id', 'in', versionIds ?? []))
      .execute();
  }
};
