// A chain of backups: a full one and those that continue it, each with what changed since the one before (decision 0100). All files are read side
// by side, in the order of the keys, so that memory does not grow with them; of several rows with one key, the newest counts.

import { basename } from 'node:path';
import {
  type BackupEnd,
  BackupFault,
  type BackupHeader,
  type BackupRow,
  StateDigest,
} from './backup-format.ts';
import {
  type BackupFile,
  digestDiffers,
  type NumberedEntry,
  type OpenBackup,
  openBackup,
} from './read-backup.ts';
import { compareRows } from './row-order.ts';

/** All files of a chain are open together. */
export const CHAIN_MAX_FILES = 100;

export interface BackupSummary extends BackupEnd {
  /** That of the last file, as is the digest of its lines. */
  readonly header: BackupHeader;
  readonly files: number;
  /** Rows of the last file, and those that it deletes. */
  readonly changes: number;
}

export type ChainRow = BackupRow & Pick<NumberedEntry, 'file' | 'number'>;

export interface OpenChain {
  /** That of the last file. */
  readonly header: BackupHeader;
  /** Those of the state at the last file. Returns only if every file is complete and undamaged, and the rows are those of that state. */
  readonly rows: AsyncGenerator<ChainRow, BackupSummary>;
  close(): Promise<void>;
}

/** The full backup first. The caller closes it. Throws `BackupFault`, also if the files do not continue each other. */
export const openChain = async (files: readonly BackupFile[]): Promise<OpenChain> => {
  const opened: OpenBackup[] = [];
  const close = async (): Promise<void> => {
    for (const each of opened) await each.close();
  };
  try {
    assertLength(files);
    for (const file of files) opened.push(await openBackup(file));
    for (const [at, { header }] of opened.entries()) assertLink(files, at, header, opened[at - 1]?.header);
    const { header } = opened.at(-1) as OpenBackup;
    return { header, rows: mergeRows(files, opened), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const assertLength = (files: readonly BackupFile[]): void => {
  if (files.length > CHAIN_MAX_FILES)
    throw new BackupFault(
      `a chain has at most ${CHAIN_MAX_FILES} files, and this is the last of ${files.length}`,
      files.at(-1)?.name,
    );
};

const assertLink = (
  files: readonly BackupFile[],
  at: number,
  { since, migration }: BackupHeader,
  before: BackupHeader | undefined,
): void => {
  const [file, previous] = [files[at] as BackupFile, files[at - 1]];
  const refuse = (message: string) => new BackupFault(message, file.name);
  if (before === undefined || previous === undefined) {
    if (since === undefined) return;
    throw refuse(`it continues ${since.file}: give all files of the chain, the full backup first`);
  }
  if (since === undefined) throw refuse('it is a full backup, which can only be the first file of a chain');
  if (since.id !== before.id)
    throw refuse(
      `it continues ${since.file}, and not ${basename(previous.name)} of ${before.createdAt}: give all files of the chain in their order`,
    );
  if (migration !== before.migration)
    throw refuse('it is of another version than the backup that it continues');
};

async function* mergeRows(
  files: readonly BackupFile[],
  opened: readonly OpenBackup[],
): AsyncGenerator<ChainRow, BackupSummary> {
  const state = new StateDigest();
  const { header, entries: newest } = opened.at(-1) as OpenBackup;
  const heads = await Promise.all(opened.map(({ entries }) => entries.next()));
  let changes = 0;
  for (;;) {
    const first = firstOf(heads);
    if (first === undefined) break;
    for (const [at, head] of heads.entries()) {
      if (head.done === true || compareRows(head.value, first) !== 0) continue;
      if (opened[at]?.entries === newest) changes += 1;
      heads[at] = await (opened[at] as OpenBackup).entries.next();
    }
    const { values } = first;
    if (values === undefined) continue;
    const row = { ...first, values };
    state.add(row);
    yield row;
  }
  const end = heads.at(-1)?.value as BackupEnd;
  const { rows, rowsSha256 } = state.finish();
  if (rows !== end.rows || rowsSha256 !== end.rowsSha256) throw digestDiffers(files.at(-1)?.name);
  return { ...end, header, files: files.length, changes };
}

/** The smallest key; among equal ones, that of the newest file. */
const firstOf = (heads: readonly IteratorResult<NumberedEntry, BackupEnd>[]): NumberedEntry | undefined => {
  let first: NumberedEntry | undefined;
  for (const head of heads)
    if (head.done !== true && (first === undefined || compareRows(head.value, first) <= 0))
      first = head.value;
  return first;
};

/** Reads all of it. */
export const checkChain = async (
  files: readonly BackupFile[],
  onRow: () => void = () => {},
): Promise<BackupSummary> => {
  const { rows, close } = await openChain(files);
  try {
    for (;;) {
      const next = await rows.next();
      if (next.done === true) return next.value;
      onRow();
    }
  } finally {
    await close();
  }
};
