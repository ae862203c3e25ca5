// A table of a catalog as JSON in shared memory, for threads: sending it costs nothing, however large it is.

import { parseJson } from '../../domain/text/parse-json.ts';
import { buildYield } from '../../runtime/yield-to-event-loop.ts';

export interface SharedTable {
  readonly name: string;
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** Reads the bytes of a table. */
export const readTable = (bytes: Uint8Array): unknown =>
  // TextDecoder does not read shared memory.
  parseJson(new TextDecoder().decode(bytes.slice()));

/** Rows, or one object, which is small. */
export type Table = object;

let lastId = 0;
const known = new WeakMap<Table, SharedTable | Promise<SharedTable>>();

/** A promise while it is written, in short steps. A table that comes again is written once. */
export const shareTable = (name: string, table: Table): SharedTable | Promise<SharedTable> => {
  const shared = known.get(table);
  if (shared === undefined) {
    const writing = writeTable(name, table);
    known.set(table, writing);
    writing.then(
      (written) => known.set(table, written),
      () => known.delete(table),
    );
    return writing;
  }
  return shared;
};

const writeTable = async (name: string, table: Table): Promise<SharedTable> => {
  const yieldIfDue = buildYield();
  const parts: Uint8Array[] = [];
  const encoder = new TextEncoder();
  let length = 0;
  const add = (text: string): void => {
    const part = encoder.encode(text);
    parts.push(part);
    length += part.length;
  };
  if (Array.isArray(table)) {
    add('[');
    for (const [at, row] of table.entries()) {
      add(`${at === 0 ? '' : ','}${JSON.stringify(row)}`);
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    add(']');
  } else {
    add(JSON.stringify(table));
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  lastId += 1;
  return { name, id: lastId, bytes };
};
