// Splits a stream of bytes into lines of text, holding no more than one line. Line ends are LF or CRLF. A byte order mark at
// the start is dropped. Blank lines are counted and skipped. A line that is too long or not UTF-8 is reported, and the next
// one is read normally.

import { isUtf8 } from 'node:buffer';
import { isBlankText } from '../../domain/text/blank.ts';

export type TextLine =
  | { readonly number: number; readonly text: string }
  /** `text`: what could be decoded, unless it is too long. `isEnd`: the data is damaged, and nothing follows. */
  | {
      readonly number: number;
      readonly fault: string;
      readonly code: string;
      readonly text?: string;
      readonly isEnd?: true;
    };

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
// The byte order mark and a CR do not count towards the length of a line.
const MARGIN_BYTES = BYTE_ORDER_MARK.length + 1;
const INITIAL_BYTES = 64 * 1024;

export class LineSplitter {
  readonly #lineMaxBytes: number;
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;
  #isTooLong = false;
  #count = 0;

  constructor(lineMaxBytes: number) {
    this.#lineMaxBytes = lineMaxBytes;
  }

  /** Complete lines so far, including blank ones. */
  get count(): number {
    return this.#count;
  }

  *push(chunk: Uint8Array): Generator<TextLine> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      if (end === start && this.#length === 0 && !this.#isTooLong) {
        // Fast path for blank lines: they compress so well that a small request can hold hundreds of millions.
        this.#count += 1;
        start = end + 1;
        continue;
      }
      const line = this.#finish(bytes.subarray(start, end));
      if (line !== undefined) yield line;
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
  }

  /** The last line, if it has no line end. */
  end(): TextLine | undefined {
    return this.#length > 0 || this.#isTooLong ? this.#finish(Buffer.alloc(0)) : undefined;
  }

  #finish(rest: Buffer): TextLine | undefined {
    let bytes = rest;
    if (this.#length > 0 || this.#isTooLong) {
      this.#keep(rest);
      bytes = this.#buffer.subarray(0, this.#length);
    }
    const isTooLong = this.#isTooLong;
    this.#length = 0;
    this.#isTooLong = false;
    this.#count += 1;
    return isTooLong ? this.#tooLong() : this.#decode(bytes);
  }

  #keep(bytes: Buffer): void {
    const length = this.#length + bytes.length;
    if (this.#isTooLong || length > this.#lineMaxBytes + MARGIN_BYTES) {
      this.#isTooLong = true;
      this.#length = 0;
      return;
    }
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    // Copied, because the source may reuse its chunk.
    this.#buffer.set(bytes, this.#length);
    this.#length = length;
  }

  #decode(raw: Buffer): TextLine | undefined {
    let bytes = raw;
    if (this.#count === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
      bytes = bytes.subarray(BYTE_ORDER_MARK.length);
    }
    if (bytes.at(-1) === CR) bytes = bytes.subarray(0, -1);
    if (bytes.length > this.#lineMaxBytes) return this.#tooLong();
    const text = bytes.toString('utf8');
    if (!isUtf8(bytes)) {
      return { number: this.#count, fault: 'is not valid UTF-8', code: 'invalid_character:line', text };
    }
    return isBlankText(text) ? undefined : { number: this.#count, text };
  }

  #tooLong(): TextLine {
    return {
      number: this.#count,
      fault: `is longer than ${this.#lineMaxBytes} bytes`,
      code: 'too_long:line',
    };
  }
}
