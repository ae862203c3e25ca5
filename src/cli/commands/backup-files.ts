// The files of a chain of backups, as the user names them: the last one, if those before it are beside it, or all of them.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readLines } from '../../import/read-bundle.ts';
import { BackupFault, type BackupFile, CHAIN_MAX_FILES, openBackup } from '../../open-store.ts';
import { CommandError } from '../command.ts';
import { isSystemError, systemReason } from '../system-error.ts';

/** A row is at most as long as what it holds, with every character escaped. */
const LINE_MAX_BYTES = 64 * 1024 * 1024;

/** The full backup first. Backups that come before the first name are found in its folder, by the names that their successors have noted. */
export const findChain = async (names: readonly string[]): Promise<BackupFile[]> => {
  const chain: BackupFile[] = [];
  for (const name of names) chain.push(await fileAt(name));
  while (chain.length <= CHAIN_MAX_FILES) {
    const [first] = chain as [BackupFile];
    const { header, close } = await openBackup(first);
    await close();
    if (header.since === undefined) break;
    const { file } = header.since;
    const before = join(dirname(first.name), file);
    if (!(await exists(before)))
      throw new CommandError(
        `${first.name} continues ${file}, which is not beside it: put it there, or give all files of the chain, the full backup first`,
      );
    chain.unshift(await fileAt(before));
  }
  return chain;
};

/** A backup is read twice. From a pipe, the second reading would find nothing, after the store was emptied. */
export const assertRegular = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile())
    throw new CommandError(
      `${file} is not a regular file: give the name of one, since a backup is read twice`,
    );
};

/** A backup must not replace one that it continues. */
export const assertApart = async (output: string, chain: readonly BackupFile[]): Promise<void> => {
  const place = await placeOf(output);
  for (const { name } of chain)
    if (place !== undefined && place === (await placeOf(name)))
      throw new CommandError(
        `${output} is ${basename(name)}, which the new backup continues: give another name, since both are needed to restore`,
      );
};

/** Equal for two names of one file. */
const placeOf = (file: string): Promise<string | undefined> =>
  stat(file, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    () => undefined,
  );

const exists = async (file: string): Promise<boolean> => (await placeOf(file)) !== undefined;

export const fileAt = async (name: string): Promise<BackupFile> => {
  await assertRegular(name);
  return { name, open: () => linesOf(name) };
};

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(createReadStream(file), undefined, LINE_MAX_BYTES)) {
      if ('fault' in line) throw new BackupFault(`line ${line.number} ${line.fault}`);
      yield line.text;
    }
  } catch (error) {
    if (!(error instanceof Error && isSystemError(error))) throw error;
    throw new CommandError(`cannot read ${file}: ${systemReason(error)}`);
  }
}
