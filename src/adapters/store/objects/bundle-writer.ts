// Import: writes bundle objects in one transaction. A refused line writes nothing, and the rest may go on.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { BundleStore, BundleWriter } from '../../../domain/manage/bundle-store.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { ObjectWriters } from './object-writer.ts';

/** How long an import waits for another one. */
export const IMPORT_LOCK_TIMEOUT_MS = 60_000;

/** Thrown to roll the transaction back when the caller asks for it. Never leaves this file. */
class Undo extends Error {}

export const buildWriteBundle =
  (engine: CountingEngine, writers: ObjectWriters): BundleStore<BundleObject>['writeBundle'] =>
  async (work) => {
    try {
      await writeWithFeed(
        engine,
        async (tx, feed, usage) => {
          const yieldIfDue = buildYield();
          const writer = writers.begin(tx, feed, usage, 'restore');
          let isOpen = true;
          const put: BundleWriter<BundleObject>['put'] = async (scope, object, role) => {
            if (!isOpen) throw new Error('the bundle is already written');
            await yieldIfDue();
            return writer.put(scope, object, role);
          };
          const keep = await work({ put, expect: writer.expect });
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
