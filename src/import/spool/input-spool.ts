// Keeps input that can be read only once in a file that its owner alone can read, so that it can be read again.

import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSpoolFolder } from './spool-folder.ts';

/** Some clients send a few bytes at a time: each write costs more than that. */
const WRITE_BYTES = 64 * 1024;

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
      for await (const bytes of gather(input)) await handle.appendFile(bytes);
    } finally {
      await handle.close();
    }
    return { path, close };
  } catch (error) {
    await close();
    throw error;
  }
};

async function* gather(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < WRITE_BYTES) continue;
    yield Buffer.concat(chunks, size);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks, size);
}
