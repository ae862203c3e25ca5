// Finds, writes and deletes the rows of records and versions, with mentions and slugs. Callers check whether they may.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { RecordText } from '../../../domain/models/record-text.ts';
import type { ContentRecord, RecordVersion } from '../../../domain/records/record.ts';
import { buildDocumentWriters } from '../documents/document-writer.ts';
import { docBytes, measureRows } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { prepareRecordQueries } from './record-queries.ts';
import { deleteMentions, keepMentions } from './version-mentions.ts';
import { deleteSlugs, keepSlugs } from './version-slugs.ts';

export interface VersionRows {
  findRecord(db: Db, workspace: WorkspaceScope, recordId: string): Promise<ContentRecord | undefined>;
  findVersion(db: Db, workspace: WorkspaceScope, versionId: string): Promise<RecordVersion | undefined>;
  /** The version with the highest number. */
  findLatest(db: Db, workspace: WorkspaceScope, recordId: string): Promise<RecordVersion | undefined>;
  /** For a record that does not exist yet. */
  writeRecord(tx: Db, usage: UsageWriter, workspace: WorkspaceScope, record: ContentRecord): Promise<void>;
  /** For a version that does not exist yet. */
  writeVersion(tx: Db, usage: UsageWriter, workspace: WorkspaceScope, version: RecordVersion): Promise<void>;
}

export const buildVersionRows = (db: Db): VersionRows => {
  const queries = prepareQueries(db);
  const documents = buildDocumentWriters(db);
  return {
    async findRecord(from, { tenantId, workspaceId }, recordId) {
      const row = await queries.recordById.first(from, { tenantId, workspaceId, id: recordId });
      return row && toRecord(readDocument<'record'>(row.doc));
    },
    async findVersion(from, { tenantId, workspaceId }, versionId) {
      const row = await queries.versionById.first(from, { tenantId, workspaceId, id: versionId });
      return row && toVersion(readDocument<'version'>(row.doc));
    },
    async findLatest(from, { tenantId, workspaceId }, recordId) {
      const row = await queries.latest.first(from, { tenantId, workspaceId, recordId });
      return row && toVersion(readDocument<'version'>(row.doc));
    },
    async writeRecord(tx, usage, workspace, record) {
      const line = {
        kind: 'record' as const,
        id: record.id,
        model: record.model,
        created_at: record.createdAt,
        created_by: record.createdBy,
      };
      await documents.write(tx, usage, workspace, line, true);
    },
    async writeVersion(tx, usage, workspace, version) {
      const line = toLine(version);
      await documents.write(tx, usage, workspace, line, true);
      await keepMentions(tx, workspace, line, 'created');
      await keepSlugs(tx, workspace, line, 'created');
    },
  };
};

const prepareQueries = (db: Db) => ({
  ...prepareRecordQueries(db),
  latest: prepareInWorkspace(db, { recordId: '' }, (workspace, value) =>
    workspace
      .selectFrom('version')
      .select('doc')
      .where('record_id', '=', value.recordId)
      .orderBy('number', 'desc')
      .limit(1),
  ),
});

/** Deletes versions of a record with their publications, mentions and slugs. */
export const deleteVersionRows = async (
  tx: Db,
  usage: UsageWriter,
  workspace: WorkspaceScope,
  recordId: string,
  versionIds: readonly string[],
): Promise<void> => {
  await deleteMentions(tx, workspace, versionIds);
  for (const ids of batchIds(versionIds)) {
    await deletePublications(tx, workspace, [recordId], ids);
    await deleteSlugs(tx, workspace, [recordId], ids);
    const gone = await inWorkspace(tx, workspace)
      .deleteFrom('version')
      .where('version_id', 'in', ids)
      .returning(docBytes)
      .execute();
    const bytes = gone.map((row) => row.bytes);
    await usage.replace(workspace, measureRows('version', '', bytes), undefined);
  }
};

/** Deletes records with everything that belongs to them. Other records that refer to them are not changed. */
export const deleteRecordRows = async (
  tx: Db,
  usage: UsageWriter,
  scope: WorkspaceScope,
  recordIds: readonly string[],
): Promise<void> => {
  await deletePublications(tx, scope, recordIds);
  await deleteSlugs(tx, scope, recordIds);
  const workspace = inWorkspace(tx, scope);
  for (const ids of batchIds(recordIds)) {
    const versions = await workspace
      .selectFrom('version')
      .select('version_id')
      .where('record_id', 'in', ids)
      .execute();
    const versionIds = versions.map((version) => version.version_id);
    await deleteMentions(tx, scope, versionIds);
    for (const table of ['version', 'record'] as const) {
      const gone = await workspace
        .deleteFrom(table)
        .where('record_id', 'in', ids)
        .returning(docBytes)
        .execute();
      const bytes = gone.map((row) => row.bytes);
      await usage.replace(scope, measureRows(table, '', bytes), undefined);
    }
  }
};

/** Of some versions, or of all versions of the records. By environment, so that the delete uses the primary key and does not scan. */
const deletePublications = async (
  tx: Db,
  scope: WorkspaceScope,
  recordIds: readonly string[],
  versionIds?: readonly string[],
): Promise<void> => {
  const workspace = inWorkspace(tx, scope);
  for (const ids of batchIds(recordIds)) {
    const places = await workspace
      .selectFrom('publication')
      .select('environment_id')
      .where('record_id', 'in', ids)
      .$if(versionIds !== undefined, (query) => query.where('version_id', 'in', versionIds ?? []))
      .execute();
    for (const environmentId of new Set(places.map((place) => place.environment_id))) {
      await workspace
        .deleteFrom('publication')
        .where('environment_id', '=', environmentId)
        .where('record_id', 'in', ids)
        .$if(versionIds !== undefined, (query) => query.where('version_id', 'in', versionIds ?? []))
        .execute();
    }
  }
};

export const toRecord = (doc: Document<'record'>): ContentRecord => ({
  id: doc.id,
  model: doc.model,
  createdAt: doc.created_at,
  createdBy: doc.created_by,
});

export const toVersion = (doc: Document<'version'>): RecordVersion => ({
  ...toVersionHead(doc),
  localized: mapTexts(doc.localized, toText),
});

/** Everything but the texts. */
export const toVersionHead = (doc: Document<'version'>): Omit<RecordVersion, 'localized'> => ({
  id: doc.id,
  recordId: doc.record_id,
  number: doc.number,
  name: doc.name,
  createdAt: doc.created_at,
  createdBy: doc.created_by,
});

export const toText = (text: Document<'version'>['localized'][string]): RecordText => ({
  title: text.title,
  pageSlug: text.page_slug,
  summary: text.summary,
  body: text.body,
  imageUrl: text.image_url,
  fields: text.fields,
});

export const toLine = (version: RecordVersion): BundleLine<'version'> => ({
  kind: 'version',
  id: version.id,
  record_id: version.recordId,
  number: version.number,
  name: version.name,
  created_at: version.createdAt,
  created_by: version.createdBy,
  localized: mapTexts(version.localized, (text) => ({
    title: text.title,
    page_slug: text.pageSlug,
    ...(text.summary === undefined ? {} : { summary: text.summary }),
    body: text.body,
    image_url: text.imageUrl,
    fields: text.fields,
  })),
});

/** `__proto__` is not a valid locale, so a plain object is safe. */
const mapTexts = <A, B>(texts: Readonly<Record<string, A>>, map: (text: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(texts).map(([locale, text]) => [locale, map(text)]));
