// Pages of managed resources in key order, with the exact total, from the index of their list (decision 0041). Documents are
// read for the page only. Lists of tenants and of workspaces have no index and are read whole.

import { managedKinds } from '../../../contract/manage/manage-resources.ts';
import { PAGE_CHARS_MAX } from '../../../contract/value-limits.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import { type RequestBudget, readingUnits, UNITS_PER_CHAR } from '../../../domain/limits/request-budget.ts';
import type { ResourceKind, ResourceList, ResourceStore } from '../../../domain/manage/managed-resource.ts';
import { buildMatches, type ResourceQuery } from '../../../domain/manage/resource-query.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import { buildConsistentRead } from '../records/consistent-read.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { EVERYTHING, type RowSet, readDocuments } from '../sql/key-range.ts';
import { findList, keyInList, type ListId } from './list-entries.ts';
import { buildReadListIndex, type ListPage } from './list-index-reader.ts';
import { type ResourceRows, rowsOf, tagOf, toObject, toResource } from './resource-tables.ts';

interface Page {
  readonly skip: number;
  readonly limit: number;
}

export const buildListResources = (engine: Engine, rows: ResourceRows): ResourceStore['listResources'] => {
  const readConsistently = buildConsistentRead(engine);
  const readListIndex = buildReadListIndex(engine);
  return (workspace, kind, parent, page, query, budget = unbudgeted()) => {
    const list = findList(workspace, kind, parent);
    if (list === undefined) {
      return listByReading(engine.reads, kind, rowsOf(workspace, kind, parent), page, query, budget);
    }
    return readConsistently(
      workspace,
      async (db, check, state) => {
        const kept = { head: state?.revision, check };
        const found = await readListIndex(db, list, query, page, budget, kept);
        return readFound(db, rows, list, found, budget);
      },
      budget,
    );
  };
};

/** What documents have together that are read at once. */
const BYTES_AT_ONCE = 65_536;

/** Of several documents no more are read than tell that they are too long: whoever asked for them will be refused. */
const readFound = async (
  db: Db,
  rows: ResourceRows,
  list: ListId,
  { keys: found, total }: ListPage,
  budget: RequestBudget,
): Promise<ResourceList> => {
  const keys = found.map((key) => keyInList(list, key));
  const lengths = await rows.findLengths(db, list.kind, list, keys);
  const items: ResourceList['items'][number][] = [];
  let chars = 0;
  while (items.length < keys.length && !(chars > 2 * PAGE_CHARS_MAX && items.length > 1)) {
    const pause = budget.pause();
    if (pause !== undefined) await pause;
    const next = keys.slice(items.length, items.length + countFitting(lengths, items.length));
    for (const [place, doc] of (await rows.findEach(db, list.kind, list, next)).entries()) {
      if (doc === undefined)
        throw storageFailure(
          'damaged',
          new Error(`${list.kind} ${JSON.stringify(next[place])} is only listed`),
        );
      budget.spend(readingUnits(1, doc.length));
      items.push(toResource(list.kind, doc));
      chars += doc.length;
    }
  }
  return { items, total };
};

/** How many documents, from this one on, are read at once: at least one. */
const countFitting = (lengths: readonly (number | undefined)[], from: number): number => {
  let bytes = lengths[from] ?? 0;
  let to = from + 1;
  for (; to < lengths.length; to += 1) {
    bytes += lengths[to] ?? 0;
    if (bytes > BYTES_AT_ONCE) break;
  }
  return to - from;
};

const listByReading = async (
  db: Db,
  kind: ResourceKind,
  set: RowSet,
  { skip, limit }: Page,
  query: ResourceQuery = { filters: [] },
  budget: RequestBudget,
): Promise<ResourceList> => {
  const searched = managedKinds.find((row) => row.kind === kind)?.searched ?? [];
  const matches = buildMatches(query, searched);
  const items: ResourceList['items'][number][] = [];
  let total = 0;
  for await (const rows of readDocuments(db, set, EVERYTHING, budget)) {
    for (const { doc = '' } of rows) {
      budget.spend(doc.length * UNITS_PER_CHAR);
      const object = toObject(kind, doc);
      if (matches(object)) {
        if (total >= skip && items.length < limit) items.push({ object, tag: tagOf(doc) });
        total += 1;
      }
      const pause = budget.pause();
      if (pause !== undefined) await pause;
    }
  }
  return { items, total };
};
