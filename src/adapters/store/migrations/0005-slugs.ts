// The slugs of versions. Released migrations are never edited: later changes are new migrations.

import { insertSlugs, slugsOf } from '../records/version-slugs.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildTableMakers } from './make-table.ts';

const VERSIONS_AT_ONCE = 250;

export const name = '0005-slugs';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('version_slug', ['record_id', 'version_id', 'slug'], {
    record_id: 'text',
    version_id: 'text',
    slug: 'text',
  });
  await acrossWorkspaces(tx)
    .schema.createIndex('version_slug_slug')
    .ifNotExists()
    .on('version_slug')
    .columns(['tenant_id', 'workspace_id', 'slug', 'record_id'])
    .execute();
  await noteSlugs(tx);
};

/** For existing versions. */
const noteSlugs = async (tx: Db): Promise<void> => {
  let after = { tenant_id: '', workspace_id: '', version_id: '' };
  for (;;) {
    const { tenant_id, workspace_id, version_id } = after;
    const rows = await acrossWorkspaces(tx)
      .selectFrom('version')
      .select(['tenant_id', 'workspace_id', 'version_id', 'record_id', 'doc'])
      .where((eb) =>
        eb(
          eb.refTuple('tenant_id', 'workspace_id', 'version_id'),
          '>',
          eb.tuple(tenant_id, workspace_id, version_id),
        ),
      )
      .orderBy('tenant_id')
      .orderBy('workspace_id')
      .orderBy('version_id')
      .limit(VERSIONS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const workspace = { tenantId: row.tenant_id, workspaceId: row.workspace_id };
      const version = { id: row.version_id, record_id: row.record_id };
      await insertSlugs(tx, workspace, version, slugsOf(readDocument<'version'>(row.doc)));
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
};
