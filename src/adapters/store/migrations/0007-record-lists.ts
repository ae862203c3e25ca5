// Lists of records in the order of their values. Released migrations are never edited: later changes are new
// migrations.

import { buildRecordIndex } from '../records/record-index.ts';
import type { Db, Ddl } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { buildTableMakers } from './make-table.ts';

const RECORDS_AT_ONCE = 500;

export const name = '0007-record-lists';

export const up = async (tx: Db, ddl: Ddl): Promise<void> => {
  const { workspaceTable } = buildTableMakers(tx, ddl);
  await workspaceTable('record_slot', ['record_id'], {
    record_id: 'text',
    model: 'text',
    is_free: 'integer',
    slot: 'integer',
  });
  await acrossWorkspaces(tx)
    .schema.createIndex('record_slot_slot')
    .ifNotExists()
    .on('record_slot')
    .columns(['tenant_id', 'workspace_id', 'model', 'is_free', 'slot'])
    .unique()
    .execute();
  await workspaceTable('record_entry', ['environment_id', 'record_id', 'locale'], {
    environment_id: 'text',
    record_id: 'text',
    locale: 'text',
    entries: 'text',
  });
  await acrossWorkspaces(tx)
    .schema.createIndex('record_entry_record')
    .ifNotExists()
    .on('record_entry')
    .columns(['tenant_id', 'workspace_id', 'record_id', 'environment_id'])
    .execute();
  await workspaceTable('record_list', ['environment_id', 'model', 'list', 'locale', 'key', 'record_id'], {
    environment_id: 'text',
    model: 'text',
    list: 'text',
    locale: 'text',
    key: 'text',
    record_id: 'text',
    last_key: 'text',
    entries: 'integer',
    head_run: 'integer',
    tail_run: 'integer',
    slots: 'text',
    keys: 'text',
    ids: 'text',
  });
  await listRecords(tx);
};

/** Those that stand already. */
const listRecords = async (tx: Db): Promise<void> => {
  const writer = buildRecordIndex(tx).begin(tx);
  let after = { tenant_id: '', workspace_id: '', record_id: '' };
  for (;;) {
    const { tenant_id, workspace_id, record_id } = after;
    const rows = await acrossWorkspaces(tx)
      .selectFrom('record')
      .select(['tenant_id', 'workspace_id', 'record_id'])
      .where((eb) =>
        eb(
          eb.refTuple('tenant_id', 'workspace_id', 'record_id'),
          '>',
          eb.tuple(tenant_id, workspace_id, record_id),
        ),
      )
      .orderBy('tenant_id')
      .orderBy('workspace_id')
      .orderBy('record_id')
      .limit(RECORDS_AT_ONCE)
      .execute();
    for (const row of rows) {
      writer.noteRecord({ tenantId: row.tenant_id, workspaceId: row.workspace_id }, row.record_id);
    }
    await writer.flush();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
};
