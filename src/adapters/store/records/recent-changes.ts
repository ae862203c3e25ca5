// What changed in the lists of a model since they were read: the slots that changed records have, and their entries now. The
// feed names the records.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { type RequestBudget, readingUnits, UNITS_PER_ROW } from '../../../domain/limits/request-budget.ts';
import { SlotSet } from '../../../domain/records/slot-set.ts';
import { type FeedMark, prepareFeedMarks } from '../feed/changed-records.ts';
import type { Db } from '../sql/engine.ts';
import type { Entry } from './list-rows.ts';
import { prepareEntryFinds, readEntries } from './record-entries.ts';
import type { RecordSlots } from './record-slots.ts';

/** The lists of one view of a model. */
type View = WorkspaceScope & { readonly environmentId: string; readonly model: string };

export interface RecentChanges {
  /** Of the state now. */
  readonly mark: FeedMark;
  /** Of changed and deleted records, of other models too. */
  readonly ids: readonly string[];
  /** That changed records of the model have. Never change the set. */
  readonly slots: SlotSet;
  /** That changed records have now. */
  entriesIn(list: string, locale: string): readonly Entry[];
}

export interface RecentReads {
  findMark(db: Db, workspace: WorkspaceScope, position: number): Promise<FeedMark | undefined>;
  /** Undefined: the lists have to be read again. */
  find(
    db: Db,
    view: View,
    since: FeedMark,
    position: number,
    budget: RequestBudget,
  ): Promise<RecentChanges | undefined>;
}

export const buildRecentReads = (reads: Db, recordSlots: RecordSlots): RecentReads => {
  const marks = prepareFeedMarks(reads);
  const { find: findEntries } = prepareEntryFinds(reads);
  return {
    findMark: marks.find,
    async find(db, view, since, position, budget) {
      budget.spend(UNITS_PER_ROW);
      const changed = await marks.findChanged(db, view, since, position);
      if (changed === undefined) return undefined;
      const { mark } = changed;
      const ids = [...changed.ids];
      budget.spend(2 * ids.length * UNITS_PER_ROW);
      const slots = new Map<string, number>();
      for (const [id, { model, slot }] of await recordSlots.find(db, view, ids)) {
        if (model === view.model) slots.set(id, slot);
      }
      const stored = await findEntries(db, view, view.environmentId, [...slots.keys()]);
      const held = new SlotSet();
      for (const slot of slots.values()) held.add(slot);
      return { mark, ids, slots: held, entriesIn: buildEntriesIn(stored, slots, budget) };
    },
  };
};

/** What is stored of a record is parsed once, when a list of its locale is asked for. */
const buildEntriesIn = (
  stored: ReadonlyMap<string, ReadonlyMap<string, string>>,
  slots: ReadonlyMap<string, number>,
  { spend }: RequestBudget,
): RecentChanges['entriesIn'] => {
  const byLocale = new Map<string, ReadonlyMap<string, readonly Entry[]>>();
  const parse = (locale: string): ReadonlyMap<string, readonly Entry[]> => {
    const lists = new Map<string, Entry[]>();
    for (const [id, texts] of stored) {
      const json = texts.get(locale);
      const slot = slots.get(id);
      if (json === undefined || slot === undefined) continue;
      spend(readingUnits(1, json.length));
      for (const { list, key } of readEntries(json)) {
        const entries = lists.get(list);
        if (entries === undefined) lists.set(list, [{ key, id, slot }]);
        else entries.push({ key, id, slot });
      }
    }
    byLocale.set(locale, lists);
    return lists;
  };
  return (list, locale) => (byLocale.get(locale) ?? parse(locale)).get(list) ?? [];
};
