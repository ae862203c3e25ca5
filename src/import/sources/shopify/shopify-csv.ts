// Product CSV of Shopify: the rows of one handle, or of one title in a file without handles, become one product. Files are read
// twice: first to find products whose rows are not one after the other. Only the rows of those are held to the end.

import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SourceEntry, SourceFault, SourceFile, SourceFormat, SourceTarget } from '../source-format.ts';
import { findRepeated, type RepeatedProducts } from './repeated-products.ts';
import { ShopifyCategories } from './shopify-categories.ts';
import type { ShopifyRow } from './shopify-columns.ts';
import { buildProduct } from './shopify-product.ts';
import { readShopifyRows, type ShopifyEntry } from './shopify-rows.ts';

export const shopifyLimits = {
  /** Variants and images of one product: the bundle allows 1,000 and 100. */
  productRows: 1_100,
  /** Twice the longest line of a bundle. */
  productChars: 8 * 1024 * 1024,
  /** Of all rows that are held to the end. */
  heldChars: 64 * 1024 * 1024,
  /** A set of numbers cannot have many more. */
  products: 10_000_000,
  categories: 100_000,
};

type ShopifyLimits = Readonly<typeof shopifyLimits>;

export const buildShopifyCsv = (limits: ShopifyLimits): SourceFormat => ({
  name: 'shopify-csv',
  async *read(files, target) {
    const repeated = await findRepeated(readAll(files, target), limits.products);
    if ('fault' in repeated) yield repeated;
    else yield* new ProductReader(target, repeated, limits).read(readAll(files, target));
  },
});

export const shopifyCsv = buildShopifyCsv(shopifyLimits);

async function* readAll(files: readonly SourceFile[], { currency }: SourceTarget) {
  for (const file of files) yield* readShopifyRows(file, { isNamed: files.length > 1, currency });
}

/** A product whose rows are being read. */
interface OpenProduct {
  readonly id: string;
  readonly rows: ShopifyRow[];
  chars: number;
  /** Why it is left out. */
  broken?: string;
}

class ProductReader {
  readonly #target: SourceTarget;
  readonly #repeated: RepeatedProducts;
  readonly #limits: ShopifyLimits;
  readonly #categories: ShopifyCategories;
  readonly #held = new Map<string, OpenProduct>();
  #heldChars = 0;
  #open: OpenProduct | undefined;

  constructor(target: SourceTarget, repeated: RepeatedProducts, limits: ShopifyLimits) {
    this.#target = target;
    this.#repeated = repeated;
    this.#limits = limits;
    this.#categories = new ShopifyCategories(target, limits.categories);
  }

  async *read(entries: AsyncIterable<ShopifyEntry>): AsyncGenerator<SourceEntry> {
    for await (const entry of entries) {
      if (entry.kind === 'header') {
        for (const skip of entry.columns.skips) yield { ...entry.place, ...skip };
      } else if (entry.kind === 'fault') {
        yield entry.fault;
        yield* this.#takeFault(entry.id, entry.fault);
      } else {
        yield* this.#turnTo(entry.id);
        const fault = this.#add(entry.row, entry.chars);
        if (fault !== undefined) yield { ...entry.row.place, fault };
        const { heldChars } = this.#limits;
        if (this.#heldChars > heldChars) {
          const tooMuch = `products whose rows are not one after the other have more than ${heldChars} characters together; sort the file by handle or title`;
          yield { ...entry.row.place, fault: tooMuch, value: entry.id, isEnd: true };
          return;
        }
      }
    }
    yield* this.#turnTo(undefined);
    const pause = buildYield();
    for (const product of this.#held.values()) {
      yield* this.#close(product);
      await pause();
    }
  }

  *#takeFault(id: string | undefined, { isEnd, file }: SourceFault): Generator<SourceEntry> {
    if (id !== undefined) {
      yield* this.#turnTo(id);
      this.#drop('a row of it cannot be read');
    } else if (isEnd) {
      // A product of the file before may be complete.
      if (this.#open?.rows.at(-1)?.place.file === file) this.#drop('its file cannot be read beyond it');
      yield* this.#turnTo(undefined);
    }
  }

  /** Makes the product of this id the open one, and gives the one that was. */
  *#turnTo(id: string | undefined): Generator<SourceEntry> {
    const last = this.#open;
    if (last !== undefined && last.id === id) return;
    this.#open = id === undefined ? undefined : (this.#held.get(id) ?? { id, rows: [], chars: 0 });
    if (last !== undefined && !this.#held.has(last.id)) yield* this.#close(last);
    if (this.#open !== undefined && this.#repeated.has(this.#open.id)) {
      this.#held.set(this.#open.id, this.#open);
    }
  }

  /** Adds a row to the open product, or says why that product is given up. */
  #add(row: ShopifyRow, chars: number): string | undefined {
    const open = this.#open;
    if (open === undefined) return undefined;
    // The first row of a product that is left out tells its place.
    if (open.broken !== undefined && open.rows.length > 0) return undefined;
    const { productRows, productChars } = this.#limits;
    if (open.rows.length === productRows || open.chars + chars > productChars) {
      this.#drop('it has too many rows, or too long ones');
      return `a product has at most ${productRows} rows with ${productChars} characters; shorten or split it`;
    }
    open.rows.push(row);
    open.chars += chars;
    if (this.#held.has(open.id)) this.#heldChars += chars;
    return undefined;
  }

  #drop(reason: string): void {
    const open = this.#open;
    if (open === undefined) return;
    open.broken ??= reason;
    open.rows.length = Math.min(1, open.rows.length);
    if (this.#held.has(open.id)) this.#heldChars -= open.chars;
    open.chars = 0;
  }

  *#close({ id, rows, broken }: OpenProduct): Generator<SourceEntry> {
    const [first] = rows;
    if (first === undefined) return;
    const titled = rows.find((row) => row.cell('title') !== '');
    const { place } = titled ?? first;
    const left = broken ?? absenceOf(titled ?? first);
    if (left !== undefined) {
      yield { ...place, ...(typeof left === 'string' ? { skipped: left } : left) };
    } else if (titled === undefined) {
      const fault = 'is empty in all rows of the product; give it a title';
      yield { ...place, column: first.nameOf('title'), fault, value: id };
    } else {
      const product = buildProduct(id, titled, rows, this.#target);
      yield* product.notes;
      if (product.object === undefined) return;
      const category_ids = yield* this.#categories.of(titled);
      yield { ...place, object: { ...product.object, category_ids } };
    }
  }
}

const STATUSES_LEFT_OUT = ['draft', 'archived', 'unlisted'];

/** Why a product is not for the shop. */
const absenceOf = (row: ShopifyRow) => {
  const status = row.cell('status');
  const column = row.nameOf('status');
  if (STATUSES_LEFT_OUT.includes(status.toLowerCase())) {
    return { column, skipped: `its status is ${status.toLowerCase()}` };
  }
  if (status !== '' && status.toLowerCase() !== 'active') {
    return { column, fault: `is none of active, ${STATUSES_LEFT_OUT.join(', ')}`, value: status };
  }
  const isHidden = row.cell('published').toLowerCase() === 'false';
  return isHidden ? { column: row.nameOf('published'), skipped: 'it is not published' } : undefined;
};
