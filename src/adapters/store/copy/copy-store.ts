// Copies a whole store into another database, and proves that nothing is missing. The source may be in use: the copy is
// repeated until nothing has changed since the last pass. The target counts as incomplete until then, and no service
// starts on it.

import { findVisitorSecret } from '../access/visitor-secret.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Engine } from '../sql/engine.ts';
import { type CopyProgress, copyTables } from './copy-tables.ts';
import { CopyRefused, claimTarget, completeCopy } from './incomplete-copy.ts';

export type { CopyProgress };

/** Under writes that never pause, there would be no end. */
const PASSES_MAX = 5;

export interface CopyReport {
  readonly rows: number;
  readonly written: number;
  readonly deleted: number;
  readonly passes: number;
  /** False: the source was written to during each pass. */
  readonly isComplete: boolean;
  /** Of every row, equal in both. Only of a complete copy. */
  readonly digest: string | undefined;
}

export const copyStore = async (
  source: Engine,
  target: Engine,
  options: {
    /** Replaces a target that is not empty, whoever wrote it. */
    readonly overwrite: boolean;
    /** Of a source that has it in a file. */
    readonly visitorSecret?: Buffer | undefined;
    readonly onProgress: (progress: CopyProgress) => void;
  },
): Promise<CopyReport> => {
  // A role that row-level security binds would find next to nothing to copy.
  if (source.rowSecurity?.isScoped === true) throw new CopyRefused('source_not_owned');
  if (target.rowSecurity?.isScoped === true) throw new CopyRefused('target_not_owned');
  await migrate(source);
  await migrate(target);
  await claimTarget(target, options.overwrite);
  let [written, deleted] = [0, 0];
  for (let pass = 1; ; pass += 1) {
    const snapshot = await source.openSnapshot();
    const round = await copyTables(snapshot.db, target, options.onProgress).finally(snapshot.close);
    written += round.written;
    deleted += round.deleted;
    const isComplete = round.written + round.deleted === 0;
    if (isComplete && round.digests.source !== round.digests.target)
      throw new Error('the digests of source and target differ, though no row does');
    if (isComplete)
      await completeCopy(target, options.visitorSecret ?? (await findVisitorSecret(source.reads)));
    if (isComplete || pass === PASSES_MAX) {
      const digest = isComplete ? round.digests.source : undefined;
      return { rows: round.rows, written, deleted, passes: pass, isComplete, digest };
    }
  }
};
