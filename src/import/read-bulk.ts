// Reads the lines of a bulk request: bundle lines to write, or keys to delete. It holds only the current line, and yields to
// the event loop.

import type { BundleObject } from '../contract/bundle.ts';
import type { WorkspaceScope } from '../domain/access/scope.ts';
import type { BulkLine, BulkReader } from '../domain/manage/bulk-lines.ts';
import { buildYield } from '../runtime/yield-to-event-loop.ts';
import { decodeLine } from './bundle-codec.ts';
import { isScopeLine, readLines } from './read-bundle.ts';
import { decodeKeyLine } from './read-object.ts';
import { SeenObjects } from './spool/seen-objects.ts';

type Content = BulkLine['content'];

type Understand = (text: string, line: number) => Content;

/** Limits the memory for the keys of a request to 32 MiB. */
const SEEN_MAX = 1_000_000;

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

/** The scope of the lines does not matter: lines of another scope are rejected elsewhere. */
const toWriteOnce = (scope: WorkspaceScope): Understand => {
  const seen = new SeenObjects(SEEN_MAX);
  return (text, line) => {
    const content = toWrite(text);
    if (content.kind !== 'step' || content.step.action !== 'put') return content;
    const repetition = seen.note(line, scope, content.step.object as BundleObject);
    if (repetition === undefined || repetition.isEqual) return content;
    const { field, message } = repetition;
    return fault(`repeated:${field}`, `${message}; allow_duplicates=true keeps the last one`, text);
  };
};

const toDelete = (text: string): Content => {
  const decoded = decodeKeyLine(text);
  if (decoded.kind === 'fault') return fault(decoded.code, decoded.message, text);
  return decoded.kind === 'scope' ? decoded : { kind: 'step', step: decoded.step };
};

async function* readWith(input: AsyncIterable<Uint8Array>, understand: Understand): AsyncGenerator<BulkLine> {
  const yieldIfDue = buildYield();
  for await (const line of readLines(input)) {
    yield {
      number: line.number,
      size: line.text?.length ?? 0,
      content:
        'fault' in line
          ? fault(line.code, line.fault, line.text ?? '', line.isEnd === true)
          : understand(line.text, line.number),
    };
    await yieldIfDue();
  }
}

export const bulkReader: BulkReader = {
  readWrites: (input, sender) =>
    readWith(input, sender.allowsDuplicates === true ? toWrite : toWriteOnce(sender)),
  readDeletes: (input) => readWith(input, toDelete),
};
