// Prepared queries for records and versions that several files share.

import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { published } from './publication-rows.ts';

export type RecordQueries = ReturnType<typeof prepareRecordQueries>;

export const prepareRecordQueries = (db: Db) => ({
  recordById: prepareInWorkspace(db, { id: '' }, (workspace, value) =>
    workspace.selectFrom('record').select(['model', 'doc']).where('record_id', '=', value.id),
  ),
  recordOfModel: prepareInWorkspace(db, { model: '' }, (workspace, value) =>
    workspace.selectFrom('record').select('record_id').where('model', '=', value.model).limit(1),
  ),
  versionById: prepareInWorkspace(db, { id: '' }, (workspace, value) =>
    workspace.selectFrom('version').select('doc').where('version_id', '=', value.id),
  ),
  /** A locale once for each environment. */
  publishedLocales: prepareInWorkspace(db, { recordId: '', versionId: '' }, (workspace, value) =>
    workspace
      .selectFrom('publication')
      .select('locale')
      .where('record_id', '=', value.recordId)
      .where('version_id', '=', value.versionId)
      .where('state', '=', published),
  ),
});
