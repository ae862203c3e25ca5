// What was made of the stored fields of products, kept as long as their segment is: shops show the same products again and again. Each
// thread keeps so much and no more; what would exceed it makes room by giving up everything.

/** A longer record is made again each time. */
const RECORD_CHARS_MAX = 16_384;
/** The same for the description of who it is made for. */
const LOOK_CHARS_MAX = 400;
/** What a map and an entry of it take beside their texts. */
const LOOK_CHARS = 400;
const ENTRY_CHARS = 100;

type Records<T> = Map<number, T>;

interface Look<T> {
  readonly basis: object;
  readonly records: Records<T>;
}

/** The records of all segments. */
export class KeptRecords<T> {
  private readonly charsMax: number;
  private chars = 0;
  /** By the stored fields of a segment, then by look. A segment that is given up takes its records with it. */
  private segments = new WeakMap<object, Map<string, Look<T>>>();

  constructor(charsMax: number) {
    this.charsMax = charsMax;
  }

  /** The records of a segment for one look. Those that were made on another basis are given up. */
  recordsOf(stored: object, look: string, basis: object): Records<T> {
    const known = this.segments.get(stored)?.get(look);
    if (known?.basis === basis) return known.records;
    const records: Records<T> = new Map();
    if (look.length > LOOK_CHARS_MAX) return records;
    this.makeRoom(LOOK_CHARS + look.length);
    let looks = this.segments.get(stored);
    if (looks === undefined) {
      looks = new Map();
      this.segments.set(stored, looks);
    }
    looks.set(look, { basis, records });
    return records;
  }

  keep(records: Records<T>, item: number, record: T, chars: number): void {
    if (chars > RECORD_CHARS_MAX) return;
    this.makeRoom(ENTRY_CHARS + chars);
    records.set(item, record);
  }

  private makeRoom(chars: number): void {
    if (this.chars + chars > this.charsMax) {
      this.segments = new WeakMap();
      this.chars = 0;
    }
    this.chars += chars;
  }
}

/** The records that one query shows: who it is for, and what else decides how a product looks to them. */
export class KeptLook<T> {
  private readonly kept: KeptRecords<T>;
  private readonly look: string;
  private readonly basis: object;
  private stored: object | undefined;
  private records: Records<T> = new Map();

  /** `look`: as JSON. */
  constructor(kept: KeptRecords<T>, look: string, basis: object) {
    this.kept = kept;
    this.look = look;
    this.basis = basis;
  }

  /** `make` is called if it is not kept; `charsOf` measures what it has made. */
  recordAt(stored: object, item: number, make: () => T, charsOf: (record: T) => number): T {
    if (stored !== this.stored) {
      this.stored = stored;
      this.records = this.kept.recordsOf(stored, this.look, this.basis);
    }
    const known = this.records.get(item);
    if (known !== undefined) return known;
    const made = make();
    this.kept.keep(this.records, item, made, charsOf(made));
    return made;
  }
}
