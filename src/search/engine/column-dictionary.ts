// Collects the values of a column as they come, and puts them into the column's order, each once.

import { foldText } from '../../domain/fold-text.ts';
import { parseInstant } from '../../domain/instant.ts';
import type { AttributeScalar } from '../../domain/product.ts';
import type { FieldType } from '../../domain/product-fields.ts';
import { BOOLEAN, type ColumnDictionary, DATE, kindOf, NUMBER, numberOf, TEXT } from './column.ts';
import { compareTexts, isEmptyText, NO_TEXT, type PackedText, TextPacker } from './column-text.ts';
import { GrowableBytes } from './growable.ts';

/** How the values of a column are kept and compared. */
export interface ColumnForm {
  /** Text is compared without case, accents and white space around it; or exactly as written. */
  readonly isFolded: boolean;
  /** Whether anybody asks how a value was written. */
  readonly isSpelled: boolean;
  /** What every value is; undefined where each may be anything. */
  readonly type: FieldType | undefined;
}

export class ValueCollector {
  private readonly texts = new TextPacker();
  private readonly spellings = new TextPacker();
  private readonly kinds = new GrowableBytes(16);
  private readonly numbers: number[] = [];
  private readonly padded = new Set<number>();

  /** Adds a value and returns its place. The same value may be added again; finishing makes them one. */
  add(value: AttributeScalar, form: ColumnForm): number {
    const place = this.texts.count;
    const written = String(value);
    const folded = form.isFolded ? foldText(written) : written;
    const text = form.isFolded ? folded.trim() : written;
    const kept = form.isSpelled ? written : folded;
    this.texts.add(text);
    this.spellings.add(kept === text ? '' : kept);
    if (folded !== text) this.padded.add(place);
    const number = form.type === 'text' ? Number.NaN : comparableNumber(value);
    this.kinds.push(kindOfScalar(value, number));
    this.numbers.push(number);
    return place;
  }

  /** Adds a value of a finished dictionary; white space around it is told apart by `markPadded`. */
  copy(from: ColumnDictionary, value: number): number {
    const place = this.texts.count;
    this.texts.copy(from.texts, value);
    if (from.spellings.start.length === 1) this.spellings.add('');
    else this.spellings.copy(from.spellings, value);
    this.kinds.push(kindOf(from, value));
    this.numbers.push(numberOf(from, value));
    return place;
  }

  markPadded(place: number): void {
    this.padded.add(place);
  }

  /** `isNumeric` columns are in the order of their numbers even if some value is none. */
  finish(isNumeric: boolean): { dictionary: ColumnDictionary; rank: Uint32Array } {
    const texts = this.texts.view();
    const spellings = this.spellings.view();
    const kinds = this.kinds.view();
    const byNumber = isNumeric || kinds.every((kind) => kind !== TEXT);
    const compare = comparison(texts, spellings, kinds, byNumber ? this.numbers : undefined);
    const count = texts.start.length - 1;
    const order = Uint32Array.from({ length: count }, (_, place) => place);
    let isSorted = true;
    for (let place = 1; place < count && isSorted; place += 1) isSorted = compare(place - 1, place) <= 0;
    if (!isSorted) order.sort(compare);
    const rank = new Uint32Array(count);
    const kept: number[] = [];
    order.forEach((place, at) => {
      if (at === 0 || compare(order[at - 1] as number, place) !== 0) kept.push(place);
      rank[place] = kept.length - 1;
    });
    return { dictionary: this.pack(kept, byNumber), rank };
  }

  private pack(kept: readonly number[], byNumber: boolean): ColumnDictionary {
    const kinds = this.kinds.view();
    const hasNumbers = kept.some((place) => !Number.isNaN(this.numbers[place]));
    const spellings = this.spellings.view();
    const hasSpellings = kept.some((place) => !isEmptyText(spellings, place));
    const numbers = hasNumbers
      ? Float64Array.from(kept, (place) => this.numbers[place] as number)
      : NO_NUMBERS;
    return {
      texts: pick(this.texts.view(), kept),
      spellings: hasSpellings ? pick(spellings, kept) : NO_TEXT,
      padded: this.pickPadded(kept),
      kinds: kept.some((place) => kinds[place] !== TEXT)
        ? Uint8Array.from(kept, (place) => kinds[place] as number)
        : NO_KINDS,
      numbers,
      orderedNumbers: byNumber ? numbers.length - numbers.filter(Number.isNaN).length : 0,
    };
  }

  private pickPadded(kept: readonly number[]): Uint32Array {
    if (this.padded.size === 0) return NO_VALUES;
    const values: number[] = [];
    kept.forEach((place, value) => {
      if (this.padded.has(place)) values.push(value);
    });
    return Uint32Array.from(values);
  }
}

/** Shared by all columns: an empty array is never written to. */
const NO_VALUES = new Uint32Array(0);
const NO_KINDS = new Uint8Array(0);
const NO_NUMBERS = new Float64Array(0);

const pick = (texts: PackedText, places: readonly number[]): PackedText => {
  const packer = new TextPacker(places.length, texts.bytes.length);
  for (const place of places) packer.copy(texts, place);
  return packer.pack();
};

/** Adding zero makes -0 into 0, which is the same number and the same text. */
const comparableNumber = (value: AttributeScalar): number =>
  typeof value === 'string' ? (parseInstant(value) ?? Number.NaN) : Number(value) + 0;

/** The kind that `scalarType` would name. A text that is no date has no number. */
const kindOfScalar = (value: AttributeScalar, number: number): number => {
  if (typeof value === 'string') return Number.isNaN(number) ? TEXT : DATE;
  return typeof value === 'number' ? NUMBER : BOOLEAN;
};

const PREFIX_BYTES = 6;

/** The first bytes of each text as one number, so that most comparisons need not look at the bytes. */
const prefixesOf = ({ bytes, start }: PackedText): Float64Array => {
  const prefixes = new Float64Array(start.length - 1);
  for (let place = 0; place < prefixes.length; place += 1) {
    const from = start[place] as number;
    const end = start[place + 1] as number;
    let prefix = 0;
    for (let at = 0; at < PREFIX_BYTES; at += 1)
      prefix = prefix * 256 + (from + at < end ? (bytes[from + at] as number) : 0);
    prefixes[place] = prefix;
  }
  return prefixes;
};

const comparison = (
  texts: PackedText,
  spellings: PackedText,
  kinds: Uint8Array,
  numbers: readonly number[] | undefined,
): ((a: number, b: number) => number) => {
  const prefixes = prefixesOf(texts);
  const compareValues = (a: number, b: number): number =>
    (prefixes[a] as number) - (prefixes[b] as number) ||
    compareTexts(texts, a, texts, b) ||
    (kinds[a] as number) - (kinds[b] as number) ||
    compareTexts(spellings, a, spellings, b);
  if (numbers === undefined) return compareValues;
  return (a, b) => {
    const first = numbers[a] as number;
    const second = numbers[b] as number;
    if (first < second) return -1;
    if (first > second) return 1;
    // What is no number comes last.
    const lack = Number(Number.isNaN(first)) - Number(Number.isNaN(second));
    return lack || compareValues(a, b);
  };
};
