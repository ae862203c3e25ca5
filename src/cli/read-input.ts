// Opens a file that a command reads, before anything else, so that a wrong name is reported at once. Whatever happens then, it is
// closed: Node ends a process whose open file is found by the garbage collector, with a message about that.

import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError, type Terminal } from './command.ts';
import { systemReason } from './system-error.ts';

/** Whoever begins to read it closes it by that. */
export const openInput = async (file: string): Promise<Readable> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot read ${file}: ${systemReason(error)}`);
  });
  try {
    if ((await handle.stat()).isDirectory()) throw new CommandError(`cannot read ${file}: it is a folder`);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle.createReadStream();
};

/** Closes the file when `work` ends, read or not. `-` is standard input, which stays open. */
export const withInput = async <T>(
  file: string,
  terminal: Pick<Terminal, 'in'>,
  work: (input: Readable) => Promise<T>,
): Promise<T> => {
  if (file === '-') return work(terminal.in);
  const input = await openInput(file);
  try {
    return await work(input);
  } finally {
    input.destroy();
  }
};
