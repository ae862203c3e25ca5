// A queue of texts for one reader: the first few in memory, the rest in a temporary file. Appending may wait for the disk but
// never for the reader, so that a client that does not read cannot block its own upload.

import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asStorageFailure } from '../../domain/failures/storage-fault.ts';
import type { TextSpool } from '../../domain/manage/bulk-lines.ts';
import { makeSpoolFolder } from './spool-folder.ts';

const MEMORY_MAX_CHARS = 256 * 1024;
const READ_BYTES = 64 * 1024;

interface SpoolFile {
  readonly handle: FileHandle;
  readonly folder: string;
}

export const openTextSpool = (parentFolder: string, memoryMaxChars: number = MEMORY_MAX_CHARS): TextSpool =>
  new FileBackedSpool(parentFolder, memoryMaxChars);

class FileBackedSpool implements TextSpool {
  readonly #parentFolder: string;
  readonly #memoryMaxChars: number;
  #texts: string[] = [];
  #chars = 0;
  #file: SpoolFile | undefined;
  /** Bytes written to the file, and bytes read back. */
  #written = 0;
  #read = 0;
  #isWriting = false;
  #end: { readonly cause: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(parentFolder: string, memoryMaxChars: number) {
    this.#parentFolder = parentFolder;
    this.#memoryMaxChars = memoryMaxChars;
  }

  async append(text: string): Promise<void> {
    const isOnDisk = this.#isWriting || this.#read < this.#written;
    // If anything is on disk, everything after it must go there too, to keep the order.
    if (!isOnDisk && this.#chars + text.length <= this.#memoryMaxChars) {
      this.#texts.push(text);
      this.#chars += text.length;
    } else {
      await this.#write(Buffer.from(text));
    }
    this.#wake();
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#isWriting = true;
    try {
      this.#file ??= await openFile(this.#parentFolder);
      // Everything was read, so the file can start again.
      if (this.#written > 0 && this.#read === this.#written) {
        await this.#file.handle.truncate(0);
        this.#read = 0;
        this.#written = 0;
      }
      await this.#file.handle.appendFile(bytes);
      this.#written += bytes.length;
    } catch (error) {
      throw asStorageFailure(error);
    } finally {
      this.#isWriting = false;
    }
  }

  end(cause?: unknown): void {
    this.#end ??= { cause };
    this.#wake();
  }

  async *read(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    for (;;) {
      if (this.#texts.length > 0) {
        const text = this.#texts.join('');
        this.#texts = [];
        this.#chars = 0;
        yield text;
      } else if (this.#read < this.#written) {
        yield decoder.decode(await this.#readChunk(), { stream: true });
      } else if (this.#end !== undefined) {
        if (this.#end.cause !== undefined) throw this.#end.cause;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  async #readChunk(): Promise<Uint8Array> {
    if (this.#file === undefined) throw new Error('the spool has no file to read back');
    const length = Math.min(READ_BYTES, this.#written - this.#read);
    const { buffer, bytesRead } = await this.#file.handle.read({
      buffer: Buffer.allocUnsafe(length),
      position: this.#read,
    });
    if (bytesRead === 0) throw new Error('the spool file is shorter than what was written to it');
    this.#read += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    await file.handle.close().catch(() => {});
    await rm(file.folder, { recursive: true, force: true });
  }
}

const openFile = async (parentFolder: string): Promise<SpoolFile> => {
  const folder = await makeSpoolFolder(parentFolder, 'results');
  return { handle: await open(join(folder, 'results.ndjson'), 'ax+', 0o600), folder };
};
