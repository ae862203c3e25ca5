// The words of a product's name in their order, for phrases.

import { buildAnalyzer } from './analysis/analyze.ts';
import { TITLE_WORDS_MAX } from './ranking.ts';

/** The stems of the words of a text in their order, other spellings of a word at its place, without stop words. */
export const namePlaces = (text: string, language: string): string[][] => {
  const analyzer = buildAnalyzer(language);
  const found: { readonly word: string; readonly isSpelling: boolean }[] = [];
  analyzer.scanDocument(text, {
    addSlice: (units, from, to) =>
      found.push({ word: String.fromCharCode(...units.subarray(from, to)), isSpelling: false }),
    addString: (word, isSpelling = false) => found.push({ word, isSpelling }),
  });
  const places: string[][] = [];
  for (const { word, isSpelling } of found
    .filter((one) => !analyzer.isStopWord(one.word))
    .slice(0, TITLE_WORDS_MAX)) {
    const stem = analyzer.stemWord(word);
    if (isSpelling && places.length > 0) places.at(-1)?.push(stem);
    else places.push([stem]);
  }
  return places;
};
