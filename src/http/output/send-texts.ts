// An answer of any length on its way out, a bounded piece at a time. Whoever takes nothing of it for too long loses the
// connection: what makes the answer may hold something that others wait for.

import { Readable } from 'node:stream';

/** So much must be taken within the time, however slow the line is. */
const PIECE_BYTES = 64 * 1024;

export interface TextsReader {
  /** So many more bytes were taken. */
  readonly onSent: (bytes: number) => void;
  /** A piece was not taken within the time. It has to end the stream. */
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
