// Keeps the lists of records up to date with records, versions and publications. A transaction notes which records it
// changed. Before it ends, the current values of each are compared with its entries in the lists, and the difference
// is written.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { unbounded } from '../../../domain/limits/request-budget.ts';
import {
  entriesOf,
  entryName,
  LATEST_PUBLISHED_AT,
  type ListEntry,
  listKey,
} from '../../../domain/records/list-keys.ts';
import type { ContentRecord, RecordVersion, ShownRecord } from '../../../domain/records/record.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { RecordIndex, RecordIndexWriter } from '../record-index-port.ts';
import type { Db } from '../sql/engine.ts';
import { deleteRows } from '../sql/key-range.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import type { ListChange } from './list-pieces.ts';
import { LATEST, type ListPlace, type ListQueries, prepareListQueries } from './list-rows.ts';
import { changeLists, type ListWrites, prepareListWrites } from './list-writer.ts';
import { type EntryCells, type EntryQueries, prepareEntries, readEntries } from './record-entries.ts';
import { buildRecordSlots, type RecordSlot, type RecordSlots } from './record-slots.ts';
import { buildFindShownRecords, type FindShownRecords, recordsOf, toDraft } from './shown-records.ts';

const RECORDS_AT_ONCE = 64;
/** So many changes of lists are gathered, so that those of one piece are written at once. */
const CHANGES_MAX = 200_000;

interface Parts {
  readonly slots: RecordSlots;
  readonly lists: ListQueries & ListWrites;
  readonly entries: EntryQueries;
  readonly findShownRecords: FindShownRecords;
  readonly models: ReturnType<typeof prepareModels>;
}

export const buildRecordIndex = (db: Db): RecordIndex => {
  const parts: Parts = {
    slots: buildRecordSlots(db),
    lists: { ...prepareListQueries(db), ...prepareListWrites(db) },
    entries: prepareEntries(db),
    findShownRecords: buildFindShownRecords(db),
    models: prepareModels(db),
  };
  return { begin: (tx) => new OpenIndex(parts, tx) };
};

/** With the revision, which no index but that of ids leads to: SQLite would go through the index of models for many ids. */
const prepareModels = (db: Db) =>
  prepareForIds({ tenantId: '', workspaceId: '' }, (value, ids) =>
    recordsOf(db, value)
      .clearSelect()
      .select(['record_id', 'model', 'revision'])
      .where('record_id', 'in', ids),
  );

interface Noted {
  readonly workspace: WorkspaceScope;
  /** By id, with the latest version if it is known. */
  readonly records: Map<string, ShownRecord | undefined>;
  readonly environments: Set<string>;
}

/** Pending changes of the lists of one locale, by the name of the list. */
interface PendingLists {
  readonly place: Omit<ListPlace, 'list'>;
  readonly byName: Map<string, ListChange[]>;
}

class OpenIndex implements RecordIndexWriter {
  readonly #parts: Parts;
  readonly #tx: Db;
  readonly #noted = new Map<string, Noted>();
  readonly #pending = new Map<string, PendingLists>();
  /** Of the records that are looked at. */
  readonly #entries: EntryCells[] = [];
  #changes = 0;
  readonly #yieldIfDue = buildYield();

  constructor(parts: Parts, tx: Db) {
    this.#parts = parts;
    this.#tx = tx;
  }

  noteRecord(workspace: WorkspaceScope, recordId: string): void {
    this.#of(workspace).records.set(recordId, undefined);
  }

  noteLatest(workspace: WorkspaceScope, record: ContentRecord, version: RecordVersion): void {
    this.#of(workspace).records.set(record.id, toDraft(record, version));
  }

  noteEnvironment(workspace: WorkspaceScope, environmentId: string): void {
    this.#of(workspace).environments.add(environmentId);
  }

  forgetWorkspace({ tenantId, workspaceId }: WorkspaceScope): void {
    this.#noted.delete(JSON.stringify([tenantId, workspaceId]));
  }

  async flush(): Promise<void> {
    const noted = [...this.#noted.values()];
    this.#noted.clear();
    for (const { workspace, records, environments } of noted) {
      await this.#yieldIfDue();
      for (const environmentId of environments) await this.#settleEnvironment(workspace, environmentId);
      const all = [...records];
      for (let from = 0; from < all.length; from += RECORDS_AT_ONCE) {
        await this.#list(workspace, new Map(all.slice(from, from + RECORDS_AT_ONCE)));
        if (this.#changes >= CHANGES_MAX) await this.#write();
        await this.#yieldIfDue();
      }
    }
    await this.#write();
  }

  #of({ tenantId, workspaceId }: WorkspaceScope): Noted {
    const key = JSON.stringify([tenantId, workspaceId]);
    const known = this.#noted.get(key);
    if (known !== undefined) return known;
    const noted = {
      workspace: { tenantId, workspaceId },
      records: new Map<string, ShownRecord | undefined>(),
      environments: new Set<string>(),
    };
    this.#noted.set(key, noted);
    return noted;
  }

  async #settleEnvironment(workspace: WorkspaceScope, environmentId: string): Promise<void> {
    if ((await this.#environmentsOf(workspace)).includes(environmentId)) return;
    const prefix = workspacePrefix(workspace, { environment_id: environmentId });
    const listKey = ['model', 'list', 'locale', 'key', 'record_id'];
    await deleteRows(this.#tx, { table: 'record_list', prefix, key: listKey });
    await deleteRows(this.#tx, { table: 'record_entry', prefix, key: ['record_id', 'locale'] });
  }

  async #environmentsOf({ tenantId, workspaceId }: WorkspaceScope): Promise<string[]> {
    const rows = await this.#parts.entries.environments.all(this.#tx, { tenantId, workspaceId });
    return rows.map((row) => row.environment_id);
  }

  async #list(workspace: WorkspaceScope, noted: ReadonlyMap<string, ShownRecord | undefined>): Promise<void> {
    const ids = [...noted.keys()];
    const places = [LATEST, ...(await this.#parts.entries.findEnvironments(this.#tx, workspace, ids))];
    const models = await this.#modelsOf(workspace, ids);
    const slots = new Map(await this.#parts.slots.find(this.#tx, workspace, ids));
    await this.#yieldIfDue();
    const gone = [...slots].filter(([id, { model }]) => models.get(id) !== model);
    const goneIds = gone.map(([id]) => id);
    for (const environmentId of goneIds.length === 0 ? [] : places) {
      const stored = await this.#parts.entries.find(this.#tx, workspace, environmentId, goneIds);
      for (const [id, { model, slot }] of gone) {
        await this.#compare({ ...workspace, environmentId, model }, { id, slot }, stored.get(id), undefined);
      }
    }
    for (const [id, slot] of gone) {
      await this.#parts.slots.release(this.#tx, workspace, id, slot);
      slots.delete(id);
    }
    const standing = ids.filter((id) => models.has(id));
    const latest = new Map<string, ShownRecord>();
    for (const environmentId of standing.length === 0 ? [] : places) {
      const shown = await this.#findShown(workspace, environmentId, standing, noted);
      const stored = await this.#parts.entries.find(this.#tx, workspace, environmentId, standing);
      const listed = standing.filter((id) => shown.has(id) || stored.has(id));
      await this.#yieldIfDue();
      await this.#takeSlots(workspace, models, listed, slots);
      for (const id of listed) {
        await this.#yieldIfDue();
        const record = shown.get(id);
        if (record !== undefined && environmentId === LATEST) latest.set(id, record);
        const { model, slot } = slots.get(id) as RecordSlot;
        const place = { ...workspace, environmentId, model };
        await this.#compare(place, { id, slot }, stored.get(id), record, latest.get(id));
        if (this.#changes >= CHANGES_MAX) await this.#write();
      }
      const entries = this.#entries.splice(0);
      await this.#parts.entries.put(this.#tx, { ...workspace, environmentId }, entries);
    }
  }

  /** For those of the records that have none. */
  async #takeSlots(
    workspace: WorkspaceScope,
    models: ReadonlyMap<string, string>,
    ids: readonly string[],
    slots: Map<string, RecordSlot>,
  ): Promise<void> {
    const without = ids.filter((id) => !slots.has(id));
    for (const [model, own] of Map.groupBy(without, (id) => models.get(id) ?? '')) {
      for (const [id, slot] of await this.#parts.slots.take(this.#tx, workspace, model, own)) {
        slots.set(id, slot);
      }
    }
  }

  async #modelsOf(
    { tenantId, workspaceId }: WorkspaceScope,
    recordIds: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await this.#parts.models(this.#tx, { tenantId, workspaceId }, recordIds);
    return new Map(rows.map(({ record_id: id, model }) => [id, model]));
  }

  async #findShown(
    workspace: WorkspaceScope,
    environmentId: string,
    ids: readonly string[],
    noted: ReadonlyMap<string, ShownRecord | undefined>,
  ): Promise<Map<string, ShownRecord>> {
    const isLatest = environmentId === LATEST;
    const known = isLatest ? ids.map((id) => noted.get(id)).filter((shown) => shown !== undefined) : [];
    const budget = { ...unbounded, pause: this.#yieldIfDue };
    const scope = { ...workspace, environmentId };
    const found = await this.#parts.findShownRecords(
      this.#tx,
      scope,
      isLatest ? 'latest' : 'published',
      known.length === 0 ? ids : ids.filter((id) => noted.get(id) === undefined),
      budget,
    );
    return new Map([...known, ...found].map((shown) => [shown.record.id, shown]));
  }

  /** `latest`: the record with its latest version, where it was looked at. */
  async #compare(
    place: Omit<ListPlace, 'list' | 'locale'>,
    { id, slot }: { readonly id: string; readonly slot: number },
    before: ReadonlyMap<string, string> | undefined,
    shown: ShownRecord | undefined,
    latest?: ShownRecord,
  ): Promise<void> {
    const locales = new Set([...(before?.keys() ?? []), ...Object.keys(shown?.texts ?? {})]);
    const { tenantId, workspaceId, environmentId } = place;
    for (const locale of locales) {
      await this.#yieldIfDue();
      const after = shown === undefined ? [] : listEntries(shown, locale, latest);
      const json = JSON.stringify(after.map(({ list, key }) => [list, key]));
      const stored = before?.get(locale);
      if (stored === json) continue;
      const row = { tenantId, workspaceId, environmentId, recordId: id, locale };
      if (after.length === 0) await this.#parts.entries.remove.all(this.#tx, row);
      else this.#entries.push({ recordId: id, locale, entries: json });
      this.#noteChanges({ ...place, locale }, id, slot, readEntries(stored), after);
    }
  }

  #noteChanges(
    place: Omit<ListPlace, 'list'>,
    id: string,
    slot: number,
    before: readonly ListEntry[],
    after: readonly ListEntry[],
  ): void {
    const { tenantId, workspaceId, environmentId, model, locale } = place;
    const name = JSON.stringify([tenantId, workspaceId, environmentId, model, locale]);
    const lists = this.#pending.get(name) ?? { place, byName: new Map<string, ListChange[]>() };
    this.#pending.set(name, lists);
    const note = ({ list, key }: ListEntry, isGone: boolean): void => {
      const changes = lists.byName.get(list);
      const change = { key, id, slot, isGone };
      if (changes === undefined) lists.byName.set(list, [change]);
      else changes.push(change);
      this.#changes += 1;
    };
    const kept = new Set(after.map(entryName));
    const had = new Set(before.map(entryName));
    for (const entry of before) if (!kept.has(entryName(entry))) note(entry, true);
    for (const entry of after) if (!had.has(entryName(entry))) note(entry, false);
  }

  async #write(): Promise<void> {
    const lists = [...this.#pending.values()];
    this.#pending.clear();
    this.#changes = 0;
    const changed = lists.flatMap(({ place, byName }) =>
      Array.from(byName, ([list, changes]) => ({ place: { ...place, list }, changes })),
    );
    await changeLists(this.#tx, this.#parts.lists, changed, this.#yieldIfDue);
  }
}

const listEntries = (
  { record, texts }: ShownRecord,
  locale: string,
  latest: ShownRecord | undefined,
): ListEntry[] => {
  const text = texts[locale];
  if (text === undefined) return [];
  const entries = entriesOf(record, text);
  const isLatest = text.publishedAt !== null && latest?.texts[locale]?.version.id === text.version.id;
  const at = isLatest ? parseInstant(text.publishedAt) : undefined;
  return at === undefined ? entries : [...entries, { list: LATEST_PUBLISHED_AT, key: listKey(at) }];
};
