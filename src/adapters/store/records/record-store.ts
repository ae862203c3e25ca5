// Records and versions, as editors read and write them. Each write is one transaction under the workspace's lock; only a record with
// many versions is deleted in several. It checks what others may have changed: the idempotency key, the base version, the targets of
// relations, unique values. Whether values fit the model is checked before.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { contentModelNotFound } from '../../../domain/failures/failures.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import type { RefusedValues } from '../../../domain/models/value-errors.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { PlacedVersion, RecordVersion, VersionPlace } from '../../../domain/records/record.ts';
import type {
  RecordStore,
  RecordWriteResult,
  VersionWrite,
  VersionWriteResult,
} from '../../../domain/records/record-ports.ts';
import { type FeedWriter, writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine, UsageWriter } from '../limits/usage-writer.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import { readDocument, toContentModel } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { EVERYTHING, type RowSet, readDocuments, readPage } from '../sql/key-range.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';
import { findIdempotencyKey, saveIdempotencyKey } from './idempotency-keys.ts';
import { findMissingRelations, findModelsIn } from './record-relations.ts';
import type { RecordRemoval } from './record-removal.ts';
import type { RemoveVersionsAhead } from './remove-versions-ahead.ts';
import type { UniqueValues } from './unique-values.ts';
import { toLine, toVersion, type VersionRows } from './version-rows.ts';

export const buildRecordStore = (
  engine: CountingEngine,
  rows: VersionRows,
  removal: RecordRemoval,
  removeVersionsAhead: RemoveVersionsAhead,
  unique: UniqueValues,
): RecordStore => {
  const { reads } = engine;
  return {
    removeVersion: (workspace, recordId, versionId) =>
      writeWithFeed(engine, (tx, feed, usage) =>
        removal.removeVersion({ tx, feed, usage }, workspace, recordId, versionId),
      ),
    async removeRecord(workspace, model, id, options) {
      await removeVersionsAhead(workspace, { id, model }, options);
      return writeWithFeed(engine, (tx, feed, usage) =>
        removal.removeRecord({ tx, feed, usage }, workspace, { id, model }, options),
      );
    },
    ...buildRecordWrites(engine, rows, unique),

    async findRecord(workspace, model, recordId) {
      const record = await rows.findRecord(reads, workspace, recordId);
      return record?.model === model ? record : undefined;
    },

    findRefusedValues: (workspace, record, values) =>
      findRefusedValues(unique, reads, workspace, record, values),

    async findVersion(workspace, recordId, versionId) {
      const version = await rows.findVersion(reads, workspace, versionId);
      if (version?.recordId !== recordId) {
        return undefined;
      }
      return (await withPlaces(reads, workspace, recordId, [version]))[0];
    },

    async listContentModels(workspace, budget) {
      const set: RowSet = {
        table: 'content_model',
        prefix: workspacePrefix(workspace),
        key: ['internal_name'],
      };
      const models: ContentModel[] = [];
      for await (const some of readDocuments(reads, set, EVERYTHING, budget)) {
        for (const { doc = '' } of some) models.push(toContentModel(readDocument<'content_model'>(doc)));
      }
      return models;
    },

    async listVersions(workspace, recordId, page, budget) {
      const set: RowSet = {
        table: 'version',
        prefix: workspacePrefix(workspace, { record_id: recordId }),
        key: ['number'],
        isDescending: true,
      };
      const found = await readPage(reads, set, { ...page, columns: [] }, budget);
      const versions = found.rows.map(({ doc = '' }) => toVersion(readDocument<'version'>(doc)));
      return { total: found.total, items: await withPlaces(reads, workspace, recordId, versions) };
    },
  };
};

const buildRecordWrites = (
  engine: CountingEngine,
  rows: VersionRows,
  unique: UniqueValues,
): Pick<RecordStore, 'createRecord' | 'saveVersion'> => ({
  createRecord: (workspace, record, write) =>
    writeOnce<RecordWriteResult>(engine, workspace, write, async (tx, feed, usage) => {
      await assertModel(tx, workspace, record.model);
      if (
        (await rows.findRecord(tx, workspace, record.id)) !== undefined ||
        (await rows.findVersion(tx, workspace, write.version.id)) !== undefined
      ) {
        return { kind: 'exists' };
      }
      if (write.isSingle && (await hasRecordOf(tx, workspace, record.model))) {
        return { kind: 'single-exists' };
      }
      const refusal = await refuseValues(unique, tx, workspace, record, write);
      if (refusal !== undefined) {
        return refusal;
      }
      const version = { ...write.version, number: 1 };
      await rows.writeRecord(tx, usage, workspace, record);
      await rows.writeVersion(tx, usage, workspace, version);
      await feed.append(workspace, { kind: 'record', catalogId: '', id: record.id });
      await feed.append(workspace, { kind: 'version', catalogId: '', id: record.id });
      feed.records.noteLatest(workspace, record, version);
      return { kind: 'done', version };
    }),

  saveVersion: (workspace, write) =>
    writeOnce<VersionWriteResult>(engine, workspace, write, async (tx, feed, usage) => {
      const { recordId } = write.version;
      const record = await rows.findRecord(tx, workspace, recordId);
      if (record?.model !== write.model) {
        return { kind: 'no-record' };
      }
      const base = await rows.findVersion(tx, workspace, write.baseVersionId);
      const latest = await rows.findLatest(tx, workspace, recordId);
      // A record always has a version, unless a bundle imported it without one.
      if (latest === undefined) {
        return { kind: 'no-record' };
      }
      if (base?.recordId !== recordId) {
        return { kind: 'no-base', latest };
      }
      if ((await rows.findVersion(tx, workspace, write.version.id)) !== undefined) {
        return { kind: 'exists' };
      }
      if (latest.id !== base.id) {
        return { kind: 'changed', base, latest };
      }
      const refusal = await refuseValues(unique, tx, workspace, record, write);
      if (refusal !== undefined) {
        return refusal;
      }
      const version = { ...write.version, number: latest.number + 1 };
      await rows.writeVersion(tx, usage, workspace, version);
      await feed.append(workspace, { kind: 'version', catalogId: '', id: recordId });
      feed.records.noteLatest(workspace, record, version);
      return { kind: 'done', version };
    }),
});

type Written = Extract<RecordWriteResult, { readonly version: RecordVersion }>;

/** Locks the workspace. A repeated request gets the first outcome again; a refused one does not use up its key. */
const writeOnce = <R extends { readonly kind: string }>(
  engine: CountingEngine,
  workspace: WorkspaceScope,
  { idempotency, now }: VersionWrite,
  work: (tx: Db, feed: FeedWriter, usage: UsageWriter) => Promise<R | Written>,
): Promise<R | Written | { readonly kind: 'key-reused' }> =>
  writeWithFeed(engine, async (tx, feed, usage) => {
    await feed.lock(workspace);
    const before = idempotency && (await findIdempotencyKey(tx, workspace, idempotency, now));
    if (before?.kind === 'replayed') {
      return { kind: 'replayed', version: toVersion(readDocument<'version'>(before.outcome)) };
    }
    if (before !== undefined) {
      return before;
    }
    const result = await work(tx, feed, usage);
    if (idempotency !== undefined && 'version' in result) {
      const outcome = canonicalJsonWithout(toLine(result.version), 'kind');
      await saveIdempotencyKey(tx, workspace, idempotency, outcome, now);
    }
    return result;
  });

/** Missing targets of relations, and unique values that are taken. */
const refuseValues = async (
  unique: UniqueValues,
  tx: Db,
  workspace: WorkspaceScope,
  record: { readonly id: string; readonly model: string },
  values: VersionWrite,
): Promise<({ readonly kind: 'refused' } & RefusedValues) | undefined> => {
  const refused = await findRefusedValues(unique, tx, workspace, record, values);
  return refused.relations.length + refused.taken.length > 0 ? { kind: 'refused', ...refused } : undefined;
};

const findRefusedValues = async (
  uniqueValues: UniqueValues,
  db: Db,
  workspace: WorkspaceScope,
  record: { readonly id: string; readonly model: string },
  { relations, unique = [] }: Pick<VersionWrite, 'relations' | 'unique'>,
): Promise<RefusedValues> => ({
  relations: await findMissingRelations(findModelsIn(db, workspace), relations, record),
  taken: await uniqueValues.findTaken(db, workspace, record, unique),
});

/** The model may have been deleted since the values were checked. */
const assertModel = async (tx: Db, workspace: WorkspaceScope, model: string): Promise<void> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('content_model')
    .select('model_id')
    .where('internal_name', '=', model)
    .executeTakeFirst();
  if (row === undefined) throw contentModelNotFound('internal name');
};

const hasRecordOf = async (tx: Db, workspace: WorkspaceScope, model: string): Promise<boolean> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('record')
    .select('record_id')
    .where('model', '=', model)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** With all current and former publications of each, ordered by environment and locale. */
const withPlaces = async (
  reads: Db,
  workspace: WorkspaceScope,
  recordId: string,
  versions: readonly RecordVersion[],
): Promise<PlacedVersion[]> => {
  const places = new Map<string, VersionPlace[]>(versions.map((version) => [version.id, []]));
  for (const ids of batchIds(places.keys())) {
    const rows = await inWorkspace(reads, workspace)
      .selectFrom('publication')
      .select(['version_id', 'environment_id', 'locale', 'state', 'published_at'])
      .where('record_id', '=', recordId)
      .where('version_id', 'in', ids)
      .execute();
    for (const row of rows) {
      places.get(row.version_id)?.push({
        environmentId: row.environment_id,
        locale: row.locale,
        state: row.state as PublicationState,
        publishedAt: row.published_at,
      });
    }
  }
  return versions.map((version) => ({
    version,
    places: (places.get(version.id) ?? []).sort(
      (one, other) =>
        compareTexts(one.environmentId, other.environmentId) || compareTexts(one.locale, other.locale),
    ),
  }));
};

const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};
