// The lines of a bulk request: a bundle's own lines to write, or what to delete. Nothing is held but the line at hand,
// and whoever else uses the event loop gets his turn.

import type { BulkLine, BulkReader } from '../domain/bulk-lines.ts';
import { decodeLine } from './bundle-codec.ts';
import { buildTurns } from './event-loop-turns.ts';
import { isScopeLine, readLines } from './read-bundle.ts';
import { decodeKeyLine } from './read-object.ts';

type Content = BulkLine['content'];

const fault = (code: string, message: string, text: string, isEnd = false): Content => ({
  kind: 'fault',
  code,
  message,
  isScope: isScopeLine(text),
  isEnd,
});

const toWrite = (text: string): Content => {
  const decoded = decodeLine(text);
  if (decoded.kind === 'fault') return fault(decoded.code, decoded.message, text);
  return decoded.kind === 'scope'
    ? decoded
    : { kind: 'step', step: { action: 'put', object: decoded.object } };
};

const toDelete = (text: string): Content => {
  const decoded = decodeKeyLine(text);
  if (decoded.kind === 'fault') return fault(decoded.code, decoded.message, text);
  return decoded.kind === 'scope' ? decoded : { kind: 'step', step: decoded.step };
};

const readWith = (understand: (text: string) => Content) =>
  async function* (input: AsyncIterable<Uint8Array>): AsyncGenerator<BulkLine> {
    const takeTurn = buildTurns();
    for await (const line of readLines(input)) {
      yield {
        number: line.number,
        size: line.text?.length ?? 0,
        content:
          'fault' in line
            ? fault(line.code, line.fault, line.text ?? '', line.isEnd === true)
            : understand(line.text),
      };
      await takeTurn();
    }
  };

export const bulkReader: BulkReader = {
  readWrites: readWith(toWrite),
  readDeletes: readWith(toDelete),
};
