// The first schema of the database. Released migrations are never edited: later changes are new migrations.

import { sql } from 'kysely';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildTableMakers, type MakeTable } from './make-table.ts';

const document = { doc: 'text', revision: 'integer' } as const;

export const name = '0001-initial';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { table, workspaceTable } = buildTableMakers(tx, ddl);
  const catalogTable = (tableName: string, idColumn: string): Promise<void> =>
    workspaceTable(tableName, ['catalog_id', idColumn], {
      catalog_id: 'text',
      [idColumn]: 'text',
      ...document,
    });

  await table('tenant', ['tenant_id'], { tenant_id: 'text', ...document });
  await workspaceTable('workspace', [], document);
  await workspaceTable('environment', ['environment_id'], { environment_id: 'text', ...document });
  await workspaceTable('domain', ['host'], { host: 'text', environment_id: 'text', ...document });
  await workspaceTable('catalog', ['catalog_id'], { catalog_id: 'text', ...document });
  await workspaceTable('commerce_store', ['store_id'], {
    store_id: 'text',
    environment_id: 'text',
    catalog_id: 'text',
    is_default: 'integer',
    ...document,
  });
  await catalogTable('category', 'category_id');
  await catalogTable('product', 'product_id');
  await catalogTable('synonyms', 'synonyms_id');
  await catalogTable('merchandising_rule', 'rule_id');
  await workspaceTable('content_item', ['catalog_id', 'provider_id', 'locale'], {
    catalog_id: 'text',
    provider_id: 'text',
    locale: 'text',
    ...document,
  });
  await workspaceTable('form', ['form_id'], { form_id: 'text', ...document });
  await createContentTables(workspaceTable);
  await createRecordKeeping(workspaceTable);
  await createIndexes(tx);
};

const createContentTables = async (workspaceTable: MakeTable): Promise<void> => {
  await workspaceTable('content_model', ['model_id'], {
    model_id: 'text',
    internal_name: 'text',
    ...document,
  });
  await workspaceTable('record', ['record_id'], { record_id: 'text', model: 'text', ...document });
  await workspaceTable('version', ['version_id'], {
    version_id: 'text',
    record_id: 'text',
    number: 'integer',
    locales: 'text',
    ...document,
  });
  await workspaceTable('publication', ['environment_id', 'record_id', 'locale', 'version_id'], {
    environment_id: 'text',
    record_id: 'text',
    locale: 'text',
    version_id: 'text',
    state: 'text',
    published_at: 'text',
  });
};

const createRecordKeeping = async (workspaceTable: MakeTable): Promise<void> => {
  // By visitor rather than by time, so that the searches of one visitor are read one after the other.
  await workspaceTable('search_event', ['catalog_id', 'visitor', 'at', 'term'], {
    catalog_id: 'text',
    visitor: 'text',
    at: 'text',
    term: 'text',
    total: 'integer',
  });
  await workspaceTable('popular_term', ['catalog_id', 'rank'], {
    catalog_id: 'text',
    rank: 'integer',
    term: 'text',
  });
  await workspaceTable('token', ['token_id'], {
    token_id: 'text',
    digest: 'text',
    name: 'text',
    permission: 'text',
    environment_ids: 'text?',
    created_at: 'text',
    expires_at: 'text?',
    revoked_at: 'text?',
  });
  await workspaceTable('idempotency_claim', ['claim_key'], {
    claim_key: 'text',
    fingerprint: 'text',
    outcomes: 'text',
    claimed_at_ms: 'integer',
  });
  await workspaceTable('change', ['position'], {
    position: 'integer',
    kind: 'text',
    catalog_id: 'text',
    id: 'text',
    at_ms: 'integer',
  });
  await workspaceTable('feed_head', [], { head: 'integer', trimmed_through: 'integer' });
};

const createIndexes = async (tx: Db): Promise<void> => {
  const workspace = ['tenant_id', 'workspace_id'];
  const index = (indexName: string, tableName: string, columns: readonly string[]) =>
    acrossWorkspaces(tx)
      .schema.createIndex(indexName)
      .ifNotExists()
      .on(tableName)
      .columns([...columns]);

  await index('domain_host', 'domain', ['host']).unique().execute();
  await index('content_model_name', 'content_model', [...workspace, 'internal_name'])
    .unique()
    .execute();
  await index('version_number', 'version', [...workspace, 'record_id', 'number'])
    .unique()
    .execute();
  await index('record_model', 'record', [...workspace, 'model', 'record_id']).execute();
  await index('search_event_at', 'search_event', ['at']).execute();
  await index('token_digest', 'token', ['digest']).unique().execute();
  await index('token_id', 'token', ['token_id']).unique().execute();
  // At most one version is published per environment, record and locale.
  await index('publication_in_place', 'publication', [...workspace, 'environment_id', 'record_id', 'locale'])
    .unique()
    .where(sql<boolean>`state = 'published'`)
    .execute();
  await index('publication_version', 'publication', [...workspace, 'version_id']).execute();
  await index('idempotency_claim_age', 'idempotency_claim', [...workspace, 'claimed_at_ms']).execute();
};
