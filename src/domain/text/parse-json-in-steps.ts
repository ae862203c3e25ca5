// `parseJson` for long texts: in pieces, with pauses in between. The value is the same, and so is the place of a syntax error. The text is
// scanned once for strings, brackets and commas. A list or object that turns out to be long is read member by member, and the short members
// between long ones in pieces. What is inside a piece is left to `parseJson`.

import { closingQuote } from './json-strings.ts';
import { parseJson, setOwn } from './parse-json.ts';

/** Far deeper than any value may be nested. To parse a megabyte of nothing but brackets takes tens of milliseconds. */
const DEPTH_MAX = 100;

export class NestedTooDeep extends Error {
  constructor() {
    super(`nested deeper than ${DEPTH_MAX} levels`);
  }
}
/** A piece has up to twice as many characters, unless it is one long string. */
const PIECE_CHARS = 16_384;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** In both pairs of brackets, the second comes two characters after the first. */
const CLOSING = CLOSE_LIST - OPEN_LIST;

/** A list in the outermost object. If it is long, each item is replaced as soon as it is read. */
export interface KeptList {
  readonly name: string;
  readonly keepItem: (item: unknown) => unknown;
}

interface StepOptions {
  readonly kept?: KeptList | undefined;
  readonly pieceChars?: number | undefined;
}

/**
 * `pauseIfDue` is called between pieces, and returns a promise when it is time to pause. Rejects with a `SyntaxError` whose message begins
 * as that of `parseJson` does and has the same position, if it has one; or with `NestedTooDeep`.
 */
export const parseJsonInSteps = async (
  text: string,
  pauseIfDue: () => Promise<unknown> | undefined,
  { kept, pieceChars = PIECE_CHARS }: StepOptions = {},
): Promise<unknown> => {
  const pieces = new JsonPieces(text, pieceChars, kept);
  try {
    while (pieces.readNext()) {
      const pause = pauseIfDue();
      if (pause !== undefined) await pause;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    pieces.throwFault();
  }
  return pieces.result ?? parseJson(text);
};

type Container = unknown[] | Record<string, unknown>;

/** A list or object that is read member by member. */
interface Long {
  readonly isList: boolean;
  /** Its name in the object around it. */
  readonly name: string;
  readonly keepItem: KeptList['keepItem'] | undefined;
  /** What has been read of it; undefined at first. */
  value: Container | undefined;
}

/** Errors that are thrown inside only tell that something is wrong. */
class JsonPieces {
  /** Undefined until the end, and for a text that is not a long list or object. */
  result: Container | undefined;
  private readonly text: string;
  private readonly pieceChars: number;
  private readonly kept: KeptList | undefined;
  /** The next character to scan. */
  private at = 0;
  /** The brackets that are open there, outermost first, and the last comma directly inside each; -1 without one. */
  private readonly starts: number[] = [];
  private readonly commas: number[] = [];
  /** Those of them that are known to be long: the outer ones. */
  private readonly long: Long[] = [];
  /** Where the unread part of the innermost long one begins, and whether that is its beginning. */
  private from = 0;
  private isFirst = true;

  constructor(text: string, pieceChars: number, kept: KeptList | undefined) {
    this.text = text;
    this.pieceChars = pieceChars;
    this.kept = kept;
  }

  /** Reads to the next place where a pause is possible. False at the end of the text. */
  readNext(): boolean {
    const { text, starts, commas } = this;
    const { length } = text;
    let due = this.findDue();
    for (let at = this.at; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = closingQuote(text, at);
        if (at === -1) break;
      } else if (code === COMMA) {
        if (starts.length > 0) commas[starts.length - 1] = at;
        if (at < due) continue;
        this.at = at;
        this.readDue();
        return true;
      } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (starts.length === DEPTH_MAX) throw new NestedTooDeep();
        starts.push(at);
        commas.push(-1);
        if (starts.length === this.long.length + 1) due = at + this.pieceChars;
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
        this.at = at;
        if (this.enterIfLong() || this.leave(code)) return true;
        if (starts.length === this.long.length) due = this.findDue();
      }
    }
    if (starts.length > 0 || (this.result !== undefined && this.skipBlank(this.from) < length))
      throw new SyntaxError();
    return false;
  }

  /** Throws the error of the whole text; it is in the unread part, where the parser is in the same state as after these brackets. */
  throwFault(): void {
    const { isFirst, from, result } = this;
    const around = this.long.at(-1);
    let before = result === undefined ? '' : '[]';
    if (around?.isList === true) before = isFirst ? '[' : '[[]';
    else if (around !== undefined) before = isFirst ? '{' : '{"":[]';
    this.result = undefined;
    try {
      parseJson(before + this.text.slice(from));
    } catch (error) {
      throw moveError(error as SyntaxError, from - before.length);
    }
  }

  /** The outermost of those that are not known to be long may be by now. */
  private enterIfLong(): boolean {
    const start = this.starts[this.long.length];
    if (start === undefined || this.at - start < this.pieceChars) return false;
    const isList = this.text.charCodeAt(start) === OPEN_LIST;
    const name = this.readBefore(start, isList ? '[]' : '{}');
    const isKept = isList && this.long.length === 1 && name === this.kept?.name;
    this.long.push({ isList, name, keepItem: isKept ? this.kept?.keepItem : undefined, value: undefined });
    this.from = start + 1;
    this.isFirst = true;
    return true;
  }

  /** Reads everything before a long value; returns the name of that value. */
  private readBefore(start: number, brackets: string): string {
    const around = this.long.at(-1);
    if (around === undefined) {
      if (this.result !== undefined || this.skipBlank(0) < start) throw new SyntaxError();
      return '';
    }
    const comma = this.commas[this.long.length - 1] as number;
    if (comma >= this.from) this.readMembers(comma);
    else if (!this.isFirst) throw new SyntaxError();
    const begin = this.isFirst ? this.from : this.from + 1;
    if (around.isList) {
      if (this.skipBlank(begin) < start) throw new SyntaxError();
      return '';
    }
    const member = parseJson(`{${this.text.slice(begin, start)}${brackets}}`) as object;
    return Object.keys(member)[0] as string;
  }

  /** From which place on a comma ends a piece, or shows that a list or object is long. */
  private findDue(): number {
    return (this.starts[this.long.length] ?? this.from) + this.pieceChars;
  }

  /** At a comma that is due. */
  private readDue(): void {
    if (this.enterIfLong()) return;
    if (this.starts.length === 0) throw new SyntaxError();
    this.readMembers(this.at);
    this.at += 1;
  }

  private leave(code: number): boolean {
    const start = this.starts.at(-1);
    if (start === undefined || code - this.text.charCodeAt(start) !== CLOSING) throw new SyntaxError();
    const isLong = this.starts.length === this.long.length;
    if (isLong) {
      if (!this.isFirst || this.skipBlank(this.from) < this.at) this.readMembers(this.at);
      this.put(this.long.pop() as Long);
      this.at += 1;
      this.from = this.at;
      this.isFirst = false;
    }
    this.starts.pop();
    this.commas.pop();
    return isLong;
  }

  /** Reads the members before `end`. Unless they are the first ones, a comma comes before them. */
  private readMembers(end: number): void {
    const { text, isFirst, from } = this;
    const into = this.long.at(-1) as Long;
    const begin = isFirst ? from : this.skipBlank(from) + 1;
    if (begin <= end) {
      if (!isFirst && text.charCodeAt(begin - 1) !== COMMA) throw new SyntaxError();
      const json = text.slice(begin, end);
      append(into, parseJson(into.isList ? `[${json}]` : `{${json}}`) as Container);
    }
    this.from = end;
    this.isFirst = false;
  }

  private put({ isList, name, value = isList ? [] : {} }: Long): void {
    const around = this.long.at(-1);
    if (around === undefined) this.result = value;
    else if (around.isList) append(around, [value]);
    else append(around, setOwn({}, name, value));
  }

  /** The next character that is not white space. */
  private skipBlank(from: number): number {
    BLANK.lastIndex = from;
    BLANK.test(this.text);
    return BLANK.lastIndex;
  }
}

const BLANK = /[ \t\n\r]*/y;

/** Throws if there are no members: there is a comma too much. */
const append = (into: Long, members: Container): void => {
  if (Array.isArray(members)) {
    if (members.length === 0) throw new SyntaxError();
    const { keepItem } = into;
    const items = keepItem === undefined ? members : members.map((item) => keepItem(item));
    if (into.value === undefined) into.value = items;
    else for (const item of items) (into.value as unknown[]).push(item);
    return;
  }
  const names = Object.keys(members);
  if (names.length === 0) throw new SyntaxError();
  if (into.value === undefined) into.value = members;
  else for (const name of names) setOwn(into.value as Record<string, unknown>, name, members[name]);
};

const POSITION = /(?<= JSON at position )(\d+) \(line \d+ column \d+\)$/u;

const moveError = ({ message }: SyntaxError, by: number): SyntaxError =>
  new SyntaxError(message.replace(POSITION, (_, at: string) => String(Number(at) + by)));
