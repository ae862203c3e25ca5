// Whether the documents of a row are what a store writes: JSON, and for an object under its key an object that names that key.
// Restoring anything else would be noticed by the first reader only.

import { isObject, ownValue } from '../../../domain/text/json-value.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { type DocumentTable, documentTables } from '../sql/document-tables.ts';

type Cells = Readonly<Record<string, string | number | null>>;

/** Other columns that hold JSON. */
const jsonColumns: Readonly<Record<string, readonly string[]>> = {
  version: ['locales'],
  list_entry: ['terms'],
  record_entry: ['entries'],
  idempotency_claim: ['outcomes'],
};

/** The properties that repeat the columns of the key. */
const keysByTable: ReadonlyMap<string, readonly (readonly [column: string, name: string])[]> = new Map(
  Object.values(documentTables as unknown as Record<string, DocumentTable<'product'>>).map(
    ({ table, key, names }) => [table, key.map((column, at) => [column, names[at] ?? ''] as const)],
  ),
);

/** Why it is none; undefined if all is well. */
export const findDocumentFault = (table: string, cells: Cells): string | undefined => {
  for (const column of ['doc', ...(jsonColumns[table] ?? [])]) {
    const text = cells[column];
    if (typeof text !== 'string') continue;
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return `its ${column} is not JSON`;
    }
    const keys = column === 'doc' ? keysByTable.get(table) : undefined;
    if (keys === undefined) continue;
    if (!isObject(value)) return 'its doc is not an object';
    const document = value;
    const other = keys.find(([at, name]) => !isSame(ownValue(document, name), cells[at], at));
    if (other !== undefined) return `its doc is of another object: ${other[1]} is not that of the row`;
  }
  return undefined;
};

const isSame = (value: unknown, cell: unknown, column: string): boolean =>
  column === 'host' && typeof value === 'string' ? value.toLowerCase() === cell : value === cell;
