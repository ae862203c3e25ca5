// An answer of any length on its way out, a bounded piece at a time. Whoever takes nothing of it for too long loses the
// connection: what makes the answer may hold something that others wait for.

import { Readable } from 'node:stream';

/** So much must be taken within the time, however slow the line is. */
const PIECE_BYTES = 64 * 1024;

/** `giveUp` is called when a piece was not taken within `idleMs`; it has to end the stream. */
export const sendTexts = (texts: AsyncIterable<string>, idleMs: number, giveUp: () => void): Readable =>
  Readable.from(inPieces(texts, idleMs, giveUp));

async function* inPieces(
  texts: AsyncIterable<string>,
  idleMs: number,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const timer = setTimeout(giveUp, idleMs);
      try {
        yield bytes.subarray(at, at + PIECE_BYTES);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
