// Keeps input that can be read only once in a file that its owner alone can read, so that it can be read again.

import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSpoolFolder } from './spool-folder.ts';

export interface InputSpool {
  readonly path: string;
  close(): Promise<void>;
}

export const spoolInput = async (
  input: AsyncIterable<Uint8Array>,
  parentFolder: string,
): Promise<InputSpool> => {
  const folder = await makeSpoolFolder(parentFolder);
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'input');
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of input) await handle.appendFile(chunk);
    } finally {
      await handle.close();
    }
    return { path, close };
  } catch (error) {
    await close();
    throw error;
  }
};
