// Import: writes bundle objects in one transaction, and deletes what it is told to. A refused line writes nothing, and the rest may
// go on.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { BundleStore, BundleWriter, PrunableKind } from '../../../domain/manage/bundle-store.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { BulkDeleter } from '../manage/bulk-delete.ts';
import { recordRows } from '../manage/dependents.ts';
import { keyOf, rowsOf } from '../manage/resource-tables.ts';
import type { Db } from '../sql/engine.ts';
import { readRows } from '../sql/key-range.ts';
import { parseStored } from '../sql/stored-json.ts';
import type { ObjectWriters } from './object-writer.ts';

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
            list: async function* (scope, kind, catalogOrModel) {
              await step();
              await writer.flush();
              yield* readStored(tx, scope, kind, catalogOrModel);
            },
            delete: async (scope, kind, object) => {
              await step();
              await writer.flush();
              const key = keyOf(object as never);
              const deletion = { action: 'delete', kind, key } as const;
              const outcome = await deleteOne({ tx, feed, usage }, scope, deletion, true);
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

async function* readStored(
  tx: Db,
  scope: WorkspaceScope,
  kind: PrunableKind,
  catalogOrModel: string,
): AsyncGenerator<readonly BundleObject[]> {
  const set =
    kind === 'record'
      ? recordRows(scope, catalogOrModel)
      : rowsOf(scope, kind, { catalog_id: catalogOrModel });
  for await (const rows of readRows(tx, set, { columns: ['doc'], rowsAtOnce: DOCUMENTS_AT_ONCE })) {
    yield rows.map(({ doc = '' }) => ({ kind, ...parseStored<object>(doc) }) as BundleObject);
  }
}
