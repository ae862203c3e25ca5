// The visitor secret beside a SQLite database, so that visitor hashes survive a restart and nobody else can compute them.

import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES = 32;

const fileIn = (dataDir: string): string => join(dataDir, 'visitor.secret');

/** Creates it if it does not exist. The folder must. */
export const openSecretFile = async (dataDir: string): Promise<Buffer> => {
  const file = fileIn(dataDir);
  const own = `${file}.${process.pid}`;
  await writeFile(own, randomBytes(BYTES), { mode: 0o600 });
  try {
    // Complete, or not at all: another process may create it at the same time.
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(own, { force: true });
  }
  return readFile(file);
};

/** That of a backup, in place of the one there may be. */
export const replaceSecretFile = async (dataDir: string, secret: Buffer): Promise<void> => {
  const file = fileIn(dataDir);
  const own = `${file}.${process.pid}`;
  await writeFile(own, secret, { mode: 0o600 });
  await rename(own, file);
};

export const findSecretFile = async (dataDir: string): Promise<Buffer | undefined> => {
  try {
    return await readFile(fileIn(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
};
