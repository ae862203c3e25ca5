// Relations between records, as a write needs them: whether each target exists, and which records relate to one. The current
// models say which fields are relations; a component counts as one.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { FieldDataType } from '../../../domain/models/content-model.ts';
import type { Relation } from '../../../domain/models/value-errors.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds } from '../sql/prepared-batches.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { published } from './publication-rows.ts';

const MENTIONS_AT_ONCE = 250;

const relationTypes: ReadonlySet<FieldDataType> = new Set(['relation', 'component']);

/** The models of those of the records that exist, by id. */
export type FindModels = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Those without a target, or with a target of a model that is not allowed. */
export const findMissingRelations = async (
  findModels: FindModels,
  relations: readonly Relation[],
  /** The record that is written: it may relate to itself. */
  self: { readonly id: string; readonly model: string },
): Promise<Relation[]> => {
  const targets = [...new Set(relations.map(targetOf))];
  const models = targets.length === 0 ? new Map<string, string>() : await findModels(targets);
  return relations.filter((relation) => {
    const target = targetOf(relation);
    const model = target === self.id ? self.model : models.get(target);
    return model === undefined || (relation.models !== null && !relation.models.includes(model));
  });
};

export const findModelsIn =
  (tx: Db, workspace: WorkspaceScope): FindModels =>
  async (targets) => {
    const models = new Map<string, string>();
    for (const ids of batchIds(targets)) {
      const rows = await inWorkspace(tx, workspace)
        .selectFrom('record')
        .select(['record_id', 'model'])
        .where('record_id', 'in', ids)
        .execute();
      for (const row of rows) models.set(row.record_id, row.model);
    }
    return models;
  };

const targetOf = (relation: Relation): string => relation.recordId.toLowerCase();

export interface RelatedRecords {
  /** The first ones, ordered by id. */
  readonly ids: readonly string[];
  readonly count: number;
}

/** Other records that relate to this one in their latest version or in a published one. In bounded steps. */
export const findRelatedRecords = async (
  tx: Db,
  workspace: WorkspaceScope,
  recordId: string,
  limit: number,
): Promise<RelatedRecords> => {
  const yieldIfDue = buildYield();
  const relationFields = new Map<string, ReadonlySet<string>>();
  const related = new Set<string>();
  let after = { versionId: '', field: '' };
  for (;;) {
    const rows = await mentionsAfter(tx, workspace, recordId, after).execute();
    for (const row of rows) {
      after = { versionId: row.version_id, field: row.field };
      const counts = row.number === row.latest_number || Number(row.places) > 0;
      if (!counts || row.record_id === recordId || related.has(row.record_id)) continue;
      const fields = relationFields.get(row.model) ?? (await readRelationFields(tx, workspace, row.model));
      relationFields.set(row.model, fields);
      if (fields.has(row.field)) related.add(row.record_id);
    }
    if (rows.length < MENTIONS_AT_ONCE) break;
    await yieldIfDue();
  }
  return { ids: [...related].sort().slice(0, limit), count: related.size };
};

const readRelationFields = async (
  tx: Db,
  workspace: WorkspaceScope,
  model: string,
): Promise<ReadonlySet<string>> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('content_model')
    .select('doc')
    .where('internal_name', '=', model)
    .executeTakeFirst();
  const fields = row === undefined ? [] : readDocument<'content_model'>(row.doc).fields;
  return new Set(
    fields
      .map((field) => field.field_properties)
      .filter((properties) => relationTypes.has(properties.data_type))
      .map((properties) => properties.internal_name),
  );
};

/** With the number of the version, the number of its record's latest version, and how often it is published. */
const mentionsAfter = (
  tx: Db,
  scope: WorkspaceScope,
  recordId: string,
  after: { readonly versionId: string; readonly field: string },
) => {
  const workspace = inWorkspace(tx, scope);
  return workspace
    .selectFrom(['version_mention', 'record', 'version'])
    .whereRef('record.record_id', '=', 'version_mention.record_id')
    .whereRef('version.version_id', '=', 'version_mention.version_id')
    .select(['version_mention.version_id', 'version_mention.field', 'version_mention.record_id'])
    .select(['record.model', 'version.number'])
    .select((eb) => [
      workspace
        .subquery(eb, 'version as latest')
        .select((own) => own.fn.max('latest.number').as('number'))
        .whereRef('latest.record_id', '=', 'version_mention.record_id')
        .as('latest_number'),
      workspace
        .subquery(eb, 'publication')
        .select((own) => own.fn.countAll().as('places'))
        .whereRef('publication.record_id', '=', 'version_mention.record_id')
        .whereRef('publication.version_id', '=', 'version_mention.version_id')
        .where('publication.state', '=', published)
        .as('places'),
    ])
    .where('version_mention.target_id', '=', recordId)
    .where((eb) =>
      eb(
        eb.refTuple('version_mention.version_id', 'version_mention.field'),
        '>',
        eb.tuple(after.versionId, after.field),
      ),
    )
    .orderBy('version_mention.version_id')
    .orderBy('version_mention.field')
    .limit(MENTIONS_AT_ONCE);
};
