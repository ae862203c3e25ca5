// Other spellings of a whole search term, made of other words for some of its words. Shared by every engine; each decides which words
// are near, and whether a spelling finds anything.

import { buildAnalyzer } from './analysis/analyze.ts';

/** Words of a term that are replaced by other than the nearest word; the nearest stands for any further one. */
const VARIED_WORDS_MAX = 3;

/** Words of a term that are replaced at all. */
export const REPLACED_WORDS_MAX = 4;
/** How many words near a misspelt word are tried as its correction. */
export const CORRECTIONS_TRIED = 4;
/** How many words near one word are tried. */
export const triedWords = (limit: number): number => limit + 1;
/** How many spellings of the term are tried. */
export const triedTerms = (limit: number): number => limit + 3;

/**
 * The term with other words, best first: `choices` has for each word, as analysed, those that may replace it, nearest first. At most
 * `max`, none twice, and never the term itself.
 */
export const otherTerms = (
  term: string,
  language: string,
  choices: ReadonlyMap<string, readonly string[]>,
  max: number,
): string[] => {
  const replaced = [...choices].filter(([, words]) => words.length > 0);
  const combinations = rankCombinations(replaced.map(([, words]) => words.length));
  const terms = new Set<string>();
  for (const places of combinations) {
    const by = new Map(replaced.map(([word, words], at) => [word, words[places[at] ?? 0] ?? '']));
    terms.add(replaceWords(term, language, by));
    if (terms.size > max) break;
  }
  terms.delete(term);
  return [...terms].slice(0, max);
};

/** The term with some words replaced. Where a script has no spaces, only a term of one word is. */
export const replaceWords = (
  term: string,
  language: string,
  replacements: ReadonlyMap<string, string>,
): string => {
  const analyzer = buildAnalyzer(language);
  return term
    .split(/(\s+)/u)
    .map((part) => {
      const { words } = analyzer.readQuery(part);
      const [only] = words;
      return (words.length === 1 && only !== undefined && replacements.get(only.surface)) || part;
    })
    .join('');
};

/** A place for each word, those with the smallest sum first. */
const rankCombinations = (lengths: readonly number[]): number[][] => {
  let all: number[][] = [[]];
  lengths.forEach((length, at) => {
    const places = Array.from({ length: at < VARIED_WORDS_MAX ? length : 1 }, (_, place) => place);
    all = all.flatMap((one) => places.map((place) => [...one, place]));
  });
  const sum = (places: readonly number[]): number => places.reduce((total, place) => total + place, 0);
  return all
    .map((places) => ({ places, sum: sum(places) }))
    .sort((a, b) => a.sum - b.sum)
    .map(({ places }) => places);
};
