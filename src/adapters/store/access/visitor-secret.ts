// The visitor secret in the database, for several nodes: it keys visitor hashes, form stamps and positions, so what one node
// gives out is valid on all of them. With SQLite it is a file instead, see `secret-file.ts`.

import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { Db, Engine } from '../sql/engine.ts';
import { acrossWorkspaces } from '../sql/scoped-query.ts';
import { openSecretFile } from '../sqlite/secret-file.ts';

const NAME = 'visitor_secret';
const BYTES = 32;

export interface SharedSecret {
  /** The same for everyone who opens this database. The first who asks creates it. */
  readVisitorSecret(): Promise<Buffer>;
}

/** The secret of this installation, wherever it is. */
export const openVisitorSecret = async (
  { dataDir, storeUrl }: { readonly dataDir: string; readonly storeUrl?: string | undefined },
  store: SharedSecret,
): Promise<Buffer> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return storeUrl === undefined ? openSecretFile(dataDir) : store.readVisitorSecret();
};

export const buildSharedSecret = ({ reads, write }: Engine): SharedSecret => ({
  readVisitorSecret: async () =>
    (await findVisitorSecret(reads)) ??
    write(async (tx) => {
      await insertSecret(tx, randomBytes(BYTES))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      // Perhaps that of another process.
      const stored = await findVisitorSecret(tx);
      if (stored === undefined) throw new Error('the visitor secret was deleted while it was being created');
      return stored;
    }),
});

export const findVisitorSecret = async (db: Db): Promise<Buffer | undefined> => {
  const row = await acrossWorkspaces(db)
    .selectFrom('store_state')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && Buffer.from(row.value, 'base64url');
};

export const replaceVisitorSecret = async (tx: Db, secret: Buffer): Promise<void> => {
  await insertSecret(tx, secret)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: toText(secret) }))
    .execute();
};

const insertSecret = (tx: Db, secret: Buffer) =>
  acrossWorkspaces(tx)
    .insertInto('store_state')
    .values({ name: NAME, value: toText(secret) });

const toText = (secret: Buffer): string => secret.toString('base64url');
