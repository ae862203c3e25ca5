// A bulk request must not change a content model in a way that breaks existing records: nobody is there to confirm it.
// Checked in the transaction of the write.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { wouldBreakData } from '../../../domain/failures/data-failures.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import { countBreaks } from '../../../domain/models/model-breaks.ts';
import { compareModelSets, type ModelDocument } from '../../../domain/models/model-changes.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { EVERYTHING, readDocuments } from '../sql/key-range.ts';
import { prepareModelQueries } from '../sql/model-queries.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { buildReadUsedRecords } from './model-texts.ts';

/** Throws `BundleFault` if the change would break data. */
export type GuardModel = (
  tx: Db,
  workspace: WorkspaceScope,
  model: BundleLine<'content_model'>,
) => Promise<void>;

export const buildGuardModel = (engine: Engine): GuardModel => {
  const readUsedRecords = buildReadUsedRecords(engine);
  const models = prepareModelQueries(engine.reads);
  return async (tx, workspace, model) => {
    const wanted: ModelDocument[] = [model];
    const { tenantId, workspaceId } = workspace;
    const row = await models.byId.first(tx, { tenantId, workspaceId, id: model.id });
    const changes =
      row === undefined ? [] : compareModelSets([readDocument<'content_model'>(row.doc)], wanted);
    if (changes.length === 0) return;
    const stored = await readModels(tx, workspace);
    const breaks = await countBreaks({ stored, wanted, changes }, (name) =>
      readUsedRecords(tx, workspace, name),
    );
    if (breaks.length === 0) return;
    const failure = wouldBreakData(breaks);
    throw new BundleFault(failure.message, '', failure);
  };
};

const readModels = async (tx: Db, workspace: WorkspaceScope): Promise<ModelDocument[]> => {
  const set = {
    table: 'content_model',
    prefix: workspacePrefix(workspace),
    key: ['internal_name'],
  } as const;
  const models: ModelDocument[] = [];
  for await (const some of readDocuments(tx, set, EVERYTHING)) {
    for (const { doc = '' } of some) models.push(readDocument<'content_model'>(doc));
  }
  return models;
};
