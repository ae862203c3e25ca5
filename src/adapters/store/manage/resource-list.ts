// Pages of managed things in the order of their keys, with the exact total. Unfiltered, nothing is read but the page: the
// rest is counted along the index. Filtered, everything is read once, a few documents at a time.

import { PAGE_CHARS_MAX } from '../../../contract/values.ts';
import { type RequestBudget, UNITS_PER_CHAR } from '../../../domain/limits/request-budget.ts';
import type {
  ResourceKind,
  ResourceList,
  ResourceObject,
  ResourceStore,
} from '../../../domain/manage/managed-resource.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { EVERYTHING, type RowSet, readDocuments, readPage } from '../sql/key-range.ts';
import { rowsOf, tagOf, toObject, toResource } from './resource-tables.ts';

interface Page {
  readonly skip: number;
  readonly limit: number;
}

export const buildListResources =
  ({ reads }: Engine): ResourceStore['listResources'] =>
  (workspace, kind, parent, page, accepts, budget = unbudgeted()) => {
    const set = rowsOf(workspace, kind, parent);
    return accepts === undefined
      ? listAll(reads, kind, set, page, budget)
      : listAccepted(reads, kind, set, page, accepts, budget);
  };

const listAll = async (
  db: Db,
  kind: ResourceKind,
  set: RowSet,
  page: Page,
  budget: RequestBudget,
): Promise<ResourceList> => {
  const { rows, total } = await readPage(
    db,
    set,
    { ...page, columns: [], charsMax: 2 * PAGE_CHARS_MAX },
    budget,
  );
  const items: ResourceList['items'][number][] = [];
  for (const { doc = '' } of rows) {
    items.push(toResource(kind, doc));
    await budget.pause();
  }
  return { items, total };
};

const listAccepted = async (
  db: Db,
  kind: ResourceKind,
  set: RowSet,
  { skip, limit }: Page,
  accepts: (object: ResourceObject) => boolean,
  budget: RequestBudget,
): Promise<ResourceList> => {
  const items: ResourceList['items'][number][] = [];
  let total = 0;
  for await (const rows of readDocuments(db, set, EVERYTHING, budget)) {
    for (const { doc = '' } of rows) {
      budget.spend(doc.length * UNITS_PER_CHAR);
      const object = toObject(kind, doc);
      if (accepts(object)) {
        if (total >= skip && items.length < limit) items.push({ object, tag: tagOf(doc) });
        total += 1;
      }
      const pause = budget.pause();
      if (pause !== undefined) await pause;
    }
  }
  return { items, total };
};
