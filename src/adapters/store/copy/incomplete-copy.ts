// Marks a database as an incomplete copy while it is being filled from elsewhere. No service starts on it before the copy is complete.

import { UnusableStore } from '../../../domain/failures/unusable-store.ts';
import { replaceVisitorSecret } from '../access/visitor-secret.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';

const STATE = 'copy';
const INCOMPLETE = 'incomplete';

export type RefusedCopy =
  | 'no_source'
  | 'target_in_use'
  | 'target_not_empty'
  | 'source_not_owned'
  | 'target_not_owned';

export class CopyRefused extends Error {
  readonly reason: RefusedCopy;

  constructor(reason: RefusedCopy) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws if an earlier copy into this database was not completed. */
export const assertNoCopyUnderWay = async (database: Engine): Promise<void> => {
  if (await isIncomplete(database.reads)) {
    throw new UnusableStore(
      'Data was copied here by "vitrine migrate" or "vitrine restore", and the copy is not complete. Run the same command again until it says that it is.',
    );
  }
};

/** `overwrite`: replace what the target holds. An interrupted copy may always go on. */
export const claimTarget = async (target: Engine, overwrite: boolean): Promise<void> => {
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
export const completeCopy = (target: Engine, visitorSecret: Buffer | undefined): Promise<void> =>
  target.write(async (tx) => {
    if (visitorSecret !== undefined) await replaceVisitorSecret(tx, visitorSecret);
    await acrossWorkspaces(tx).deleteFrom('store_state').where('name', '=', STATE).execute();
  });
