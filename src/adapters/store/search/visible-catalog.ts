// A catalog as an environment sees it: only where it is attached, and only while that environment exists.

import type { Scope } from '../../../domain/access/scope.ts';
import { type Document, readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';

export type FindVisibleCatalog = (
  scope: Scope,
  catalogId: string,
) => Promise<Document<'catalog'> | undefined>;

export const buildFindVisibleCatalog = (reads: Db): FindVisibleCatalog => {
  const catalogInEnvironment = prepareQuery(
    { tenantId: '', workspaceId: '', environmentId: '', catalogId: '' },
    (value) =>
      reads
        .selectFrom('catalog')
        .innerJoin('environment', (join) =>
          join
            .onRef('environment.tenant_id', '=', 'catalog.tenant_id')
            .onRef('environment.workspace_id', '=', 'catalog.workspace_id')
            .on('environment.environment_id', '=', value.environmentId),
        )
        .select('catalog.doc')
        .where('catalog.tenant_id', '=', value.tenantId)
        .where('catalog.workspace_id', '=', value.workspaceId)
        .where('catalog.catalog_id', '=', value.catalogId),
  );
  return async ({ tenantId, workspaceId, environmentId }, catalogId) => {
    const row = await catalogInEnvironment.first(reads, { tenantId, workspaceId, environmentId, catalogId });
    const catalog = row && readDocument<'catalog'>(row.doc);
    return catalog?.environment_ids.includes(environmentId) ? catalog : undefined;
  };
};
