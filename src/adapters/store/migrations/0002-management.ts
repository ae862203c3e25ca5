// Tables for managing data: which records a version refers to, and form submissions.
// Released migrations are never edited: later changes are new migrations.

import { insertMentions, mentionsOf } from '../records/version-mentions.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildTableMakers } from './make-table.ts';

const VERSIONS_AT_ONCE = 250;

export const name = '0002-management';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('version_mention', ['target_id', 'version_id', 'field'], {
    target_id: 'text',
    version_id: 'text',
    field: 'text',
    record_id: 'text',
  });
  await workspaceTable('form_submission', ['form_id', 'submission_id'], {
    form_id: 'text',
    submission_id: 'text',
    environment_id: 'text',
    submitted_at: 'text',
    doc: 'text',
  });
  const workspace = ['tenant_id', 'workspace_id'];
  const index = (indexName: string, tableName: string, columns: readonly string[]) =>
    acrossWorkspaces(tx)
      .schema.createIndex(indexName)
      .ifNotExists()
      .on(tableName)
      .columns([...workspace, ...columns])
      .execute();
  await index('version_mention_version', 'version_mention', ['version_id']);
  // A covering index: without statistics the planner prefers the primary key, and would scan the workspace.
  await index('publication_record', 'publication', ['record_id', 'version_id', 'state', 'published_at']);
  await index('form_submission_time', 'form_submission', ['form_id', 'submitted_at', 'submission_id']);
  await noteMentions(tx);
};

/** For existing versions. */
const noteMentions = async (tx: Db): Promise<void> => {
  let after = { tenantId: '', workspaceId: '', versionId: '' };
  for (;;) {
    const { tenantId, workspaceId, versionId } = after;
    const rows = await acrossWorkspaces(tx)
      .selectFrom('version')
      .select(['tenant_id', 'workspace_id', 'version_id', 'record_id', 'doc'])
      .where((eb) =>
        eb(
          eb.refTuple('tenant_id', 'workspace_id', 'version_id'),
          '>',
          eb.tuple(tenantId, workspaceId, versionId),
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
      await insertMentions(tx, workspace, version, mentionsOf(readDocument<'version'>(row.doc)));
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { tenantId: last.tenant_id, workspaceId: last.workspace_id, versionId: last.version_id };
  }
};
