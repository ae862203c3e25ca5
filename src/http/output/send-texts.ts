// Streams a response of any length, with backpressure. A client that receives nothing for too long loses the connection,
// because the source of the response may hold something that others wait for.

import { Readable } from 'node:stream';

/** This much must be received within the time, however slow the line is. */
const PIECE_BYTES = 64 * 1024;

export interface TextsReader {
  /** Called with the number of bytes just received. */
  readonly onSent: (bytes: number) => void;
  /** A chunk was not received within the time. It must end the stream. */
  readonly giveUp: () => void;
}

export const sendTexts = (texts: AsyncIterable<string>, idleMs: number, reader: TextsReader): Readable =>
  Readable.from(inPieces(texts, idleMs, reader));

async function* inPieces(
  texts: AsyncIterable<string>,
  idleMs: number,
  { onSent, giveUp }: TextsReader,
): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const timer = setTimeout(giveUp, idleMs);
      try {
        const piece = bytes.subarray(at, at + PIECE_BYTES);
        yield piece;
        onSent(piece.length);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
