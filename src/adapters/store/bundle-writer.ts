// Import: bundle objects into the store, all in one transaction. A refused line leaves nothing behind and the rest may go on.

import type { BundleStore, BundleWriter } from '../../import/bundle-store.ts';
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
          const writer = writers.begin(tx, feed, usage, 'restore');
          let isOpen = true;
          const put: BundleWriter['put'] = async (scope, object, role) => {
            if (!isOpen) throw new Error('the bundle is already written');
            await breathe();
            return writer.put(scope, object, role);
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
