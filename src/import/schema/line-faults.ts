// Collects the faults of one object while it is read, for one sentence about a line or one entry per fault. Fields are given by
// path. Text of the object is truncated and shown without control characters.

import type { ObjectFault, ObjectFaultCode } from '../../domain/manage/object-reader.ts';

const FAULTS_SHOWN = 5;
/** An object can have as many faults as fields, but nobody reads more than this. */
const FAULTS_KEPT = 100;
const KEY_SHOWN_CHARS = 60;
const VALUE_SHOWN_CHARS = 40;
const PLAIN_KEY = /^[\p{L}\p{N}_-]+$/u;

export class LineFaults {
  /** Whether blank values are faults and unused values mean the default (Decision 0003). In a bundle neither holds. */
  readonly refusesBlanks: boolean;
  readonly #path: string[] = [];
  readonly #faults: ObjectFault[] = [];
  #count = 0;

  constructor({ refusesBlanks }: { readonly refusesBlanks: boolean } = { refusesBlanks: false }) {
    this.refusesBlanks = refusesBlanks;
  }

  get count(): number {
    return this.#count;
  }

  /** Nesting depth of the current field. */
  get depth(): number {
    return this.#path.length;
  }

  /** The first hundred. */
  get list(): readonly ObjectFault[] {
    return this.#faults;
  }

  enter(key: string): void {
    this.#path.push(key);
  }

  leave(): void {
    this.#path.pop();
  }

  /** Adds a fault of the current field, or of `key` in it. */
  add(fault: ObjectFaultCode, problem: string, key?: string): void {
    this.#count += 1;
    if (this.#faults.length < FAULTS_KEPT) {
      const field = (key === undefined ? this.#path : [...this.#path, key]).map(showKey).join('.');
      this.#faults.push({ fault, field, message: field === '' ? problem : `${field} ${problem}` });
    }
  }

  /** The code of the first fault, for example `blank_value:name`. */
  get code(): string {
    const [first] = this.#faults;
    return `${first?.fault}:${first?.field === '' ? 'line' : first?.field}`;
  }

  toString(): string {
    const shown = this.#faults.slice(0, FAULTS_SHOWN).map(({ message }) => message);
    const hidden = this.#count - shown.length;
    return shown.join('; ') + (hidden > 0 ? `; and ${hidden} more` : '');
  }
}

export const showKey = (key: string): string => {
  const short = shorten(key, KEY_SHOWN_CHARS);
  return PLAIN_KEY.test(key) ? short : quote(short);
};

/** A value for use in a message, truncated. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'string') return quote(shorten(value, VALUE_SHOWN_CHARS));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

const shorten = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;

/** Quoted, with control characters escaped. */
const quote = (text: string): string =>
  JSON.stringify(text).replace(
    /\p{C}/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
