// Whether a name has the words of a query in their order, one after the other, by comparing all of its words (Decision 0080).

import { namePlaces } from './name-places.ts';

/** `alone`: the stems that stand for the word in a phrase. */
interface MatchableWord {
  readonly alone: ReadonlySet<string>;
}

export const hasPhrase = (name: string, language: string, words: readonly MatchableWord[]): boolean => {
  const places = namePlaces(name, language);
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
