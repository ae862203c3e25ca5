// Decompresses input that begins like gzip, whatever the file is called, and passes other input through. Memory stays bounded:
// the source is read only as fast as the result is consumed.

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The compressed data is damaged. Everything decompressed before was returned. */
export class UnpackFault extends Error {}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    let head = Buffer.alloc(0);
    while (head.length < GZIP_MAGIC.length) {
      const next = await chunks.next();
      if (next.done === true) break;
      head = Buffer.concat([head, next.value]);
    }
    const all = following(head, chunks);
    yield* head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC) ? gunzip(all) : all;
  } finally {
    // Not awaited: a producer that is silent would delay the report that its data is damaged.
    chunks.return?.().catch(() => {});
  }
}

async function* following(head: Uint8Array, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGunzip();
  // An error of the source reaches the reader of the stream, so the callback has nothing to do.
  pipeline(Readable.from(packed), stream, () => {});
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'Z_BUF_ERROR') throw new UnpackFault('the gzip data ends too early');
    if (code.startsWith('Z_')) throw new UnpackFault('the gzip data is damaged');
    throw error;
  }
}
