// Opens a file that a command reads, before anything else, so that a wrong name is reported at once.

import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandError } from './command.ts';
import { systemReason } from './system-error.ts';

export const openInput = async (file: string): Promise<Readable> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot read ${file}: ${systemReason(error)}`);
  });
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    throw new CommandError(`cannot read ${file}: it is a folder`);
  }
  return handle.createReadStream();
};
