// Copies a whole store into another database, and proves that nothing is missing. The source may be in use: the copy is
// repeated until nothing has changed since the last pass. The target counts as incomplete until then, and no service
// starts on it.

import { StoreRefused } from '../../../domain/failures/store-refused.ts';
import { findVisitorSecret, replaceVisitorSecret } from '../access/visitor-secret.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { type CopyProgress, copyTables } from './copy-tables.ts';

export type { CopyProgress };

/** Under writes that never pause, there would be no end. */
const PASSES_MAX = 5;
const STATE = 'copy';
const INCOMPLETE = 'incomplete';

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

export type RefusedCopy = 'no_source' | 'target_not_empty';

export class CopyRefused extends Error {
  readonly reason: RefusedCopy;

  constructor(reason: RefusedCopy) {
    super(reason);
    this.reason = reason;
  }
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

/** Throws if an earlier copy into this database was not completed. */
export const assertNoCopyUnderWay = async (database: Engine): Promise<void> => {
  if (await isIncomplete(database.reads)) {
    throw new StoreRefused(
      'The data was copied here by "vitrine migrate", and the copy is not complete. Run the same command again until it says that it is.',
    );
  }
};

const claimTarget = async (target: Engine, overwrite: boolean): Promise<void> => {
  if (await isIncomplete(target.reads)) return;
  const tenant = await acrossWorkspaces(target.reads)
    .selectFrom('tenant')
    .select('tenant_id')
    .limit(1)
    .executeTakeFirst();
  if (tenant !== undefined && !overwrite) throw new CopyRefused('target_not_empty');
  await target.write((tx) =>
    acrossWorkspaces(tx).insertInto('store_state').values({ name: STATE, value: INCOMPLETE }).execute(),
  );
};

const isIncomplete = async (db: Db): Promise<boolean> => {
  const row = await acrossWorkspaces(db)
    .selectFrom('store_state')
    .select('value')
    .where('name', '=', STATE)
    .executeTakeFirst();
  return row?.value === INCOMPLETE;
};

/** The target keeps the secret of the source, so that forms that were shown before can still be sent. */
const completeCopy = (target: Engine, visitorSecret: Buffer | undefined): Promise<void> =>
  target.write(async (tx) => {
    if (visitorSecret !== undefined) await replaceVisitorSecret(tx, visitorSecret);
    await acrossWorkspaces(tx).deleteFrom('store_state').where('name', '=', STATE).execute();
  });
