// Files of other systems as text: unpacked if they begin like gzip, decoded strictly, and bounded, so that a small file cannot
// become endless work. A file can be opened again and again.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { decodeText, InputFault } from '../lines/decode-text.ts';
import { UnpackFault, unpack } from '../lines/unpack.ts';
import type { SourceFile } from './source-format.ts';

export interface UnpackLimits {
  readonly totalBytes: number;
  /** Unpacked bytes for each packed one; beyond `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
  /** Of all files together, as often as they are read. Absent: no limit. */
  readonly readBytes?: number;
}

/** Decision 0095. */
export const UNPACK_LIMITS: UnpackLimits = {
  totalBytes: 16 * 1024 ** 3,
  ratio: 200,
  freeBytes: 64 * 1024 ** 2,
};

/** How much of the files was read, still packed. A file that is opened again counts again. */
export interface InputTally {
  bytes: number;
  totalBytes: number;
  /** The same, unpacked. */
  unpackedBytes: number;
}

export interface SourceInput extends SourceFile {
  /** Why it could not be read to its end. */
  readonly fault: InputFault | undefined;
}

export interface InputFile {
  readonly name: string;
  readonly path: string;
}

/** Throws if the file cannot be read. Nothing is read yet. `onRead`: called for each piece; what it throws ends the reading. */
export const openSourceInput = async (
  { name, path }: InputFile,
  tally: InputTally,
  limits: UnpackLimits = UNPACK_LIMITS,
  onRead: () => void = () => {},
): Promise<SourceInput> => {
  const { size } = await stat(path);
  let isFirst = true;
  let fault: InputFault | undefined;
  tally.totalBytes += size;
  return {
    name,
    get fault() {
      return fault;
    },
    async *open() {
      if (!isFirst) tally.totalBytes += size;
      isFirst = false;
      const read = { bytes: 0 };
      const packed = counted(createReadStream(path), (bytes) => {
        read.bytes += bytes;
        tally.bytes += bytes;
      });
      try {
        yield* decodeText(watched(bounded(unpack(packed), read, limits), tally, limits, onRead));
      } catch (error) {
        if (error instanceof InputFault) fault = error;
        throw error;
      }
    },
  };
};

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  note: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    note(chunk.length);
    yield chunk;
  }
}

/** However little comes of what is read, somebody hears of it, and it ends. */
async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  tally: InputTally,
  { readBytes = Number.POSITIVE_INFINITY }: UnpackLimits,
  onRead: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    tally.unpackedBytes += chunk.length;
    if (tally.unpackedBytes > readBytes) {
      throw new UnpackFault(`all files together unpack to more than can be read at once; split the import`);
    }
    onRead();
    yield chunk;
  }
}

async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  packed: { readonly bytes: number },
  { totalBytes, ratio, freeBytes }: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > freeBytes && bytes > ratio * packed.bytes) {
      throw new UnpackFault(
        `it unpacks to more than ${ratio} times its size; unpack it first if that is right`,
      );
    }
    if (bytes > totalBytes && bytes > packed.bytes) {
      throw new UnpackFault(`it unpacks to more than ${totalBytes} bytes; split it`);
    }
    yield chunk;
  }
}
