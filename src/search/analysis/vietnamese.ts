// Vietnamese tells words by their marks (bàn is a table, bạn a friend), and is often typed without them. Guarantees that both can be
// asked for: who writes the marks asks for the word as it is marked, who leaves them out for all words so written (Decision 0031).
// Not here: words of several syllables, which are looked for syllable by syllable.
import { foldText } from '../../domain/text/fold-text.ts';

const MARKED = 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ';
const WITHOUT_MARKED = new RegExp(`[^${MARKED}]+`, 'g');
/** Where an open syllable bears its tone is a matter of taste: hòa and hoà, thủy and thuỷ are one word. */
const EARLY_TONE = /([òóỏõọ])([ae])(?!\p{L})|([ùúủũụ])(y)(?!\p{L})/gu;

/** As `foldText`, but for the marks of Vietnamese letters: they stay, tones at the last vowel of an open syllable. */
export function foldKeepingMarks(text: string): string {
  const folded = text.toWellFormed().normalize('NFC').toLowerCase().replace(WITHOUT_MARKED, foldText);
  return folded.replace(EARLY_TONE, (_, o: string, after: string, u: string, y: string) => {
    const [vowel = '', tone = ''] = (o ?? u).normalize('NFD');
    return vowel + ((after ?? y) + tone).normalize('NFC');
  });
}

/** Whether a word has marks that folding would take. */
export function isMarked(word: string): boolean {
  for (const letter of word) if (letter > '\x7f' && MARKED.includes(letter)) return true;
  return false;
}
