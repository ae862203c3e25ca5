// Values as keywords whose order in the index is the order of the values. Lucene sorts by UTF-8; texts here are compared by UTF-16 units.

import { createHash } from 'node:crypto';

/** Longer values are compared by their beginning, and are equal if their digests are. */
const VALUE_UNITS_MAX = 4_000;

const FIRST_ESCAPED = 0xd7ff;
const ESCAPE = '\ud7ff';
const ESCAPED_FROM = 0x1000;
const NEEDS_ESCAPE = /[\ud7ff-\uffff]/;

/** A text in the order of its UTF-16 units. Surrogates and what comes after them are written as two characters. */
export const sortableText = (text: string): string => {
  const cut =
    text.length <= VALUE_UNITS_MAX
      ? text
      : `${text.slice(0, VALUE_UNITS_MAX)}\0${createHash('sha256').update(text).digest('base64url')}`;
  if (!NEEDS_ESCAPE.test(cut)) return cut;
  let sortable = '';
  for (let at = 0; at < cut.length; at += 1) {
    const unit = cut.charCodeAt(at);
    sortable +=
      unit < FIRST_ESCAPED ? cut[at] : ESCAPE + String.fromCharCode(ESCAPED_FROM + unit - FIRST_ESCAPED);
  }
  return sortable;
};

/** The text that was made sortable. Only for texts that were not too long. */
export const fromSortableText = (sortable: string): string =>
  sortable.replaceAll(/\ud7ff(.)/g, (_, unit: string) =>
    String.fromCharCode(unit.charCodeAt(0) - ESCAPED_FROM + FIRST_ESCAPED),
  );

const buffer = new DataView(new ArrayBuffer(8));
const NUMBER_CHARS = 16;

/** A number as 16 hexadecimal digits, in the order of numbers. -0 is 0. */
export const sortableNumber = (value: number): string => {
  buffer.setFloat64(0, value === 0 ? 0 : value);
  const bits = buffer.getBigUint64(0);
  const ordered = bits >> 63n === 0n ? bits | (1n << 63n) : ~bits & 0xffff_ffff_ffff_ffffn;
  return ordered.toString(16).padStart(NUMBER_CHARS, '0');
};

export const fromSortableNumber = (sortable: string): number => {
  const ordered = BigInt(`0x${sortable}`);
  buffer.setBigUint64(0, ordered >> 63n === 1n ? ordered ^ (1n << 63n) : ~ordered & 0xffff_ffff_ffff_ffffn);
  return buffer.getFloat64(0);
};
