// Makes every table of one database equal to that of another, row by row. Rows that are equal already are not written
// again, so an interrupted copy goes on where it stopped.

import { createHash, type Hash } from 'node:crypto';
import type { Db, Engine } from '../sql/engine.ts';
import type { WorkspaceTable } from '../sql/scoped-query.ts';
import { dataTables } from '../sql/table-keys.ts';
import {
  deleteRows,
  insertRows,
  keyText,
  type Row,
  readChunks,
  readSamePart,
  rowText,
} from './table-rows.ts';

export interface CopyProgress {
  readonly table: string;
  /** Rows of all tables so far. */
  readonly rows: number;
  /** How many of them were written. */
  readonly written: number;
}

export interface CopyRound {
  readonly rows: number;
  readonly written: number;
  readonly deleted: number;
  /** Over all rows of the source, and of the target as it was before this round. */
  readonly digests: { readonly source: string; readonly target: string };
}

/**
 * One pass over all tables. `source` must not change meanwhile: give it a snapshot. If nothing was written or deleted, the
 * two were equal, and so are the digests.
 */
export const copyTables = async (
  source: Db,
  target: Engine,
  onProgress: (progress: CopyProgress) => void,
): Promise<CopyRound> => {
  const digests = { source: createHash('sha256'), target: createHash('sha256') };
  let [rows, written, deleted] = [0, 0, 0];
  for (const table of dataTables) {
    for (const digest of Object.values(digests)) digest.update(`${table}\n`);
    // Deletes come first: a row that is still to be deleted may hold a unique value of one that is to be written.
    deleted += await deleteStale(source, target, table, digests.target);
    for await (const part of writeMissing(source, target, table, digests.source)) {
      rows += part.rows;
      written += part.written;
      onProgress({ table, rows, written });
    }
  }
  return {
    rows,
    written,
    deleted,
    digests: { source: digests.source.digest('hex'), target: digests.target.digest('hex') },
  };
};

/** Deletes the rows of the target that the source does not have, or has with other values. */
const deleteStale = async (
  source: Db,
  target: Engine,
  table: WorkspaceTable,
  digest: Hash,
): Promise<number> => {
  let deleted = 0;
  for await (const chunk of readChunks(target.reads, table)) {
    const wanted = textsByKey(table, await readSamePart(source, table, chunk));
    const stale: Row[] = [];
    for (const row of chunk.rows) {
      const text = rowText(row);
      digest.update(`${text}\n`);
      if (wanted.get(keyText(table, row)) !== text) stale.push(row);
    }
    if (stale.length > 0) await target.write((tx) => deleteRows(tx, table, stale));
    deleted += stale.length;
  }
  return deleted;
};

async function* writeMissing(
  source: Db,
  target: Engine,
  table: WorkspaceTable,
  digest: Hash,
): AsyncGenerator<{ readonly rows: number; readonly written: number }> {
  for await (const chunk of readChunks(source, table)) {
    const present = textsByKey(table, await readSamePart(target.reads, table, chunk));
    for (const row of chunk.rows) digest.update(`${rowText(row)}\n`);
    const missing = chunk.rows.filter((row) => !present.has(keyText(table, row)));
    if (missing.length > 0) await target.write((tx) => insertRows(tx, table, missing));
    yield { rows: chunk.rows.length, written: missing.length };
  }
}

const textsByKey = (table: WorkspaceTable, rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [keyText(table, row), rowText(row)]));
