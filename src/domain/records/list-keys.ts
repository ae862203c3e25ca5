// The keys of a record in the lists: each value of a text as a short string, which sorts like the values. A value is
// listed by its own type, whatever the model says, so a change of the model changes no list.

import { isOwnTextName, ownTextNames, valueOfField } from '../models/record-text.ts';
import type { FieldType } from '../products/product-fields.ts';
import type { Comparable } from '../products/product-filter.ts';
import { foldText } from '../text/fold-text.ts';
import { parseInstant } from '../text/instant.ts';
import { isObject } from '../text/json-value.ts';
import type { ContentRecord, ShownText } from './record.ts';

/** Longer texts are cut; those whose keys are the same then are told apart by their documents. */
const KEY_MAX_CHARS = 120;
/** Longer texts are sorted by no more than this. */
export const SORT_KEY_MAX_CHARS = 1_000;
/** In a field with more values only the first of each type has a key. */
const VALUES_MAX = 64;
/** Once all fields of a text together have this many further values, only the first of each type in a field has a key. */
const FURTHER_VALUES_MAX = 256;

/** A list of all records, in the order of their ids. */
export const EVERY_RECORD = 'text:id';

/** A list of an environment: when latest versions were published there, of those that are. */
export const LATEST_PUBLISHED_AT = 'latest:published_at';

/** For keys that are stored together: no key contains it. */
export const BETWEEN_KEYS = '\u0003';

export interface ListEntry {
  readonly list: string;
  readonly key: string;
}

/** The first value of the type that each record has. Sorting goes by this list alone. */
export const firstValues = (type: FieldType, field: string): string => `${type}:${field}`;
export const furtherValues = (type: FieldType, field: string): string => `${type}+:${field}`;
/** Whether keys of the list are texts, which may be cut. Ids never are. */
export const hasTexts = (list: string): boolean => list.startsWith('text') && list !== EVERY_RECORD;
/** Records whose values in the field are not told by keys. */
export const untoldValues = (field: string): string => `untold:${field}`;
/** Records with an empty text in the field, which is no value to a filter. */
const emptyValues = (field: string): string => `empty:${field}`;
/** Records with values in the field that are texts only to a filter, not to a search. */
export const addressValues = (field: string): string => `address:${field}`;

const ownNames: ReadonlySet<string> = new Set([
  'id',
  'created_at',
  'modified_at',
  'published_at',
  'created_by',
]);

/** How lists call a value of the text: not as the record's own, which goes by the same name in a filter. */
export const listedName = (name: string): string => (ownNames.has(name) ? `\u0001${name}` : name);

export const entriesOf = (record: ContentRecord, { version, text, publishedAt }: ShownText): ListEntry[] => {
  const entries = new Entries();
  entries.add('text', 'id', record.id);
  entries.addDate('created_at', record.createdAt);
  entries.addDate('modified_at', version.createdAt);
  if (publishedAt !== null) entries.addDate('published_at', publishedAt);
  if (record.createdBy) entries.addText('created_by', record.createdBy);
  for (const name of ownTextNames) entries.addValues(name, valueOfField(text, name));
  for (const [name, value] of Object.entries(text.fields)) {
    if (!isOwnTextName(name)) entries.addValues(listedName(name), value);
  }
  return entries.all;
};

/** Tells entries of a record apart. A key does not contain the separator. */
export const entryName = ({ list, key }: ListEntry): string => `${key}${BETWEEN_KEYS}${list}`;

class Entries {
  readonly all: ListEntry[] = [];
  readonly #known = new Set<string>();
  #takesFurther = true;
  #furtherLeft = FURTHER_VALUES_MAX;

  addValues(field: string, value: unknown): void {
    const values = Array.isArray(value) ? value : [value];
    this.#takesFurther = values.length === 1 || values.length <= Math.min(VALUES_MAX, this.#furtherLeft);
    if (this.#takesFurther) this.#furtherLeft -= values.length - 1;
    if (!this.#takesFurther) this.#put(untoldValues(field), '');
    for (const item of values) {
      const plain: unknown = isObject(item) ? item['url'] : item;
      if (typeof plain === 'number') this.add('number', field, plain);
      else if (typeof plain === 'boolean') this.add('boolean', field, plain);
      else if (plain === '') this.#put(emptyValues(field), '');
      else if (typeof plain === 'string') {
        if (isObject(item)) this.#put(addressValues(field), '');
        this.addText(field, plain);
        this.addDate(field, plain);
      }
    }
    this.#takesFurther = true;
  }

  addText(field: string, text: string): void {
    if (!this.#takesFurther && this.#known.has(firstValues('text', field))) return;
    const folded = foldText(text.slice(0, SORT_KEY_MAX_CHARS));
    const trimmed = folded.trim();
    // Not what a filter would look at as well.
    if (trimmed !== folded || text.length > SORT_KEY_MAX_CHARS) this.#put(untoldValues(field), '');
    this.add('text', field, trimmed);
  }

  addDate(field: string, text: string): void {
    const instant = parseInstant(text);
    if (instant !== undefined) this.add('date', field, instant);
  }

  add(type: FieldType, field: string, value: Comparable): void {
    const first = firstValues(type, field);
    const key = listKey(value);
    if (!this.#known.has(first)) this.#put(first, key);
    else if (this.#takesFurther) this.#put(furtherValues(type, field), key);
  }

  #put(list: string, key: string): void {
    const whole = entryName({ list, key });
    if (this.#known.has(whole)) return;
    this.#known.add(whole).add(list);
    this.all.push({ list, key });
  }
}

/** Ends the key of a text that was cut. Such a character in a text is escaped. */
export const CUT = '\u0002';

/** The order of keys, by bytes or by UTF-16 units alike, is that of the values. Texts are already folded and trimmed. */
export const listKey = (value: Comparable): string => {
  if (typeof value === 'number') return numberKey(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value.length > KEY_MAX_CHARS
    ? `${escapeUnits(value.slice(0, KEY_MAX_CHARS))}${CUT}`
    : escapeUnits(value);
};

export const isCut = (key: string): boolean => key.endsWith(CUT);

/** The value of a key as a filter looks for parts of it; of a text that was cut its beginning. */
export const textOfKey = (type: FieldType, key: string): string => {
  switch (type) {
    case 'number':
      return String(numberOfKey(key));
    case 'boolean':
      return String(key === '1');
    default:
      return unescapeUnits(isCut(key) ? key.slice(0, -1) : key);
  }
};

// Bytes sort surrogates after U+E000, UTF-16 units before it, and stores disagree on NUL and on halves of pairs. So such
// units are written as two characters that sort alike everywhere.
const ESCAPED = /[\u0000-\u0003\ud7ff-\uffff]/g;
const LOW = '\u0001';
const HIGH = '\ud7ff';
const HIGH_UNIT = 0xd7ff;
const ESCAPES = 0x20;

const escapeUnits = (text: string): string =>
  text.replace(ESCAPED, (character) => {
    const unit = character.charCodeAt(0);
    return unit < HIGH_UNIT
      ? LOW + String.fromCharCode(ESCAPES + unit)
      : HIGH + String.fromCharCode(ESCAPES + unit - HIGH_UNIT);
  });

const unescapeUnits = (key: string): string => {
  if (!key.includes(LOW) && !key.includes(HIGH)) return key;
  let text = '';
  for (let at = 0; at < key.length; at += 1) {
    const character = key.charAt(at);
    if (character !== LOW && character !== HIGH) {
      text += character;
      continue;
    }
    at += 1;
    text += String.fromCharCode(key.charCodeAt(at) - ESCAPES + (character === LOW ? 0 : HIGH_UNIT));
  }
  return text;
};

/** What to look for in keys of texts. See `isInsideEscape`. */
export const escapeNeedle = (folded: string): string => escapeUnits(folded);

/** Whether the character at this place is the second one of an escape, so not the one that it looks like. */
export const isInsideEscape = (keys: string, at: number): boolean => {
  const before = keys.charAt(at - 1);
  return before === LOW || before === HIGH;
};

/** Whether any text has an escape whose second character may be a letter. */
export const hasLongEscapes = (keys: string): boolean => keys.includes(HIGH);

const bits = new DataView(new ArrayBuffer(8));
const HIGHEST_BIT = 0x8000_0000;

/** Sixteen digits whose order is that of the numbers: the bits of the number, those of negative ones turned over. */
const numberKey = (value: number): string => {
  // Zero has two signs and is one number.
  bits.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
  const isNegative = high >= HIGHEST_BIT;
  return hex(isNegative ? ~high : high | HIGHEST_BIT) + hex(isNegative ? ~low : low);
};

const numberOfKey = (key: string): number => {
  const [high, low] = [Number.parseInt(key.slice(0, 8), 16), Number.parseInt(key.slice(8), 16)];
  const isNegative = high < HIGHEST_BIT;
  bits.setUint32(0, isNegative ? ~high : high & ~HIGHEST_BIT);
  bits.setUint32(4, isNegative ? ~low : low);
  return bits.getFloat64(0);
};

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** The entry that a record with this value of a unique field has, as have others whose value is nearly the same. */
export const entryOfUnique = (name: string, value: unknown): ListEntry | undefined => {
  const field = listedName(name);
  if (typeof value === 'number') return { list: firstValues('number', field), key: listKey(value) };
  if (typeof value !== 'string') return undefined;
  if (value === '') return { list: emptyValues(field), key: '' };
  const key = listKey(foldText(value.slice(0, SORT_KEY_MAX_CHARS)).trim());
  return { list: firstValues('text', field), key };
};
