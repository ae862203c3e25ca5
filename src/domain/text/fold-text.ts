// The one way to fold text for comparisons that ignore case and accents: analysis, form search, filter rules, category names.
// Guarantees: never throws, does not depend on the process locale, and folding a folded text changes nothing.
// Not here: stemming, transliteration (ä is a, never ae), simplified against traditional Han, hiragana against katakana.

// Folding is idempotent because every code point maps to code points that map to themselves, and so do the composites that
// normalization may form from them (fold-text.test.ts checks all of Unicode).

const REPLACED = new Map<string, string>([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
  // Arabic: alef wasla, alef maksura, teh marbuta; and the Persian ya, kaf and heh that other keyboards type.
  ['\u0671', '\u0627'],
  ['\u0649', '\u064a'],
  ['\u0629', '\u0647'],
  ['\u06cc', '\u064a'],
  ['\u06a9', '\u0643'],
  ['\u06c1', '\u0647'],
  // Variants of the apostrophe.
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u02bc', "'"],
  ['\u00b4', "'"],
  // Marks that follow a name without being part of it. Compatibility folding alone would turn "Nike™" into "niketm".
  ['™', ''],
  ['℠', ''],
  ['®', ''],
]);

// й, ї and ў are letters of their alphabets that nobody types without the mark, whereas ё is commonly typed as е.
// Thai and Lao am are one vowel to readers and dictionaries; compatibility folding would tear them in two.
const KEPT = new Set(['й', 'ї', 'ў', '\u0e33', '\u0eb3']);

// Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic tashkeel with hamza and madda, tatweel. Vowel signs and
// nuktas of Indic and South-East Asian scripts and the kana voicing marks are other characters and stay.
const STRIPPED_MARKS: readonly (readonly [number, number])[] = [
  // Latin, Greek, Cyrillic and symbols
  [0x0300, 0x036f],
  [0x0483, 0x0489],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0x2de0, 0x2dff],
  [0xa66f, 0xa672],
  [0xa674, 0xa67d],
  [0xa69e, 0xa69f],
  [0xfe20, 0xfe2f],
  // Hebrew
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  // Arabic
  [0x0610, 0x061a],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
  [0x06d6, 0x06dc],
  [0x06df, 0x06e4],
  [0x06e7, 0x06e8],
  [0x06ea, 0x06ed],
  [0x08d3, 0x08e1],
  [0x08e3, 0x08ff],
];

// Soft hyphens, joiners, direction marks and variation selectors change only how text looks. The zero-width space stays,
// because Thai and Khmer use it between words.
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u;
const ZERO_WIDTH_SPACE = '\u200b';

const DECIMAL_DIGIT = /^\p{Nd}$/u;
const NOT_ASCII = /[^\0-\x7f]/;

// Per UTF-16 unit: how it folds. Filled on first use, so that it costs nothing at start.
const UNKNOWN = 0;
const UNCHANGED = 1;
const CHANGED = 2;
const bmpState = new Uint8Array(0x10000);
const bmpFolded = new Map<number, string>();

/** Removes case, accents, width and presentation forms. See the guarantees at the top of the file. */
export function foldText(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  // A lone surrogate could pair up with another one when the characters between them are stripped.
  const composed = text.toWellFormed().normalize('NFC').toLowerCase();
  let folded = '';
  let copiedTo = 0;
  let at = 0;
  while (at < composed.length) {
    const unit = composed.charCodeAt(at);
    if (unit < 0x80 || bmpState[unit] === UNCHANGED) {
      at += 1;
      continue;
    }
    const codePoint = composed.codePointAt(at) ?? unit;
    const width = codePoint > 0xffff ? 2 : 1;
    const replacement = foldCodePoint(codePoint);
    if (replacement !== undefined) {
      folded += composed.slice(copiedTo, at) + replacement;
      copiedTo = at + width;
    }
    at += width;
  }
  if (copiedTo === 0) return composed;
  return (folded + composed.slice(copiedTo)).normalize('NFC');
}

/** The replacement of a code point, or undefined if it does not change. */
function foldCodePoint(codePoint: number): string | undefined {
  if (codePoint > 0xffff) return changeOf(String.fromCodePoint(codePoint));
  const state = bmpState[codePoint] ?? UNKNOWN;
  if (state === CHANGED) return bmpFolded.get(codePoint);
  const change = changeOf(String.fromCodePoint(codePoint));
  bmpState[codePoint] = change === undefined ? UNCHANGED : CHANGED;
  if (change !== undefined) bmpFolded.set(codePoint, change);
  return change;
}

function changeOf(character: string): string | undefined {
  const folded = foldCharacter(character);
  return folded === character ? undefined : folded;
}

function foldCharacter(character: string): string {
  if (KEPT.has(character)) return character;
  const replaced = REPLACED.get(character);
  if (replaced !== undefined) return replaced;
  if (isStrippedMark(character)) return '';
  if (INVISIBLE.test(character)) return character === ZERO_WIDTH_SPACE ? character : '';
  if (DECIMAL_DIGIT.test(character)) return String(digitValue(character));
  const parts = character.normalize('NFKD').toLowerCase();
  if (parts === character) return character;
  // Fold the parts again: Ǣ is Æ with a macron, and Æ has a replacement too.
  let folded = '';
  for (const part of parts) folded += foldCharacter(part);
  return folded.normalize('NFC');
}

function isStrippedMark(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return STRIPPED_MARKS.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** Unicode has the ten digits of each script in order. Adjacent blocks each start at their zero. */
function digitValue(digit: string): number {
  const own = digit.codePointAt(0) ?? 0;
  let first = own;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (own - first) % 10;
}
