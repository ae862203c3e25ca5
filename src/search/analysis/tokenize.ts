// Splits folded text into words. Every word that a query yields is also yielded by a document with the same text, and
// text without unspaced scripts never reaches the segmenter. Documents may yield more: other spellings of a word. Not
// here: folding (do it first), stemming, stop words.
import { addUnit, HASH_START } from '../../domain/text/hash-text.ts';
import { classOf, DIGIT, HAN, SEPARATOR, UNSPACED, WORD } from './char-class.ts';
import { spellInches, splitNumeric } from './measures.ts';
import { segmentDocumentRun, segmentQueryRun } from './segment.ts';

/**
 * What an apostrophe inside a word means. `join`: don't is dont. `elision`: l'eau is eau (French, Italian and
 * others). `suffix`: an ending follows, ankara'da is ankara (Turkish). A final 's is always dropped.
 */
export type ApostropheRule = 'join' | 'elision' | 'suffix';
type TokenizePurpose = 'document' | 'query';

const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const HYPHEN_MINUS = 0x2d;
const FULL_STOP = 0x2e;
const HYPHEN = 0x2010;

const ELIDED = new Set(
  (
    'c d j l m n s t v qu jusqu lorsqu puisqu quoiqu un dell all nell sull dall coll quell quest sant bell buon ' +
    'anch com dov senz tutt mezz gl'
  ).split(' '),
);

/** A joined compound longer than this is prose, not a name that anyone types as one word. */
const JOINED_UNITS_MAX = 24;

/** In UTF-16 units. Longer words take the slow path: their consumers truncate them. */
const PLAIN_UNITS_MAX = 64;

/** Receives the words of a text one by one, without a list of them. */
export interface WordSink {
  /**
   * A word that the text contains as it is, letters and digits only, and its `hashText`. `units` is the whole text,
   * valid until the scan ends.
   */
  addSlice(units: Uint16Array, from: number, to: number, hash: number): void;
  /** Any other word. `isSpelling`: it is another spelling of the word before. */
  addString(word: string, isSpelling?: boolean): void;
}

export function tokenize(folded: string, purpose: TokenizePurpose, rule: ApostropheRule): string[] {
  const words: string[] = [];
  const text = spellInches(folded);
  scanText(text, purpose, rule, {
    addSlice: (_, from, to) => words.push(text.slice(from, to)),
    addString: (word) => words.push(word),
  });
  return words;
}

export function scanWords(
  folded: string,
  purpose: TokenizePurpose,
  rule: ApostropheRule,
  sink: WordSink,
): void {
  scanText(spellInches(folded), purpose, rule, sink);
}

/** Words of a part of the text, and other spellings of the last one. */
interface Made {
  readonly words: string[];
  readonly spellings: string[];
}

function scanText(text: string, purpose: TokenizePurpose, rule: ApostropheRule, sink: WordSink): void {
  const made: Made = { words: [], spellings: [] };
  const end = text.length;
  const units = unitsOf(text);
  let at = 0;
  while (at < end) {
    const to = scanPlain(units, at, end, sink);
    if (to !== at) {
      at = to;
      continue;
    }
    const first = classOf(codePointAt(text, at));
    if (first === SEPARATOR) {
      at += widthAt(text, at);
      continue;
    }
    at =
      first === HAN || first === UNSPACED
        ? scanUnspaced(text, at, purpose, made.words)
        : scanCompound(text, at, purpose, rule, made);
    for (const word of made.words) sink.addString(word);
    for (const word of made.spellings) sink.addString(word, true);
    made.words.length = 0;
    made.spellings.length = 0;
  }
}

/** The current text as numbers: reading them from the string one by one costs several times as much. */
let scratch = new Uint16Array(4096);
let scratchBytes = Buffer.from(scratch.buffer);

function unitsOf(text: string): Uint16Array {
  if (text.length > scratch.length) {
    scratch = new Uint16Array(2 * text.length);
    scratchBytes = Buffer.from(scratch.buffer);
  }
  scratchBytes.write(text, 0, 'utf16le');
  return scratch;
}

/**
 * The fast path for nearly every word: letters, perhaps digits, up to a separator, without creating a string. Also
 * skips separators. Returns `start` for anything else, including a number that may have a unit.
 */
function scanPlain(units: Uint16Array, start: number, end: number, sink: WordSink): number {
  let at = start;
  let unit = units[at] as number;
  if (!isSurrogate(unit) && classOf(unit) === SEPARATOR) return at + 1;
  const last = Math.min(end, start + PLAIN_UNITS_MAX + 1);
  const first = classOf(unit);
  let kind = first;
  let hash = HASH_START;
  while (at < last) {
    unit = units[at] as number;
    if (isSurrogate(unit)) return start;
    const next = classOf(unit);
    if (next !== WORD && next !== DIGIT) {
      if (next !== SEPARATOR || mayJoin(unit, kind)) return start;
      break;
    }
    kind = next;
    hash = addUnit(hash, unit);
    at += 1;
  }
  if (at - start > PLAIN_UNITS_MAX || (first === DIGIT && kind === WORD)) return start;
  sink.addSlice(units, start, at, hash);
  return at;
}

/** Whether a separator may be part of a word if it follows a character of that kind. */
function mayJoin(unit: number, kind: number): boolean {
  if (unit === APOSTROPHE || unit === HYPHEN_MINUS || unit === HYPHEN) return true;
  return kind === DIGIT && (unit === FULL_STOP || unit === COMMA);
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

function scanUnspaced(text: string, start: number, purpose: TokenizePurpose, words: string[]): number {
  let at = start;
  let onlyHan = true;
  while (at < text.length) {
    const kind = classOf(codePointAt(text, at));
    if (kind !== HAN && kind !== UNSPACED) break;
    if (kind === UNSPACED) onlyHan = false;
    at += widthAt(text, at);
  }
  const run = text.slice(start, at);
  if (purpose === 'document') segmentDocumentRun(run, onlyHan, words);
  else segmentQueryRun(run, words);
  return at;
}

/**
 * Hyphenated words. Each is a word; a document with exactly two also yields them joined, so that `tshirt` finds
 * t-shirt and `gtx1080` finds gtx-1080.
 */
function scanCompound(
  text: string,
  start: number,
  purpose: TokenizePurpose,
  rule: ApostropheRule,
  made: Made,
): number {
  let at = scanWord(text, start, purpose, rule, made);
  if (!isInnerHyphen(text, at)) return at;
  const before = text.slice(start, at);
  const secondStart = at + 1;
  at = scanWord(text, secondStart, purpose, rule, made);
  let joinable = purpose === 'document' && at - start <= JOINED_UNITS_MAX;
  const joined = joinable ? before + text.slice(secondStart, at) : '';
  while (isInnerHyphen(text, at)) {
    joinable = false;
    at = scanWord(text, at + 1, purpose, rule, made);
  }
  if (joinable && isPlain(joined)) made.spellings.push(joined);
  return at;
}

/** One word with its inner apostrophes and, between digits, its stops and commas. Returns where it ends. */
function scanWord(
  text: string,
  start: number,
  purpose: TokenizePurpose,
  rule: ApostropheRule,
  made: Made,
): number {
  let at = start;
  let previous = SEPARATOR;
  let apostrophes = false;
  let numberMarks = false;
  while (at < text.length) {
    const kind = classOf(codePointAt(text, at));
    if (kind === WORD || kind === DIGIT) {
      previous = kind;
      at += widthAt(text, at);
      continue;
    }
    if (kind !== SEPARATOR) break;
    const unit = text.charCodeAt(at);
    const next = at + 1 < text.length ? classOf(codePointAt(text, at + 1)) : SEPARATOR;
    if (unit === APOSTROPHE && (next === WORD || next === DIGIT)) apostrophes = true;
    else if ((unit === FULL_STOP || unit === COMMA) && previous === DIGIT && next === DIGIT)
      numberMarks = true;
    else break;
    at += 1;
  }
  const word = text.slice(start, at);
  if (apostrophes) pushApostrophed(word.split("'"), purpose, rule, made);
  else if (!numberMarks && (previous === DIGIT || (previous === WORD && !startsWithDigit(word))))
    made.words.push(word);
  else made.words.push(...splitNumeric(word));
  return at;
}

function pushApostrophed(
  parts: string[],
  purpose: TokenizePurpose,
  rule: ApostropheRule,
  { words, spellings }: Made,
): void {
  const lead = parts[0] ?? '';
  if (rule === 'suffix' && lead.length > 1) {
    words.push(lead);
    return;
  }
  const elided = rule === 'elision' && ELIDED.has(lead);
  const rest = elided ? parts.slice(1) : parts;
  if (rest.length > 1 && rest.at(-1) === 's') rest.pop();
  const word = rest.join('');
  words.push(word);
  if (purpose === 'query') return;
  // L'Oréal is searched as loreal in French and as oreal in English.
  if (elided) spellings.push(lead + word);
  else if (rest.length === 2 && lead.length === 1 && word.length > 3) spellings.push(word.slice(1));
}

function isInnerHyphen(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if ((unit !== HYPHEN_MINUS && unit !== HYPHEN) || at + 1 >= text.length) return false;
  const next = classOf(codePointAt(text, at + 1));
  return next === WORD || next === DIGIT;
}

function startsWithDigit(word: string): boolean {
  const unit = word.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

function isPlain(word: string): boolean {
  return !word.includes("'") && !word.includes('.') && !word.includes(',');
}

function codePointAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdfff ? (text.codePointAt(at) ?? unit) : unit;
}

function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff && codePointAt(text, at) > 0xffff ? 2 : 1;
}
