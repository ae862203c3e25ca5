// Collects the values of a column and sorts them, without duplicates, into its dictionary.

import type { AttributeScalar } from '../../../domain/products/product.ts';
import type { FieldType } from '../../../domain/products/product-fields.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { GrowableBytes } from '../packing/growable.ts';
import {
  compareTexts,
  copyBytes,
  isEmptyText,
  NO_TEXT,
  type PackedText,
  TextPacker,
} from '../packing/packed-texts.ts';
import { orderTexts } from '../packing/text-order.ts';
import { BOOLEAN, type ColumnDictionary, DATE, kindOf, NUMBER, numberOf, TEXT } from './column.ts';

/** How a column stores and compares its values. */
export interface ColumnForm {
  /** Compare text without case, accents and surrounding white space; otherwise exactly as written. */
  readonly isFolded: boolean;
  /** Whether the value must be shown as it was written. */
  readonly keepsSpelling: boolean;
  /** The type of every value; undefined if each may have its own. */
  readonly type: FieldType | undefined;
}

export class ValueCollector {
  private readonly texts: TextPacker;
  /** Empty where the spelling equals the text; trailing entries may be missing. */
  private readonly spellings = new TextPacker();
  private readonly kinds = new GrowableBytes(16);
  private readonly numbers: number[] = [];
  private readonly padded = new Set<number>();

  /** Expected number of texts and of bytes, if known. */
  constructor(texts?: number, bytes?: number) {
    this.texts = new TextPacker(texts, bytes);
  }

  /** Adds a value and returns its id. Duplicates are allowed; `finish` merges them. */
  add(value: AttributeScalar, form: ColumnForm): number {
    const id = this.texts.count;
    const written = String(value);
    const folded = form.isFolded ? foldText(written) : written;
    const text = form.isFolded ? folded.trim() : written;
    const kept = form.keepsSpelling ? written : folded;
    this.texts.add(text);
    if (kept !== text) {
      this.spellings.addEmpty(id - this.spellings.count);
      this.spellings.add(kept);
    }
    if (folded !== text) this.padded.add(id);
    const number = form.type === 'text' ? Number.NaN : comparableNumber(value);
    this.kinds.push(kindOfScalar(value, number));
    this.numbers.push(number);
    return id;
  }

  /** Adds a value of a finished dictionary; call `addPadded` too if it has surrounding white space. */
  copy(from: ColumnDictionary, value: number): number {
    const id = this.texts.count;
    this.texts.copy(from.texts, value);
    if (from.spellings.start.length > 1) {
      this.spellings.addEmpty(id - this.spellings.count);
      this.spellings.copy(from.spellings, value);
    }
    this.kinds.push(kindOf(from, value));
    this.numbers.push(numberOf(from, value));
    return id;
  }

  addPadded(id: number): void {
    this.padded.add(id);
  }

  /** `isNumeric` columns sort by number even if some value is not one. */
  finish(isNumeric: boolean): { dictionary: ColumnDictionary; rank: Uint32Array } {
    this.spellings.addEmpty(this.texts.count - this.spellings.count);
    const byNumber = isNumeric || this.kinds.view().every((kind) => kind !== TEXT);
    const order = byNumber ? this.orderByNumber() : this.orderByText();
    const compare = this.comparison();
    const rank = new Uint32Array(order.length);
    const kept = new Uint32Array(order.length);
    let count = 0;
    for (let at = 0; at < order.length; at += 1) {
      const id = order[at] as number;
      if (at === 0 || compare(order[at - 1] as number, id) !== 0) kept[count++] = id;
      rank[id] = count - 1;
    }
    return { dictionary: this.pack(kept.subarray(0, count), byNumber), rank };
  }

  private orderByNumber(): Uint32Array {
    const { numbers } = this;
    const compareValues = this.comparison();
    const compare = (a: number, b: number): number => {
      const first = numbers[a] as number;
      const second = numbers[b] as number;
      if (first < second) return -1;
      if (first > second) return 1;
      // Values that are not numbers come last.
      const lack = Number(Number.isNaN(first)) - Number(Number.isNaN(second));
      return lack || compareValues(a, b);
    };
    const order = Uint32Array.from({ length: this.texts.count }, (_, id) => id);
    sortUnlessSorted(order, compare);
    return order;
  }

  /** Ties in the text are broken by kind, then by spelling. */
  private orderByText(): Uint32Array {
    const texts = this.texts.view();
    const compare = this.comparison();
    const order = orderTexts(texts);
    for (let from = 0, to = 1; from < order.length; from = to, to += 1) {
      const first = order[from] as number;
      while (to < order.length && compareTexts(texts, first, texts, order[to] as number) === 0) to += 1;
      if (to - from > 1) sortUnlessSorted(order.subarray(from, to), compare);
    }
    return order;
  }

  /** Compares by text, kind and spelling. */
  private comparison(): (a: number, b: number) => number {
    const texts = this.texts.view();
    const spellings = this.spellings.view();
    const kinds = this.kinds.view();
    return (a, b) =>
      compareTexts(texts, a, texts, b) ||
      (kinds[a] as number) - (kinds[b] as number) ||
      compareTexts(spellings, a, spellings, b);
  }

  private pack(kept: Uint32Array, byNumber: boolean): ColumnDictionary {
    const kinds = this.kinds.view();
    const hasNumbers = kept.some((id) => !Number.isNaN(this.numbers[id]));
    const spellings = this.spellings.view();
    const hasSpellings = kept.some((id) => !isEmptyText(spellings, id));
    const numbers = hasNumbers ? Float64Array.from(kept, (id) => this.numbers[id] as number) : NO_NUMBERS;
    return {
      texts: pick(this.texts.view(), kept),
      spellings: hasSpellings ? pick(spellings, kept) : NO_TEXT,
      padded: this.pickPadded(kept),
      kinds: kept.some((id) => kinds[id] !== TEXT)
        ? Uint8Array.from(kept, (id) => kinds[id] as number)
        : NO_KINDS,
      numbers,
      orderedNumbers: byNumber ? numbers.length - numbers.filter(Number.isNaN).length : 0,
    };
  }

  private pickPadded(kept: Uint32Array): Uint32Array {
    if (this.padded.size === 0) return NO_VALUES;
    const values: number[] = [];
    kept.forEach((id, value) => {
      if (this.padded.has(id)) values.push(value);
    });
    return Uint32Array.from(values);
  }
}

/** Shared by all columns; nothing writes to an empty array. */
const NO_VALUES = new Uint32Array(0);
const NO_KINDS = new Uint8Array(0);
const NO_NUMBERS = new Float64Array(0);

const pick = (texts: PackedText, ids: Uint32Array): PackedText => {
  const start = new Uint32Array(ids.length + 1);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] as number;
    const length = (texts.start[id + 1] as number) - (texts.start[id] as number);
    start[at + 1] = (start[at] as number) + length;
  }
  const bytes = new Uint8Array(start[ids.length] as number);
  for (let at = 0; at < ids.length; at += 1) {
    const from = texts.start[ids[at] as number] as number;
    copyBytes(texts.bytes, from, bytes, start[at] as number, start[at + 1] as number);
  }
  return { bytes, start };
};

/** Adding zero turns -0 into 0. */
const comparableNumber = (value: AttributeScalar): number =>
  typeof value === 'string' ? (parseInstant(value) ?? Number.NaN) : Number(value) + 0;

/** The same kind as `scalarType` returns. A text that is not a date has no number. */
const kindOfScalar = (value: AttributeScalar, number: number): number => {
  if (typeof value === 'string') return Number.isNaN(number) ? TEXT : DATE;
  return typeof value === 'number' ? NUMBER : BOOLEAN;
};

const sortUnlessSorted = (order: Uint32Array, compare: (a: number, b: number) => number): void => {
  for (let at = 1; at < order.length; at += 1) {
    if (compare(order[at - 1] as number, order[at] as number) <= 0) continue;
    order.sort(compare);
    return;
  }
};
