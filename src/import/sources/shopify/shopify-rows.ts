// The rows of a file with the id of the product that each is of: its handle, or in a file without handles the slug of the last title.

import { readCsvRows } from '../rows/csv-rows.ts';
import type { SourceFault, SourceFile, SourcePlace } from '../source-format.ts';
import { buildColumns, type ShopifyColumns, type ShopifyRow } from './shopify-columns.ts';
import { idOf, slugOf } from './shopify-ids.ts';

export type ShopifyEntry =
  | { readonly kind: 'header'; readonly place: SourcePlace; readonly columns: ShopifyColumns }
  | {
      readonly kind: 'row';
      readonly id: string;
      readonly row: ShopifyRow;
      /** About how much memory it takes. */
      readonly chars: number;
    }
  /** `id` if the row tells what product it is of. */
  | { readonly kind: 'fault'; readonly id: string | undefined; readonly fault: SourceFault };

const CELL_OVERHEAD_CHARS = 8;

export async function* readShopifyRows(
  file: SourceFile,
  { isNamed, currency }: { readonly isNamed: boolean; readonly currency: string },
): AsyncGenerator<ShopifyEntry> {
  const named = isNamed ? { file: file.name } : {};
  let columns: ShopifyColumns | undefined;
  let lastId: string | undefined;
  const idIn = (row: ShopifyRow): string | undefined => {
    if (columns?.has('handle')) return idOf(row.cell('handle')) || undefined;
    return slugOf(row.cell('title')) || lastId;
  };
  for await (const entry of readCsvRows(file.open())) {
    if ('names' in entry) {
      const place = { ...named, line: entry.line };
      columns = buildColumns(entry.names, currency);
      if (!columns.has('title')) {
        const fault = 'there is no column `Title`; is this a product CSV of Shopify?';
        yield { kind: 'fault', id: undefined, fault: { ...place, fault, isEnd: true } };
        return;
      }
      yield { kind: 'header', place, columns };
    } else if ('fault' in entry) {
      const { rowCells, ...fault } = entry;
      const row = rowCells === undefined ? undefined : columns?.row(fault, rowCells);
      if (row !== undefined) lastId = idIn(row);
      yield { kind: 'fault', id: row && lastId, fault: { ...named, ...fault } };
    } else if (columns !== undefined) {
      const row = columns.row({ ...named, line: entry.line }, entry.cells);
      lastId = idIn(row);
      if (lastId === undefined) {
        const column = row.nameOf(columns.has('handle') ? 'handle' : 'title');
        const fault = 'is empty; fill it in, it says which product the row is of';
        yield { kind: 'fault', id: undefined, fault: { ...row.place, column, fault } };
      } else {
        const chars = entry.cells.reduce((sum, cell) => sum + cell.length + CELL_OVERHEAD_CHARS, 0);
        yield { kind: 'row', id: lastId, row, chars };
      }
    }
  }
}
