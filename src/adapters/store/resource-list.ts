// Pages of managed things in the order of their keys, with the exact total. Unfiltered, nothing is read but the page: the
// rest is counted along the index. Filtered, everything is read once, a few documents at a time.

import type {
  ResourceKind,
  ResourceList,
  ResourceObject,
  ResourceStore,
} from '../../domain/managed-resource.ts';
import { startBreathing } from './breathing.ts';
import type { Db, Engine } from './engine.ts';
import { hopRows, type RowSet, readRows, readSome } from './resource-rows.ts';
import { rowsOf, tagOf, toObject, toResource } from './resource-tables.ts';

/** Documents may be long, and each is parsed. */
const ROWS_AT_ONCE = 100;

interface Page {
  readonly skip: number;
  readonly limit: number;
}

export const buildListResources =
  ({ reads }: Engine): ResourceStore['listResources'] =>
  (workspace, kind, parent, page, accepts) => {
    const set = rowsOf(workspace, kind, parent);
    return accepts === undefined
      ? listAll(reads, kind, set, page)
      : listAccepted(reads, kind, set, page, accepts);
  };

const listAll = async (
  db: Db,
  kind: ResourceKind,
  set: RowSet,
  { skip, limit }: Page,
): Promise<ResourceList> => {
  let items: ResourceList['items'] = [];
  let total = 0;
  for await (const { before, after, count } of hopRows(db, set)) {
    if (limit > 0 && skip >= before && skip < before + count) {
      const rows = await readSome(db, set, { columns: ['doc'], after, skip: skip - before, limit });
      items = rows.map(({ doc = '' }) => toResource(kind, doc));
    }
    total = before + count;
  }
  return { items, total };
};

const listAccepted = async (
  db: Db,
  kind: ResourceKind,
  set: RowSet,
  { skip, limit }: Page,
  accepts: (object: ResourceObject) => boolean,
): Promise<ResourceList> => {
  const breathe = startBreathing();
  const items: ResourceList['items'][number][] = [];
  let total = 0;
  for await (const rows of readRows(db, set, { columns: ['doc'], rowsAtOnce: ROWS_AT_ONCE })) {
    for (const { doc = '' } of rows) {
      const object = toObject(kind, doc);
      if (accepts(object)) {
        if (total >= skip && items.length < limit) items.push({ object, tag: tagOf(doc) });
        total += 1;
      }
      await breathe();
    }
  }
  return { items, total };
};
