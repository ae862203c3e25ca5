// Deletes old versions of a record before the record itself, in transactions of their own (`old-versions.ts`). Whoever writes in between
// has it decided again whether the record may go; if it may not, nothing more is deleted, and `removeRecord` says why.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type DeletionLimits, deletionLimits } from '../deletion-limits.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { WriteOptions } from '../sql/engine.ts';
import { hasManyVersions } from './old-versions.ts';
import type { RecordRemoval } from './record-removal.ts';

/** Does nothing if the record has few versions. */
export type RemoveVersionsAhead = (
  workspace: WorkspaceScope,
  record: { readonly id: string; readonly model?: string },
  options: { readonly cascade: boolean },
  write?: WriteOptions,
) => Promise<void>;

export const buildRemoveVersionsAhead =
  (
    engine: CountingEngine,
    removal: RecordRemoval,
    limits: DeletionLimits = deletionLimits,
  ): RemoveVersionsAhead =>
  async (workspace, record, options, write = {}) => {
    const yieldIfDue = buildYield();
    let decidedAt: number | undefined;
    while (await hasManyVersions(engine.reads, workspace, record.id, limits)) {
      decidedAt = await writeWithFeed(
        engine,
        (tx, feed, usage) =>
          removal.removeOldVersions({ tx, feed, usage }, workspace, record, options, decidedAt),
        write,
      );
      if (decidedAt === undefined) return;
      await yieldIfDue();
    }
  };
