// Which characters make words, and which belong to scripts without spaces between words. One class per code point,
// from Unicode properties. Not here: language-specific rules.

export const SEPARATOR = 1;
export const WORD = 2;
export const DIGIT = 3;
/** Han: indexed as single characters and pairs. */
export const HAN = 4;
/** Hiragana, Katakana, Thai, Lao, Khmer, Myanmar: words come from the segmenter's dictionaries. */
export const UNSPACED = 5;

// The long vowel mark ー and the voicing marks belong to both kana scripts, so they are listed.
const HAN_LETTER = /^(?=\p{Script=Han})[\p{L}\p{N}]$/u;
const UNSPACED_LETTER =
  /^(?=[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3099\u309a\u30fc])[\p{L}\p{M}]$/u;
const WORD_CHARACTER = /^[\p{L}\p{M}\p{N}]$/u;

const UNKNOWN = 0;
const bmpClass = new Uint8Array(0x10000);
for (let unit = 0; unit < 0x80; unit += 1) bmpClass[unit] = classify(unit);

export function classOf(codePoint: number): number {
  if (codePoint > 0xffff) return classify(codePoint);
  const known = bmpClass[codePoint] ?? UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classify(codePoint);
  bmpClass[codePoint] = found;
  return found;
}

function classify(codePoint: number): number {
  // Folding has already turned every decimal digit into an ASCII one.
  if (codePoint >= 0x30 && codePoint <= 0x39) return DIGIT;
  const character = String.fromCodePoint(codePoint);
  if (HAN_LETTER.test(character)) return HAN;
  if (UNSPACED_LETTER.test(character)) return UNSPACED;
  return WORD_CHARACTER.test(character) ? WORD : SEPARATOR;
}
