// Finds a catalog for an environment: it must be attached to it, and the environment must exist.

import type { Scope } from '../../../domain/access/scope.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

export type FindVisibleCatalog = (
  scope: Scope,
  catalogId: string,
) => Promise<Document<'catalog'> | undefined>;

export const buildFindVisibleCatalog = (reads: Db): FindVisibleCatalog => {
  const catalogInEnvironment = prepareInWorkspace(
    reads,
    { environmentId: '', catalogId: '' },
    (workspace, value) =>
      workspace
        .selectFrom(['catalog', 'environment'])
        .select('catalog.doc')
        .where('catalog.catalog_id', '=', value.catalogId)
        .where('environment.environment_id', '=', value.environmentId),
  );
  return async ({ tenantId, workspaceId, environmentId }, catalogId) => {
    const row = await catalogInEnvironment.first(reads, { tenantId, workspaceId, environmentId, catalogId });
    const catalog = row && readDocument<'catalog'>(row.doc);
    return catalog?.environment_ids.includes(environmentId) ? catalog : undefined;
  };
};
