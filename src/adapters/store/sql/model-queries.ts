// Prepared queries for content models, by id and by internal name.

import type { Db } from './engine.ts';
import { prepareInWorkspace } from './prepared-query.ts';

export type ModelQueries = ReturnType<typeof prepareModelQueries>;

export const prepareModelQueries = (db: Db) => ({
  byId: prepareInWorkspace(db, { id: '' }, (workspace, value) =>
    workspace
      .selectFrom('content_model')
      .select(['model_id', 'internal_name', 'doc'])
      .where('model_id', '=', value.id),
  ),
  byName: prepareInWorkspace(db, { name: '' }, (workspace, value) =>
    workspace
      .selectFrom('content_model')
      .select(['model_id', 'internal_name', 'doc'])
      .where('internal_name', '=', value.name),
  ),
});
