// Which entries each record has in the lists, by environment and locale, so that a change can be computed without
// searching the lists.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ListEntry } from '../../../domain/records/list-keys.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches, prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace, scopeColumnsOf } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { LATEST } from './list-rows.ts';

export const readEntries = (json: string | undefined): ListEntry[] =>
  parseStored<[string, string][]>(json ?? '[]').map(([list, key]) => ({ list, key }));

/** What the lists hold of a record in a locale. */
const entryCells = { recordId: '', locale: '', entries: '' };

export type EntryCells = Readonly<typeof entryCells>;

export const prepareEntryFinds = (db: Db) => {
  const scope = { tenantId: '', workspaceId: '' };
  const rowsOf = prepareForIds({ ...scope, environmentId: '' }, (value, ids) =>
    inWorkspace(db, value)
      .selectFrom('record_entry')
      .select(['record_id', 'locale', 'entries'])
      .where('environment_id', '=', value.environmentId)
      .where('record_id', 'in', ids),
  );
  const placesIn = (['record_entry', 'publication'] as const).map((table) =>
    prepareForIds(scope, (value, ids) =>
      inWorkspace(db, value).selectFrom(table).select('environment_id').where('record_id', 'in', ids),
    ),
  );
  return {
    /** By record, then by locale, as `readEntries` reads them. */
    async find(
      tx: Db,
      { tenantId, workspaceId }: WorkspaceScope,
      environmentId: string,
      ids: readonly string[],
    ) {
      const found = new Map<string, Map<string, string>>();
      for (const row of await rowsOf(tx, { tenantId, workspaceId, environmentId }, ids)) {
        const { record_id: id, locale, entries } = row;
        found.set(id, (found.get(id) ?? new Map<string, string>()).set(locale, entries));
      }
      return found;
    },
    /** In which the records are published, or listed so. */
    async findEnvironments(tx: Db, { tenantId, workspaceId }: WorkspaceScope, ids: readonly string[]) {
      const found = new Set<string>();
      for (const query of placesIn) {
        for (const { environment_id: id } of await query(tx, { tenantId, workspaceId }, ids)) found.add(id);
      }
      found.delete(LATEST);
      return found;
    },
  };
};

export const prepareEntries = (db: Db) => {
  const row = { environmentId: '', recordId: '', locale: '' };
  return {
    ...prepareEntryFinds(db),
    environments: prepareInWorkspace(db, {}, (workspace) =>
      workspace.selectFrom('environment').select('environment_id'),
    ),
    put: prepareBatches(db, { environmentId: '' }, entryCells, (workspace, { environmentId }, rows) =>
      workspace
        .insertInto('record_entry')
        .values(
          rows.map(({ recordId, locale, entries }) => ({
            environment_id: environmentId,
            record_id: recordId,
            locale,
            entries,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns([...scopeColumnsOf('record_entry'), 'environment_id', 'record_id', 'locale'])
            .doUpdateSet((eb) => ({ entries: eb.ref('excluded.entries') })),
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
