// The values of a product as keywords: what filters compare, facets count and sorts order. Each value is there in every form in which
// the type of its field may ask for it, since that type depends on the whole catalog.

import { createHash } from 'node:crypto';
import { currenciesOf } from '../../../domain/products/price.ts';
import type { AttributeScalar, Product } from '../../../domain/products/product.ts';
import {
  builtInFields,
  type FieldType,
  readField,
  scalarType,
  VARIANT_SKUS,
} from '../../../domain/products/product-fields.ts';
import { allAttributes, variantSkus } from '../../../domain/products/variant-attributes.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { parseInstant } from '../../../domain/text/instant.ts';
import { fromSortableText, sortableNumber, sortableText } from './encode.ts';
import { VALUE_FIELDS } from './mapping.ts';

const forms: Readonly<Record<FieldType | 'untrimmed', string>> = {
  text: 't',
  number: 'n',
  boolean: 'b',
  date: 'd',
  untrimmed: 'u',
};

const FIELD_CHARS = 8;

interface FieldKey {
  /** The number of the index fields that hold its values. */
  readonly slot: number;
  readonly key: string;
}

/** Field names are texts of the shop; prices are a field for each currency. */
const keyOf = (field: string, currency: string): FieldKey => {
  const hash = createHash('sha256').update(field === 'price' ? `price\0${currency}` : field);
  const digest = hash.digest();
  return {
    slot: (digest[31] as number) % VALUE_FIELDS,
    key: digest.toString('base64url').slice(0, FIELD_CHARS),
  };
};

const keys = new Map<string, FieldKey>();
const KEYS_MAX = 65_536;

const fieldKey = (field: string, currency: string): FieldKey => {
  const name = field === 'price' ? `${field}\0${currency}` : field;
  let key = keys.get(name);
  if (key === undefined) {
    key = keyOf(field, currency);
    if (keys.size >= KEYS_MAX) keys.clear();
    keys.set(name, key);
  }
  return key;
};

/** Where the values of a field are, and what they begin with. `place`: see `placeKey`. */
export interface ValuePlace {
  /** The index field of comparable values. */
  readonly field: string;
  /** The index field of values as they were written. */
  readonly originals: string;
  /** Before a comparable value of that type. */
  readonly prefix: (form: keyof typeof forms) => string;
  /** Before the comparable text of a value as it was written; after it comes a NUL and the value, both sortable. */
  readonly originalPrefix: string;
  /** Before a piece of text in the field `texts`. */
  readonly textPrefix: string;
}

export const valuePlace = (place: string, field: string, currency: string): ValuePlace => {
  const { slot, key } = fieldKey(field, currency);
  const start = place + key;
  return {
    field: `v${slot}`,
    originals: `o${slot}`,
    prefix: (form) => start + forms[form],
    originalPrefix: start,
    textPrefix: start,
  };
};

/** Whether a rule that searches inside the values of a field asks the field `texts`: it has an index of their parts. */
export const hasTextPieces = (field: string): boolean => field === 'name' || field === 'description';

/** Values as long as this are searched by their parts too. */
const LONG_VALUE_UNITS = 256;
/** Longer values are shown as they are compared. */
const ORIGINAL_UNITS_MAX = 2_000;
const PIECE_UNITS = 4_000;
/** Longer than any text that a rule searches for. */
export const PIECE_OVERLAP_UNITS = 1_500;

const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  for (let from = 0; ; from += PIECE_UNITS - PIECE_OVERLAP_UNITS) {
    pieces.push(text.slice(from, from + PIECE_UNITS));
    if (from + PIECE_UNITS >= text.length) return pieces;
  }
};

/** The comparable form of a value; undefined if it has none of that type. */
export const comparableValue = (type: FieldType, value: AttributeScalar): string | undefined => {
  if (type === 'text') return sortableText(foldText(String(value)).trim());
  if (type === 'boolean') return typeof value === 'boolean' ? String(Number(value)) : undefined;
  if (type === 'number') return typeof value === 'number' ? sortableNumber(value) : undefined;
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  return instant === undefined ? undefined : sortableNumber(instant);
};

/** A value as it was written, after its comparable text. */
export const originalValue = (value: string): string =>
  `${sortableText(foldText(value).trim())}\0${sortableText(value)}`;

/** The index fields of the values of a product. */
export const valueFields = (product: Product, place: string): Record<string, string[]> => {
  const fields = new Map<string, string[]>();
  /** Only several values of a field can be equal in the index. */
  let hasLists = false;
  const add = (field: string, value: string): void => {
    const known = fields.get(field);
    if (known === undefined) fields.set(field, [value]);
    else known.push(value);
  };
  const addAll = (name: string, currency: string): void => {
    const values = readField(product, name, currency);
    const at = valuePlace(place, name, currency);
    for (const value of values) addValue(add, at, name, value);
    hasLists ||= values.length > 1;
  };
  for (const name of new Set([...builtInFields.keys(), ...Object.keys(allAttributes(product))])) {
    if (name !== 'price') addAll(name, '');
  }
  for (const currency of currenciesOf(product)) addAll('price', currency);
  if (!hasLists) return Object.fromEntries(fields);
  return Object.fromEntries(Array.from(fields, ([field, values]) => [field, [...new Set(values)]]));
};

const types: readonly FieldType[] = ['text', 'number', 'boolean', 'date'];

const addValue = (
  add: (field: string, value: string) => void,
  { field, originals, prefix, originalPrefix, textPrefix }: ValuePlace,
  name: string,
  value: AttributeScalar,
): void => {
  for (const type of types) {
    const comparable = comparableValue(type, value);
    if (comparable !== undefined) add(field, prefix(type) + comparable);
  }
  const folded = foldText(String(value));
  if (folded !== folded.trim()) add(field, prefix('untrimmed') + sortableText(folded));
  if (hasTextPieces(name) || folded.length >= LONG_VALUE_UNITS)
    for (const piece of piecesOf(folded)) add('texts', textPrefix + sortableText(piece));
  if (name !== 'description' && folded.length < ORIGINAL_UNITS_MAX)
    add(originals, originalPrefix + originalValue(String(value)));
};

/** What a product says about the fields of its catalog: a mark, and the name of the field. */
export const factMarks = {
  /** It has the attribute. */
  held: 'h',
  /** As a list. */
  list: 'l',
  text: 't',
  number: 'n',
  boolean: 'b',
  date: 'd',
  /** It has SKUs of variants. */
  variants: 'v',
} as const;

/** What a fact is about; see `factsOf`. */
export const readFact = (fact: string): { readonly mark: string; readonly name: string } => ({
  mark: fact.slice(0, 1),
  name: fromSortableText(fact.slice(1)),
});

export const factsOf = (product: Product): string[] => {
  const facts = new Set<string>();
  if (variantSkus(product).length > 0) facts.add(factMarks.variants + VARIANT_SKUS);
  for (const [name, value] of Object.entries(allAttributes(product))) {
    if (builtInFields.has(name)) continue;
    const key = sortableText(name);
    facts.add(factMarks.held + key);
    const isList = typeof value === 'object';
    if (isList) facts.add(factMarks.list + key);
    for (const scalar of isList ? value : [value]) facts.add(factMarks[scalarType(scalar)] + key);
  }
  return [...facts];
};
