// Collects what a transaction changes in the lists of managed objects and writes it to their index once, before the
// commit (decision 0041): objects that are neighbours share the rows of their block.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ListChanges, ListIndex } from '../list-index-port.ts';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { buildBlockWriter, type EntryChange } from './list-block-writer.ts';
import {
  compareListKeys,
  entryOf,
  isListed,
  type ListEntry,
  type ListedKind,
  type ListId,
  type ListKey,
  listKeyName,
  listKeyOf,
  listOf,
} from './list-entries.ts';
import { BLOCKS_AHEAD, type BlockRow, buildListIndexRows, type ListIndexRows } from './list-index-rows.ts';

/** What a transaction gathers before it writes. */
const OBJECTS_MAX = 5_000;
const CHARS_MAX = 4 * 1024 * 1024;

interface OpenList {
  readonly list: ListId;
  readonly changes: Map<string, EntryChange>;
}

export const buildListIndex = (db: Db): ListIndex => {
  const rows = buildListIndexRows(db);
  return { begin: (tx) => new GatheredChanges(tx, rows) };
};

class GatheredChanges implements ListChanges {
  readonly #tx: Db;
  readonly #rows: ListIndexRows;
  readonly #open = new Map<string, OpenList>();
  #objects = 0;
  #chars = 0;

  constructor(tx: Db, rows: ListIndexRows) {
    this.#tx = tx;
    this.#rows = rows;
  }

  async put(...[workspace, object, before]: Parameters<ListChanges['put']>): Promise<void> {
    const kind = object.kind as DocumentKind;
    if (!isListed(kind)) return;
    const entry = entryOf(kind, object as never);
    // The index has it already, or will have it once the changes are written.
    if (before !== undefined && isSame(entry, entryOf(kind, before.value))) return;
    await this.#note(workspace, kind, object, before === undefined, entry);
  }

  async delete(workspace: WorkspaceScope, object: BundleObject): Promise<void> {
    const kind = object.kind as DocumentKind;
    if (isListed(kind)) await this.#note(workspace, kind, object, false, undefined);
  }

  forget({ tenantId, workspaceId }: WorkspaceScope, catalogId?: string): void {
    for (const [name, { list }] of this.#open) {
      const isInWorkspace = list.tenantId === tenantId && list.workspaceId === workspaceId;
      if (isInWorkspace && (catalogId === undefined || list.catalogId === catalogId)) this.#open.delete(name);
    }
  }

  async flush(): Promise<void> {
    for (const [name, { list, changes }] of this.#open) {
      this.#open.delete(name);
      const inOrder = [...changes.values()].sort(compareListKeys);
      await writeList(this.#tx, this.#rows, list, inOrder);
    }
    this.#objects = 0;
    this.#chars = 0;
  }

  async #note(
    workspace: WorkspaceScope,
    kind: ListedKind,
    object: BundleObject,
    isNew: boolean,
    entry: ListEntry | undefined,
  ): Promise<void> {
    const columns = (documentTables[kind] as DocumentTable<typeof kind>).columns(object as never);
    const { changes } = this.#openList(listOf(workspace, kind, columns));
    const key = listKeyOf(kind, columns);
    const name = listKeyName(key);
    // A later change of the same object replaces an earlier one, but what the index has of it remains the same.
    changes.set(name, { ...key, isNew: changes.get(name)?.isNew ?? isNew, entry });
    this.#objects += 1;
    this.#chars += entry?.text.length ?? 0;
    if (this.#objects >= OBJECTS_MAX || this.#chars >= CHARS_MAX) await this.flush();
  }

  #openList(list: ListId): OpenList {
    const name = JSON.stringify([list.tenantId, list.workspaceId, list.catalogId, list.kind]);
    let open = this.#open.get(name);
    if (open === undefined) {
      open = { list, changes: new Map() };
      this.#open.set(name, open);
    }
    return open;
  }
}

const isSame = (one: ListEntry, other: ListEntry): boolean =>
  one.text === other.text && JSON.stringify(one.terms) === JSON.stringify(other.terms);

/** The changes are in key order. */
const writeList = async (
  tx: Db,
  rows: ListIndexRows,
  list: ListId,
  changes: readonly EntryChange[],
): Promise<void> => {
  const writer = buildBlockWriter(tx, rows, list);
  for (let at = 0; at < changes.length; ) {
    const [first] = changes.slice(at, at + 1) as [EntryChange];
    const { blocks, isEnd } = await findBlocks(tx, rows, list, first, changes.length - at);
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1];
      if (next === undefined && !isEnd) break;
      const from = at;
      while (at < changes.length && isBefore(changes[at] as EntryChange, next)) at += 1;
      if (at > from) await writer.change(block, changes.slice(from, at));
    }
  }
  await writer.finish();
};

const isBefore = (key: ListKey, next: BlockRow | undefined): boolean =>
  next === undefined || compareListKeys(key, { id: next.from_id, locale: next.from_locale }) < 0;

/** The block of the key and, for several changes, those that follow. `isEnd`: up to the end of the list. */
const findBlocks = async (
  tx: Db,
  rows: ListIndexRows,
  list: ListId,
  { id, locale }: ListKey,
  changes: number,
): Promise<{ readonly blocks: readonly (BlockRow | undefined)[]; readonly isEnd: boolean }> => {
  const found = await rows.findBlock.first(tx, { ...list, id, locale });
  if (changes === 1) return { blocks: [found], isEnd: true };
  const from = { id: found?.from_id ?? '', locale: found?.from_locale ?? '' };
  const next = await rows.blocksAfter.all(tx, { ...list, ...from });
  return { blocks: [found, ...next], isEnd: next.length < BLOCKS_AHEAD };
};
