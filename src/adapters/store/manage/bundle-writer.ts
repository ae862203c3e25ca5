// Import: writes bundle objects in one transaction, and deletes what it is told to. A refused line writes nothing, and the rest may
// go on.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { BundleStore, BundleWriter, PrunableKind } from '../../../domain/manage/bundle-store.ts';
import type { BulkDelete } from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { ObjectWriters } from '../objects/object-writer.ts';
import { readPublications } from '../objects/row-reader.ts';
import type { Db } from '../sql/engine.ts';
import { type RowSet, readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import type { BulkDeleter } from './bulk-delete.ts';
import { recordRows } from './dependents.ts';
import { keyOf, rowsOf } from './resource-tables.ts';

/** How long an import waits for another one. */
export const IMPORT_LOCK_TIMEOUT_MS = 60_000;

const DOCUMENTS_AT_ONCE = 100;

/** Thrown to roll the transaction back when the caller asks for it. Never leaves this file. */
class Undo extends Error {}

export const buildWriteBundle =
  (
    engine: CountingEngine,
    writers: ObjectWriters,
    deleteOne: BulkDeleter,
  ): BundleStore<BundleObject>['writeBundle'] =>
  async (work) => {
    try {
      await writeWithFeed(
        engine,
        async (tx, feed, usage) => {
          const yieldIfDue = buildYield();
          const writer = writers.begin(tx, feed, usage, 'restore');
          let isOpen = true;
          const step = async (): Promise<void> => {
            if (!isOpen) throw new Error('the bundle is already written');
            await yieldIfDue();
          };
          const bundleWriter: BundleWriter<BundleObject> = {
            expect: writer.expect,
            put: async (scope, object, role) => {
              await step();
              return writer.put(scope, object, role);
            },
            list: async function* (scope, kind, parent = '') {
              await step();
              await writer.flush();
              if (kind === 'publication') yield* readPublications(tx, scope);
              else yield* readStored(tx, scope, kind, parent);
            },
            delete: async (scope, kind, object) => {
              await step();
              await writer.flush();
              const outcome = await deleteOne(
                { tx, feed, usage },
                scope,
                stepOf(kind, object),
                !isKept(kind),
              );
              writer.forget(kind);
              return outcome.kind === 'deleted';
            },
          };
          const keep = await work(bundleWriter);
          isOpen = false;
          if (!keep) throw new Undo();
        },
        // What was read of the bundle cannot be read again.
        { lockTimeoutMs: IMPORT_LOCK_TIMEOUT_MS, runsOnce: true },
      );
      return true;
    } catch (error) {
      if (error instanceof Undo) return false;
      throw error;
    }
  };

/** Never deleted together with what belongs to it. */
const isKept = (kind: PrunableKind): boolean => kind === 'content_model' || kind === 'form';

const stepOf = (kind: PrunableKind, object: BundleObject): BulkDelete => {
  if (object.kind !== 'publication') return { action: 'delete', kind, key: keyOf(object as never) };
  const { record_id, environment_id, version_id, locales } = object;
  const key = { record_id, environment_id, version_id };
  return { action: 'delete', kind, key, ...(locales === null ? {} : { locales }) };
};

const setOf = (scope: WorkspaceScope, kind: Exclude<PrunableKind, 'publication'>, parent: string): RowSet => {
  switch (kind) {
    case 'record':
      return recordRows(scope, parent);
    case 'version':
      return { table: 'version', prefix: workspacePrefix(scope, { record_id: parent }), key: ['number'] };
    case 'content_model':
    case 'form':
      return rowsOf(scope, kind, {});
    default:
      return rowsOf(scope, kind, { catalog_id: parent });
  }
};

async function* readStored(
  tx: Db,
  scope: WorkspaceScope,
  kind: Exclude<PrunableKind, 'publication'>,
  parent: string,
): AsyncGenerator<readonly BundleObject[]> {
  const set = setOf(scope, kind, parent);
  for await (const rows of readRows(tx, set, { columns: ['doc'], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    yield rows.map(({ doc = '' }) => ({ kind, ...parseStored<object>(doc) }) as BundleObject);
  }
}
