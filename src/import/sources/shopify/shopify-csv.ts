// Product CSV of Shopify: rows of one handle, one after the other, become one product. Without handles, a title starts a product.
// It holds one product at a time, and the ids of categories.

import { type CsvRow, readCsvRows } from '../rows/csv-rows.ts';
import type { SourceEntry, SourceFile, SourceFormat, SourceTarget } from '../source-format.ts';
import { buildColumns, type ShopifyRow } from './shopify-columns.ts';
import { buildProduct, slugOf } from './shopify-product.ts';

// Variants and images of one product: the bundle allows 1,000 and 100.
const PRODUCT_ROWS_MAX = 1_100;
const CATEGORIES_MAX = 100_000;

export const shopifyCsv: SourceFormat = {
  name: 'shopify-csv',
  async *read(files, target) {
    const categories = new Set<string>();
    for (const file of files) yield* readFile(file, target, categories, files.length > 1);
  },
};

interface OpenProduct {
  readonly id: string;
  readonly rows: ShopifyRow[];
  /** The line of a row that could not be read. */
  brokenAt?: number;
}

async function* readFile(
  file: SourceFile,
  target: SourceTarget,
  categories: Set<string>,
  isNamed: boolean,
): AsyncGenerator<SourceEntry> {
  const place = isNamed ? { file: file.name } : {};
  let columns: ReturnType<typeof buildColumns> | undefined;
  let open: OpenProduct | undefined;
  for await (const entry of readCsvRows(file.open())) {
    if ('fault' in entry) {
      yield { ...place, ...entry };
      if (entry.isEnd) return;
      if (open !== undefined) open.brokenAt ??= entry.line;
    } else if ('names' in entry) {
      columns = buildColumns(entry.names);
      if (!columns.has('title')) {
        const fault = 'there is no column `Title`; is this a product CSV of Shopify?';
        yield { ...place, line: entry.line, fault, isEnd: true };
        return;
      }
    } else if (columns !== undefined) {
      const row = columns.row(entry.line, (entry as CsvRow).cells);
      const id = columns.has('handle') ? row.cell('handle') : slugOf(row.cell('title'));
      if (id === '' && (columns.has('handle') || open === undefined)) {
        const column = row.nameOf(columns.has('handle') ? 'handle' : 'title');
        yield {
          ...place,
          line: row.line,
          column,
          fault: 'is empty; fill it in, it says which product the row is of',
        };
      } else if (open !== undefined && (id === '' || id === open.id)) {
        if (open.rows.length < PRODUCT_ROWS_MAX) open.rows.push(row);
        else if (open.brokenAt === undefined) {
          open.brokenAt = row.line;
          yield {
            ...place,
            line: row.line,
            fault: `a product has at most ${PRODUCT_ROWS_MAX} rows`,
            value: id,
          };
        }
      } else {
        for (const one of close(open, target, categories)) yield { ...place, ...one };
        open = { id, rows: [row] };
      }
    }
  }
  for (const one of close(open, target, categories)) yield { ...place, ...one };
}

function* close(
  open: OpenProduct | undefined,
  target: SourceTarget,
  categories: Set<string>,
): Generator<SourceEntry> {
  const first = open?.rows[0];
  if (open === undefined || first === undefined) return;
  const { line } = first;
  if (open.brokenAt !== undefined) {
    yield { line, skipped: `a row of it, at line ${open.brokenAt}, cannot be read` };
    return;
  }
  const status = first.cell('status').toLowerCase();
  if (status !== '' && status !== 'active') {
    yield { line, column: first.nameOf('status'), skipped: `its status is ${status.slice(0, 20)}` };
    return;
  }
  if (/^false$/i.test(first.cell('published'))) {
    yield { line, column: first.nameOf('published'), skipped: 'it is not published' };
    return;
  }
  const categoryIds: string[] = [];
  for (const path of [first.cell('category').split('>'), [first.cell('type')]]) {
    const id = yield* categoryOf(path, line, target, categories);
    if (id !== undefined && !categoryIds.includes(id)) categoryIds.push(id);
  }
  const product = buildProduct(open.id, open.rows, categoryIds, target);
  if ('faults' in product) yield* product.faults;
  else yield { line, object: product.object };
}

/** Gives each category of a path once, and returns the id of the last. */
function* categoryOf(
  path: readonly string[],
  line: number,
  target: SourceTarget,
  categories: Set<string>,
): Generator<SourceEntry, string | undefined> {
  let parent: string | null = null;
  for (const name of path.map((part) => part.trim()).filter((part) => slugOf(part) !== '')) {
    const id: string = (parent === null ? slugOf(name) : `${parent}/${slugOf(name)}`).slice(0, 200);
    if (!categories.has(id)) {
      if (categories.size === CATEGORIES_MAX) {
        yield { line, fault: `there are more than ${CATEGORIES_MAX} categories`, value: name };
        return undefined;
      }
      categories.add(id);
      yield { line, object: { kind: 'category', catalog_id: target.catalogId, id, name, parent_id: parent } };
    }
    parent = id;
  }
  return parent ?? undefined;
}
