// Diacritics distinguish Vietnamese words (bàn is a table, bạn a friend), but many people type without them. A query
// with diacritics means exactly that word; one without them means every word with those letters (Decision 0031). Not
// here: words of several syllables, which are searched syllable by syllable.
import { foldText } from '../../domain/text/fold-text.ts';

const MARKED = 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ';
const WITHOUT_MARKED = new RegExp(`[^${MARKED}]+`, 'g');
/** The tone of an open syllable may be written on either vowel: hòa and hoà, thủy and thuỷ are one word. */
const EARLY_TONE = /([òóỏõọ])([ae])(?!\p{L})|([ùúủũụ])(y)(?!\p{L})/gu;

/** As `foldText`, but keeps Vietnamese diacritics, with the tone on the last vowel of an open syllable. */
export function foldKeepingDiacritics(text: string): string {
  const folded = text.toWellFormed().normalize('NFC').toLowerCase().replace(WITHOUT_MARKED, foldText);
  return folded.replace(EARLY_TONE, (_, o: string, after: string, u: string, y: string) => {
    const [vowel = '', tone = ''] = (o ?? u).normalize('NFD');
    return vowel + ((after ?? y) + tone).normalize('NFC');
  });
}

/** Whether a word has diacritics that folding would remove. */
export function hasDiacritics(word: string): boolean {
  for (const letter of word) if (letter > '\x7f' && MARKED.includes(letter)) return true;
  return false;
}
