// Decodes bytes to text, strictly: UTF-8, or UTF-16 if a byte-order mark says so. The mark is dropped. Anything else is a fault with
// its line and byte position. It holds no more than one chunk.

import { isUtf8 } from 'node:buffer';
import { UnpackFault } from './unpack.ts';

/** The bytes cannot be read any further. */
export class InputFault extends Error {
  /** From 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

interface Decoder {
  /** Throws `Misfit`. */
  push(bytes: Buffer): string;
  /** Throws `Misfit` if the last character is incomplete. */
  end(): void;
}

/** Something at a position that does not belong there. `before`: the text of the chunk up to it. */
class Misfit extends Error {
  readonly before: string;

  constructor(message: string, before = '') {
    super(message);
    this.before = before;
  }
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16_BE_MARK = Buffer.from([0xfe, 0xff]);
const ZIP_MARK = Buffer.from('PK\u0003\u0004');
const HEAD_BYTES = 4;

export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1;
  try {
    let decoder: Decoder | undefined;
    let head = Buffer.alloc(0);
    for await (const chunk of chunks) {
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (decoder === undefined) {
        head = Buffer.concat([head, bytes]);
        if (head.length < HEAD_BYTES) continue;
        decoder = decoderFor(head);
        bytes = head;
      }
      const text = decoder.push(bytes);
      line += countLineEnds(text);
      if (text !== '') yield text;
    }
    if (decoder === undefined) {
      decoder = decoderFor(head);
      const text = decoder.push(head);
      line += countLineEnds(text);
      if (text !== '') yield text;
    }
    decoder.end();
  } catch (error) {
    if (error instanceof UnpackFault)
      throw new InputFault(`cannot be read any further: ${error.message}`, line);
    if (!(error instanceof Misfit)) throw error;
    throw new InputFault(error.message, line + countLineEnds(error.before));
  }
}

const decoderFor = (head: Buffer): Decoder => {
  const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
  if (begins(ZIP_MARK)) {
    throw new Misfit('is a zip archive or an office document; unpack it, or save the sheet as CSV');
  }
  if (begins(UTF16_LE_MARK)) return new Utf16Decoder(false);
  if (begins(UTF16_BE_MARK)) return new Utf16Decoder(true);
  return new Utf8Decoder(begins(UTF8_MARK) ? UTF8_MARK.length : 0);
};

class Utf8Decoder implements Decoder {
  #skip: number;
  #position = 0;
  #rest = Buffer.alloc(0);

  constructor(skip: number) {
    this.#skip = skip;
  }

  push(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.subarray(0, bytes.length - incompleteBytes(bytes));
    if (!isUtf8(whole) || whole.includes(0)) {
      const at = findInvalidByte(whole);
      throw new Misfit(describeByte(whole, at, this.#position), whole.toString('utf8', 0, at));
    }
    // Copied, because the source may reuse its chunk.
    this.#rest = Buffer.from(bytes.subarray(whole.length));
    this.#position += whole.length;
    const text = whole.toString('utf8', this.#skip);
    this.#skip = 0;
    return text;
  }

  end(): void {
    if (this.#rest.length > 0) throw new Misfit(`ends within a character, at byte ${this.#position + 1}`);
  }
}

const describeByte = (bytes: Buffer, at: number, before: number): string => {
  const position = before + at + 1;
  if (bytes[at] === 0) {
    return `has a NUL byte at byte ${position}; save the file as UTF-8, or as UTF-16 with a byte-order mark`;
  }
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return `is not UTF-8: byte ${position} is 0x${byte}; save the file as UTF-8 (it may be Windows-1252 or Latin-1)`;
};

/** The length of a sequence that begins with this byte; 0 if none does. */
const sequenceBytes = (byte: number): number => {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
};

/** Bytes at the end that may begin a character. */
const incompleteBytes = (bytes: Buffer): number => {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceBytes(byte) > back ? back : 0;
  }
  return 0;
};

const findInvalidByte = (bytes: Buffer): number => {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceBytes(bytes[at] ?? 0);
    if (length === 0 || bytes[at] === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
};

class Utf16Decoder implements Decoder {
  readonly #isBigEndian: boolean;
  #skip = 1;
  /** In characters, the mark included. */
  #position = 0;
  #rest = Buffer.alloc(0);

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  push(chunk: Buffer): string {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
    const text = (this.#isBigEndian ? Buffer.from(even).swap16() : even).toString('utf16le');
    const whole = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(0, -1) : text;
    this.#rest = bytes.subarray(whole.length * 2);
    if (!whole.isWellFormed() || whole.includes('\0')) {
      const at = findInvalidCharacter(whole);
      const what = whole[at] === '\0' ? 'has a NUL character' : 'is not UTF-16: half a character is';
      throw new Misfit(`${what} at byte ${(this.#position + at) * 2 + 1}`, whole.slice(0, at));
    }
    this.#position += whole.length;
    const result = whole.slice(this.#skip);
    this.#skip = 0;
    return result;
  }

  end(): void {
    if (this.#rest.length > 0) throw new Misfit(`ends within a character, at byte ${this.#position * 2 + 1}`);
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

const findInvalidCharacter = (text: string): number => {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0 || isLowSurrogate(code)) return at;
    if (!isHighSurrogate(code)) continue;
    if (!isLowSurrogate(text.charCodeAt(at + 1))) return at;
    at += 1;
  }
  return text.length;
};

const countLineEnds = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};
