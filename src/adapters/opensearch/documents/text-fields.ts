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
  // Few weights differ, and each is written out once.
  const frequencies = new Map<number, string>();
  const frequencyOf = (weight: number): string => {
    let written = frequencies.get(weight);
    if (written === undefined) {
      written = `${FREQUENCY_MARK}${packFrequency(Math.min(WEIGHT_MAX, weight), norm)}`;
      frequencies.set(weight, written);
    }
    return written;
  };
  const parts: string[] = [];
  for (const [stem, weight] of stems) parts.push(stemWord(language, stem) + frequencyOf(weight));
  const once = frequencyOf(1);
  for (const surface of surfaces) parts.push(surfaceWord(language, surface) + once);
  for (const [prefix, weight] of prefixWeights(language, stems, surfaces))
    parts.push(prefixWord(language, prefix) + frequencyOf(weight));
  return parts.join(' ');
};

/** For each prefix, the weight of all stems whose words begin with it. */
const prefixWeights = (
  language: string,
  stems: TextDocument['stems'],
  surfaces: TextDocument['surfaces'],
): Map<string, number> => {
  const { stemWord: stemOf } = buildAnalyzer(language);
  const weights = new Map<string, number>();
  /** Of each stem, the prefixes of its words so far: a stem counts once for each. */
  const counted = new Map<string, readonly string[]>();
  for (const surface of surfaces) {
    const stem = stemOf(surface);
    const weight = stems.get(stem) ?? 0;
    const known = counted.get(stem);
    const prefixes = prefixesOf(surface);
    for (const prefix of prefixes)
      if (!known?.includes(prefix)) weights.set(prefix, (weights.get(prefix) ?? 0) + weight);
    counted.set(stem, known === undefined ? prefixes : [...known, ...prefixes]);
  }
  return weights;
};

const knownPrefixes = new Map<string, readonly string[]>();
const KNOWN_MAX = 65_536;
/** Numbers are countless, and hardly ever come again. */
const UNKNOWN = /\d/;

/** The same strings for the same word, since the hash of a string is computed once. */
const prefixesOf = (surface: string): readonly string[] => {
  const known = knownPrefixes.get(surface);
  if (known !== undefined) return known;
  const prefixes = cutPrefixes(surface);
  if (UNKNOWN.test(surface)) return prefixes;
  if (knownPrefixes.size >= KNOWN_MAX) knownPrefixes.clear();
  knownPrefixes.set(surface, prefixes);
  return prefixes;
};

const SURROGATE = /[\ud800-\udfff]/;

const cutPrefixes = (surface: string): string[] => {
  const characters = SURROGATE.test(surface) ? [...surface] : undefined;
  const prefixes: string[] = [];
  for (let end = PREFIX_MIN; end <= Math.min(PREFIX_MAX, (characters ?? surface).length); end += 1)
    prefixes.push(characters === undefined ? surface.slice(0, end) : characters.slice(0, end).join(''));
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
