// Categories of a product: the path of `Product category`, and `Type`. Each is given once, before the first product in it.

import type { SourceEntry, SourceTarget } from '../source-format.ts';
import type { ColumnKey, ShopifyRow } from './shopify-columns.ts';
import { idOf, slugOf } from './shopify-ids.ts';

/** No path begins so: a slug has no colon. */
const TYPE_PREFIX = 'type:';
const CELL_MAX_CHARS = 2_000;

export class ShopifyCategories {
  readonly #catalogId: string | undefined;
  readonly #max: number;
  readonly #known = new Set<string>();

  constructor({ catalogId }: SourceTarget, max: number) {
    this.#catalogId = catalogId;
    this.#max = max;
  }

  /** Gives those that are new, and returns the ids of the product's own. */
  *of(row: ShopifyRow): Generator<SourceEntry, string[]> {
    const ids: string[] = [];
    let parent: string | null = null;
    for (const part of (yield* shortCell(row, 'category')).split('>')) {
      const name = part.trim();
      if (name === '') continue;
      const id: string = idOf(parent === null ? slugOf(name) : `${parent}/${slugOf(name)}`);
      if (!(yield* this.#add(row, id, name, parent))) break;
      parent = id;
    }
    if (parent !== null) ids.push(parent);
    const type = yield* shortCell(row, 'type');
    if (type !== '') {
      const id = TYPE_PREFIX + slugOf(type);
      if (yield* this.#add(row, id, type, null)) ids.push(id);
    }
    return ids;
  }

  /** Whether there is such a category. */
  *#add(row: ShopifyRow, id: string, name: string, parent: string | null): Generator<SourceEntry, boolean> {
    if (this.#known.has(id)) return true;
    if (this.#known.size === this.#max) {
      const fault = `there are more than ${this.#max} categories; remove some or leave their cells empty`;
      yield { ...row.place, fault, value: name };
      return false;
    }
    this.#known.add(id);
    const object = { kind: 'category' as const, catalog_id: this.#catalogId, id, name, parent_id: parent };
    yield { ...row.place, object };
    return true;
  }
}

function* shortCell(row: ShopifyRow, key: ColumnKey): Generator<SourceEntry, string> {
  const value = row.cell(key);
  if (value.length <= CELL_MAX_CHARS) return value;
  const fault = `has more than ${CELL_MAX_CHARS} characters; shorten it`;
  yield { ...row.place, column: row.nameOf(key), fault, value };
  return '';
}
