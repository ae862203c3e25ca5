// What a bundle line refers to must stand already. Few things are referred to by many lines, so what was once found is
// remembered for the rest of the transaction, or until something that is referred to is deleted in it.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { BundleFault } from '../../../domain/manage/bundle-store.ts';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';

export interface References {
  assertTenant(scope: WorkspaceScope): Promise<void>;
  assertWorkspace(scope: WorkspaceScope): Promise<void>;
  /** `field` is where the line names it, for the fault. */
  assertEnvironment(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  assertCatalog(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  /** By internal name. */
  assertModel(scope: WorkspaceScope, field: string, name: string): Promise<void>;
  assertRecord(scope: WorkspaceScope, field: string, id: string): Promise<void>;
  /** To be called when something was deleted: from here on everything is looked up again. */
  forget(): void;
}

type Kind = 'tenant' | 'workspace' | 'environment' | 'catalog' | 'content model' | 'record';

/** Prepared once per store; `begin` starts a transaction's own memory. */
export const buildReferences = (db: Db): { begin(tx: Db): References } => {
  const queries = prepareQueries(db);
  return {
    begin(tx) {
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
          throw new BundleFault(`${field}: there is no ${kind} ${JSON.stringify(id)}${where}`, field);
        }
        // Records are as many as the lines that name them: remembering those would only cost memory.
        if (kind !== 'record') confirmed.add(key);
      };
      return {
        assertTenant: (scope) => assertFound('tenant', scope, 'tenant_id', scope.tenantId),
        assertWorkspace: (scope) => assertFound('workspace', scope, 'workspace_id', scope.workspaceId),
        assertEnvironment: (scope, field, id) => assertFound('environment', scope, field, id),
        assertCatalog: (scope, field, id) => assertFound('catalog', scope, field, id),
        assertModel: (scope, field, name) => assertFound('content model', scope, field, name),
        assertRecord: (scope, field, id) => assertFound('record', scope, field, id),
        forget: () => confirmed.clear(),
      };
    },
  };
};

const prepareQueries = (db: Db) => {
  const key = { tenantId: '', workspaceId: '', id: '' };
  type Table = 'workspace' | 'environment' | 'catalog' | 'content_model' | 'record';
  const inWorkspace = (table: Table, value: typeof key) =>
    db
      .selectFrom(table)
      .select('revision')
      .where('tenant_id', '=', value.tenantId)
      .where('workspace_id', '=', value.workspaceId);
  return {
    tenant: prepareQuery(key, (value) =>
      db.selectFrom('tenant').select('revision').where('tenant_id', '=', value.id),
    ),
    workspace: prepareQuery(key, (value) => inWorkspace('workspace', value)),
    environment: prepareQuery(key, (value) =>
      inWorkspace('environment', value).where('environment_id', '=', value.id),
    ),
    catalog: prepareQuery(key, (value) => inWorkspace('catalog', value).where('catalog_id', '=', value.id)),
    'content model': prepareQuery(key, (value) =>
      inWorkspace('content_model', value).where('internal_name', '=', value.id),
    ),
    record: prepareQuery(key, (value) => inWorkspace('record', value).where('record_id', '=', value.id)),
  };
};
