// Import: bundle objects into the store, all in one transaction. A refused line leaves nothing behind and the rest may go on.

import type { BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/scope.ts';
import type { BundleStore, PutOutcome } from '../../import/bundle-store.ts';
import { startBreathing } from './breathing.ts';
import { writeWithFeed } from './change-feed.ts';
import type { ObjectWriters } from './object-writer.ts';
import type { CountingEngine } from './usage-writer.ts';

/** Another import may take this long before one that waits for it gives up. */
export const IMPORT_PATIENCE_MS = 60_000;

/** Thrown to undo a transaction whose work said so; never seen outside. */
class Undo extends Error {}

export const buildWriteBundle =
  (engine: CountingEngine, writers: ObjectWriters): BundleStore['writeBundle'] =>
  async (work) => {
    try {
      await writeWithFeed(
        engine,
        async (tx, feed, usage) => {
          const breathe = startBreathing();
          const writer = writers.begin(tx, feed, usage);
          let isOpen = true;
          const put = async (scope: WorkspaceScope, object: BundleObject): Promise<PutOutcome> => {
            if (!isOpen) throw new Error('the bundle is already written');
            await breathe();
            return writer.put(scope, object);
          };
          const keep = await work({ put });
          isOpen = false;
          if (!keep) throw new Undo();
        },
        { patienceMs: IMPORT_PATIENCE_MS },
      );
      return true;
    } catch (error) {
      if (error instanceof Undo) return false;
      throw error;
    }
  };
