// Which entries each record has in the lists, by environment and locale, so that a change can be computed without
// searching the lists.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ListEntry } from '../../../domain/records/list-keys.ts';
import type { Db } from '../sql/engine.ts';
import { batchIds } from '../sql/id-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { LATEST } from './list-rows.ts';

/** By record, then by locale, as `readEntries` reads them. */
export const findEntries = async (
  db: Db,
  scope: WorkspaceScope,
  environmentId: string,
  recordIds: readonly string[],
): Promise<Map<string, Map<string, string>>> => {
  const found = new Map<string, Map<string, string>>();
  for (const ids of batchIds(recordIds)) {
    const rows = await inWorkspace(db, scope)
      .selectFrom('record_entry')
      .select(['record_id', 'locale', 'entries'])
      .where('environment_id', '=', environmentId)
      .where('record_id', 'in', ids)
      .execute();
    for (const { record_id: id, locale, entries } of rows) {
      found.set(id, (found.get(id) ?? new Map<string, string>()).set(locale, entries));
    }
  }
  return found;
};

/** In which the records are published, or listed so. */
export const findEnvironments = async (
  db: Db,
  scope: WorkspaceScope,
  recordIds: readonly string[],
): Promise<Set<string>> => {
  const found = new Set<string>();
  for (const ids of batchIds(recordIds)) {
    for (const table of ['record_entry', 'publication'] as const) {
      const rows = await inWorkspace(db, scope)
        .selectFrom(table)
        .select('environment_id')
        .where('record_id', 'in', ids)
        .execute();
      for (const { environment_id: id } of rows) if (id !== LATEST) found.add(id);
    }
  }
  return found;
};

export const readEntries = (json: string | undefined): ListEntry[] =>
  parseStored<[string, string][]>(json ?? '[]').map(([list, key]) => ({ list, key }));

export const prepareEntries = (db: Db) => {
  const row = { environmentId: '', recordId: '', locale: '' };
  return {
    environments: prepareInWorkspace(db, {}, (workspace) =>
      workspace.selectFrom('environment').select('environment_id'),
    ),
    put: prepareInWorkspace(db, { ...row, entries: '' }, (workspace, value) =>
      workspace
        .insertInto('record_entry')
        .values({
          environment_id: value.environmentId,
          record_id: value.recordId,
          locale: value.locale,
          entries: value.entries,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'workspace_id', 'environment_id', 'record_id', 'locale'])
            .doUpdateSet({ entries: value.entries }),
        ),
    ),
    remove: prepareInWorkspace(db, row, (workspace, value) =>
      workspace
        .deleteFrom('record_entry')
        .where('environment_id', '=', value.environmentId)
        .where('record_id', '=', value.recordId)
        .where('locale', '=', value.locale),
    ),
  };
};

export type EntryQueries = ReturnType<typeof prepareEntries>;
