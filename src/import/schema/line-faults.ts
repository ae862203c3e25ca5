// Collects the faults of one object while it is read, for one sentence about a line or one entry per fault. Fields are given by
// path. Text of the object is truncated and shown without control characters.

import { type Counted, FirstHundred } from '../../domain/failures/first-hundred.ts';
import type { ObjectFault, ObjectFaultCode } from '../../domain/manage/object-reader.ts';
import { shortened } from '../../domain/text/shortened.ts';

const FAULTS_SHOWN = 5;
const KEY_SHOWN_CHARS = 60;
const VALUE_SHOWN_CHARS = 40;
const PLAIN_KEY = /^[\p{L}\p{N}_-]+$/u;

export class LineFaults {
  /** Whether blank values are faults and unused values mean the default (Decision 0003). In a bundle neither holds. */
  readonly refusesBlanks: boolean;
  readonly #path: string[] = [];
  readonly #faults = new FirstHundred<ObjectFault>();

  constructor({ refusesBlanks }: { readonly refusesBlanks: boolean } = { refusesBlanks: false }) {
    this.refusesBlanks = refusesBlanks;
  }

  get count(): number {
    return this.#faults.count;
  }

  /** Nesting depth of the current field. */
  get depth(): number {
    return this.#path.length;
  }

  get all(): Counted<ObjectFault> {
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
    this.#faults.add(() => {
      const field = (key === undefined ? this.#path : [...this.#path, key]).map(showKey).join('.');
      return { fault, field, message: field === '' ? problem : `${field} ${problem}` };
    });
  }

  /** The code of the first fault, for example `blank_value:name`. */
  get code(): string {
    const [first] = this.#faults.first;
    return `${first?.fault}:${first?.field === '' ? 'line' : first?.field}`;
  }

  toString(): string {
    const shown = this.#faults.first.slice(0, FAULTS_SHOWN).map(({ message }) => message);
    const hidden = this.count - shown.length;
    return shown.join('; ') + (hidden > 0 ? `; and ${hidden} more` : '');
  }
}

export const showKey = (key: string): string => {
  const short = shortened(key, KEY_SHOWN_CHARS);
  return PLAIN_KEY.test(key) ? short : quote(short);
};

/** A value for use in a message, truncated. */
export const showValue = (value: unknown): string => {
  if (typeof value === 'string') return quote(shortened(value, VALUE_SHOWN_CHARS));
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
};

/** Quoted, with control characters escaped. */
const quote = (text: string): string =>
  JSON.stringify(text).replace(
    /\p{C}/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
