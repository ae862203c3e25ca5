// The searchable text of a document: our own words, each with its weight, as one field that the index splits at spaces.

import { buildAnalyzer } from '../../../search/analysis/analyze.ts';
import { lengthNormalization, WEIGHT_MAX } from '../../../search/ranking.ts';
import type { TextDocument } from '../../../search/text-document.ts';
import { FREQUENCY_MARK, packFrequency } from './mapping.ts';

/** Prefixes of these lengths, in characters, are words of their own. Longer ones are expanded by the dictionary. */
export const PREFIX_MIN = 3;
export const PREFIX_MAX = 5;

export const stemWord = (language: string, stem: string): string => `${language}:${stem}`;
export const surfaceWord = (language: string, surface: string): string => `${language}=${surface}`;
/** A word of the dictionary. Those of a place are together in the index, so that nobody walks through those of others. */
export const dictionaryWord = (place: string, word: string): string => place + word;
export const prefixWord = (language: string, prefix: string): string => `${language}^${prefix}`;
/** Two stems of a name that follow each other. */
export const pairWord = (first: string, second: string): string => `${first} ${second}`;

/**
 * The average length of documents by language when the generation was built. The index contains it; embedded indexes read the
 * current one.
 */
export type AverageLengths = Readonly<Record<string, number>>;

/** Of a language that the catalog did not have when it was built. */
export const USUAL_LENGTH = 40;

/** The value of the field `words`. */
export const wordsField = (
  { language, length, stems, surfaces }: TextDocument,
  averages: AverageLengths,
): string => {
  const { base, slope } = lengthNormalization({
    documents: 1,
    totalLength: averages[language] ?? USUAL_LENGTH,
  });
  const norm = base + slope * length;
  const parts: string[] = [];
  const add = (word: string, weight: number): void => {
    parts.push(word + FREQUENCY_MARK + packFrequency(Math.min(WEIGHT_MAX, weight), norm));
  };
  for (const [stem, weight] of stems) add(stemWord(language, stem), weight);
  for (const surface of surfaces) add(surfaceWord(language, surface), 1);
  for (const [prefix, weight] of prefixWeights(language, stems, surfaces))
    add(prefixWord(language, prefix), weight);
  return parts.join(' ');
};

/** For each prefix, the weight of all stems whose words begin with it. */
const prefixWeights = (
  language: string,
  stems: TextDocument['stems'],
  surfaces: TextDocument['surfaces'],
): Map<string, number> => {
  const analyzer = buildAnalyzer(language);
  const found = new Map<string, Set<string>>();
  for (const surface of surfaces) {
    const stem = analyzer.stemWord(surface);
    for (const prefix of prefixesOf(surface)) {
      const known = found.get(prefix);
      if (known === undefined) found.set(prefix, new Set([stem]));
      else known.add(stem);
    }
  }
  return new Map(
    [...found].map(([prefix, some]) => [
      prefix,
      [...some].reduce((sum, stem) => sum + (stems.get(stem) ?? 0), 0),
    ]),
  );
};

const prefixesOf = (surface: string): string[] => {
  const characters = [...surface];
  const prefixes: string[] = [];
  for (let end = PREFIX_MIN; end <= Math.min(PREFIX_MAX, characters.length); end += 1)
    prefixes.push(characters.slice(0, end).join(''));
  return prefixes;
};

/** The pairs of stems at the same place of a name or at two places that follow each other. */
export const pairsOf = (places: readonly (readonly string[])[]): string[] => {
  const pairs = new Set<string>();
  places.forEach((stems, at) => {
    const next = [...stems, ...(places[at + 1] ?? [])];
    for (const first of stems) for (const second of next) pairs.add(pairWord(first, second));
  });
  return [...pairs];
};
