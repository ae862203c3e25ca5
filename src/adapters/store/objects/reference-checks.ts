// Checks that what a bundle line refers to exists. Many lines refer to few objects, so objects that were found are cached for
// the rest of the transaction, or until one is deleted in it.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import type { KnownRecords } from '../records/known-records.ts';
import type { Db } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';

export interface References {
  assertTenant(scope: WorkspaceScope): Promise<void>;
  assertWorkspace(scope: WorkspaceScope): Promise<void>;
  /** `field` is the field of the line that refers to it, for the error message. */
  assertEnvironment(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  assertCatalog(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  /** By internal name. */
  assertModel(scope: WorkspaceScope, field: string, name: string): Promise<void>;
  assertRecord(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  /** Clears the cache. Call it after a delete. */
  forget(): void;
}

type Kind = 'tenant' | 'workspace' | 'environment' | 'catalog' | 'content model';

/** Prepared once per store. `begin` starts the cache of a transaction. */
export const buildReferences = (
  db: Db,
): { begin(tx: Db, records: Pick<KnownRecords, 'findModel'>): References } => {
  const queries = prepareQueries(db);
  return {
    begin(tx, records) {
      const confirmed = new Set<string>();
      const assertFound = async (
        kind: Kind,
        { tenantId, workspaceId }: WorkspaceScope,
        field: string,
        id: string,
      ): Promise<void> => {
        const key = JSON.stringify([kind, tenantId, workspaceId, id]);
        if (confirmed.has(key)) {
          return;
        }
        if ((await queries[kind].first(tx, { tenantId, workspaceId, id })) === undefined) {
          const where = kind === 'tenant' || kind === 'workspace' ? '' : ' in this workspace';
          throw noSuch(kind, field, id, where);
        }
        confirmed.add(key);
      };
      return {
        assertTenant: (scope) => assertFound('tenant', scope, 'tenant_id', scope.tenantId),
        assertWorkspace: (scope) => assertFound('workspace', scope, 'workspace_id', scope.workspaceId),
        assertEnvironment: (scope, field, id) => assertFound('environment', scope, field, id),
        assertCatalog: (scope, field, id) => assertFound('catalog', scope, field, id),
        assertModel: (scope, field, name) => assertFound('content model', scope, field, name),
        assertRecord: async (scope, field, id) => {
          if ((await records.findModel(scope, id)) === undefined) {
            throw noSuch('record', field, id, ' in this workspace');
          }
        },
        forget: () => confirmed.clear(),
      };
    },
  };
};

const noSuch = (kind: string, field: string, id: string, where: string): BundleFault =>
  new BundleFault(`${field}: there is no ${kind} ${JSON.stringify(id)}${where}`, field);

const prepareQueries = (db: Db) => {
  const key = { id: '' };
  return {
    tenant: prepareInWorkspace(db, key, (workspace) => workspace.selectFrom('tenant').select('revision')),
    workspace: prepareInWorkspace(db, key, (workspace) =>
      workspace.selectFrom('workspace').select('revision'),
    ),
    environment: prepareInWorkspace(db, key, (workspace, value) =>
      workspace.selectFrom('environment').select('revision').where('environment_id', '=', value.id),
    ),
    catalog: prepareInWorkspace(db, key, (workspace, value) =>
      workspace.selectFrom('catalog').select('revision').where('catalog_id', '=', value.id),
    ),
    'content model': prepareInWorkspace(db, key, (workspace, value) =>
      workspace.selectFrom('content_model').select('revision').where('internal_name', '=', value.id),
    ),
  };
};
