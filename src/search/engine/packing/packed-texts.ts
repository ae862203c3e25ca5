// Packs many texts into one byte array, for values that are compared and searched but hardly ever shown. Each UTF-16
// unit is encoded as UTF-8 encodes the code point of that number: one byte for ASCII. Bytes then compare and contain
// each other exactly as the JavaScript strings do, surrogates included.

export interface PackedText {
  readonly bytes: Uint8Array;
  /** Offset of each text, and the end of the last one. */
  readonly start: Uint32Array;
}

export const NO_TEXT: PackedText = { bytes: new Uint8Array(0), start: new Uint32Array(1) };

/** From this many units on, a call into the runtime is cheaper than a loop. */
const LONG = 32;

/** Collects texts one after another. */
export class TextPacker {
  private bytes: Uint8Array<ArrayBuffer>;
  /** A view of `bytes`, created for the first long text. */
  private buffer: Buffer | undefined;
  private starts: Uint32Array;
  private end = 0;
  count = 0;

  // Small initial arrays stay on V8's own heap: a segment of one product has many of these.
  constructor(texts = 15, bytes = 64) {
    this.bytes = new Uint8Array(bytes);
    this.starts = new Uint32Array(texts + 1);
  }

  add(text: string): void {
    this.reserve(text.length * 3);
    this.end = this.writeAscii(text) ? this.end + text.length : writeUnits(text, this.bytes, this.end);
    this.close();
  }

  addEmpty(texts: number): void {
    for (let added = 0; added < texts; added += 1) this.close();
  }

  /** Adds a text that is at hand as units. */
  addUnits(units: Uint16Array, from: number, to: number): void {
    this.reserve((to - from) * 3);
    const { bytes } = this;
    let at = this.end;
    for (let index = from; index < to; index += 1) {
      const unit = units[index] as number;
      if (unit < 0x80) bytes[at++] = unit;
      else at = writeWide(unit, bytes, at);
    }
    this.end = at;
    this.close();
  }

  /** Copies a packed text. */
  copy(from: PackedText, index: number): void {
    const start = from.start[index] as number;
    const length = (from.start[index + 1] as number) - start;
    this.reserve(length);
    copyBytes(from.bytes, start, this.bytes, this.end, this.end + length);
    this.end += length;
    this.close();
  }

  /** The texts so far, not copied; valid until the next text is added. */
  view(): PackedText {
    return { bytes: this.bytes.subarray(0, this.end), start: this.starts.subarray(0, this.count + 1) };
  }

  /**
   * Writes a long text with one native call. The result is right only if the text is all ASCII: as many bytes as
   * units.
   */
  private writeAscii(text: string): boolean {
    if (text.length < LONG) return false;
    this.buffer ??= Buffer.from(this.bytes.buffer);
    return this.buffer.write(text, this.end, 'utf8') === text.length;
  }

  private reserve(more: number): void {
    if (this.end + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.end + more));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
    this.buffer = undefined;
  }

  private close(): void {
    this.count += 1;
    if (this.count === this.starts.length) {
      const larger = new Uint32Array(this.starts.length * 2);
      larger.set(this.starts);
      this.starts = larger;
    }
    this.starts[this.count] = this.end;
  }
}

/** Copies into `to` up to `end`. A short run is copied in a loop: creating a view would cost more. */
export const copyBytes = (
  source: Uint8Array,
  from: number,
  target: Uint8Array,
  to: number,
  end: number,
): void => {
  if (end - to > LONG) {
    target.set(source.subarray(from, from + end - to), to);
    return;
  }
  for (let at = to; at < end; at += 1) target[at] = source[from + at - to] as number;
};

const writeUnits = (text: string, bytes: Uint8Array, from: number): number => {
  let at = from;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes[at++] = unit;
    else at = writeWide(unit, bytes, at);
  }
  return at;
};

const writeWide = (unit: number, bytes: Uint8Array, from: number): number => {
  let at = from;
  if (unit < 0x800) {
    bytes[at++] = 0xc0 | (unit >>> 6);
  } else {
    bytes[at++] = 0xe0 | (unit >>> 12);
    bytes[at++] = 0x80 | ((unit >>> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (unit & 0x3f);
  return at;
};

export const encodeUnits = (text: string): Uint8Array => {
  const bytes = new Uint8Array(countBytes(text));
  writeUnits(text, bytes, 0);
  return bytes;
};

const countBytes = (text: string): number => {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80) bytes += unit < 0x800 ? 1 : 2;
  }
  return bytes;
};

export const textAt = ({ bytes, start }: PackedText, index: number): string => {
  const end = start[index + 1] as number;
  let text = '';
  let at = start[index] as number;
  while (at < end) {
    const lead = bytes[at] as number;
    if (lead < 0x80) {
      text += String.fromCharCode(lead);
      at += 1;
    } else if (lead < 0xe0) {
      text += String.fromCharCode(((lead & 0x1f) << 6) | ((bytes[at + 1] as number) & 0x3f));
      at += 2;
    } else {
      const middle = (bytes[at + 1] as number) & 0x3f;
      text += String.fromCharCode(((lead & 0x0f) << 12) | (middle << 6) | ((bytes[at + 2] as number) & 0x3f));
      at += 3;
    }
  }
  return text;
};

export const isEmptyText = ({ start }: PackedText, index: number): boolean =>
  start[index] === start[index + 1];

/** Negative, zero or positive as the first text comes before, is, or comes after the second. */
export const compareTexts = (a: PackedText, indexA: number, b: PackedText, indexB: number): number =>
  compareBytes(
    a.bytes,
    a.start[indexA] as number,
    a.start[indexA + 1] as number,
    b.bytes,
    b.start[indexB] as number,
    b.start[indexB + 1] as number,
  );

/** The same against bytes that are not packed. */
export const compareTextTo = (texts: PackedText, index: number, wanted: Uint8Array): number =>
  compareBytes(
    texts.bytes,
    texts.start[index] as number,
    texts.start[index + 1] as number,
    wanted,
    0,
    wanted.length,
  );

export const compareBytes = (
  a: Uint8Array,
  fromA: number,
  endA: number,
  b: Uint8Array,
  fromB: number,
  endB: number,
): number => {
  const lengthA = endA - fromA;
  const lengthB = endB - fromB;
  const shared = Math.min(lengthA, lengthB);
  for (let at = 0; at < shared; at += 1) {
    const difference = (a[fromA + at] as number) - (b[fromB + at] as number);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
};
