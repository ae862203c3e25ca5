// Finds the environment and the caller of a request. These reads come first: until they are done, no scope is known.

import type { Directory } from '../../../domain/ports.ts';
import { readDocument, toEnvironment } from '../sql/documents.ts';
import type { Engine } from '../sql/engine.ts';
import { prepareInWorkspace, prepareQuery } from '../sql/prepared-query.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { toToken } from './token-store.ts';

export const buildDirectory = ({ reads }: Pick<Engine, 'reads'>): Directory => {
  const domainByHost = prepareQuery({ host: '' }, (value) =>
    acrossWorkspaces(reads)
      .selectFrom('domain')
      .select(['tenant_id', 'workspace_id', 'environment_id'])
      .where('host', '=', value.host),
  );
  const environmentById = prepareInWorkspace(reads, { environmentId: '' }, (workspace, value) =>
    workspace.selectFrom('environment').select('doc').where('environment_id', '=', value.environmentId),
  );
  const tokenByDigest = prepareQuery({ digest: '' }, (value) =>
    acrossWorkspaces(reads).selectFrom('token').selectAll().where('digest', '=', value.digest),
  );

  return {
    async findDomain(host) {
      const row = await domainByHost.first(reads, { host: host.toLowerCase() });
      return (
        row && { tenantId: row.tenant_id, workspaceId: row.workspace_id, environmentId: row.environment_id }
      );
    },
    async findEnvironment({ tenantId, workspaceId, environmentId }) {
      const row = await environmentById.first(reads, { tenantId, workspaceId, environmentId });
      return row && toEnvironment(readDocument<'environment'>(row.doc));
    },
    async findToken(digest) {
      const row = await tokenByDigest.first(reads, { digest });
      return row && toToken(row);
    },
  };
};
