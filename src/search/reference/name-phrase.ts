// Whether a name has the words of a query in their order, one after the other, by comparing all of its words (Decision 0080).

import { buildAnalyzer } from '../analysis/analyze.ts';
import { TITLE_WORDS_MAX } from '../ranking.ts';
import type { MatchableWord } from './word-match.ts';

export const hasPhrase = (name: string, language: string, words: readonly MatchableWord[]): boolean => {
  const places = placesIn(name, language);
  const isAt = (word: MatchableWord, place: number): boolean =>
    places[place]?.some((stem) => word.alone.has(stem)) === true;
  /** Whether the words from this one on follow: at this place, or at the next. */
  const follow = (from: number, place: number): boolean => {
    const word = words[from];
    if (word === undefined) return true;
    return [place, place + 1].some((at) => isAt(word, at) && follow(from + 1, at));
  };
  const [first] = words;
  if (first === undefined || words.length < 2) return false;
  return places.some((_, place) => isAt(first, place) && follow(1, place));
};

/** The stems of the words of a text in their order, other spellings of a word at its place, without stop words. */
const placesIn = (text: string, language: string): string[][] => {
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
