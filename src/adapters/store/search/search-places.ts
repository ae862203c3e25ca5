// Lists the workspaces that have changed, and their catalogs, so that search indexes can be built before the first query.

import type { SearchPlaces } from '../../../domain/ports.ts';
import { readDocument } from '../sql/documents.ts';
import type { Engine } from '../sql/engine.ts';
import { prepareInWorkspace, prepareQuery } from '../sql/prepared-query.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

export const buildSearchPlaces = ({ reads }: Pick<Engine, 'reads'>): SearchPlaces => {
  const heads = prepareQuery({}, () =>
    acrossWorkspaces(reads).selectFrom('feed_head').select(['tenant_id', 'workspace_id', 'head']),
  );
  const catalogs = prepareInWorkspace(reads, {}, (workspace) =>
    workspace.selectFrom('catalog').select(['catalog_id', 'doc']).orderBy('catalog_id'),
  );
  return {
    listHeads: async () =>
      (await heads.all(reads, {})).map(({ tenant_id, workspace_id, head }) => ({
        tenantId: tenant_id,
        workspaceId: workspace_id,
        head,
      })),
    listPlaces: async ({ tenantId, workspaceId }) => {
      const rows = await catalogs.all(reads, { tenantId, workspaceId });
      return rows.flatMap(({ catalog_id: catalogId, doc }) =>
        readDocument<'catalog'>(doc).environment_ids.map((environmentId) => ({
          scope: { tenantId, workspaceId, environmentId },
          catalogId,
        })),
      );
    },
  };
};
