// A text as its words: how much each of them weighs, uncompressed.

import { buildAnalyzer } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';
import { WEIGHT_MAX } from './ranking.ts';
import { partWeight, type WeightedText } from './weighted-texts.ts';

export interface TextDocument {
  readonly language: string;
  /** Number of words, including the parts of compounds. */
  readonly length: number;
  /** Term frequency of each stem, weighted by field, at most WEIGHT_MAX. */
  readonly stems: ReadonlyMap<string, number>;
  readonly surfaces: ReadonlySet<string>;
}

export const analyzeText = (locale: string, fields: readonly WeightedText[]): TextDocument => {
  const language = languageOf(locale);
  const analyzer = buildAnalyzer(language);
  const stems = new Map<string, number>();
  const surfaces = new Set<string>();
  let length = 0;
  const count = (surface: string, weight: number): void => {
    const stem = analyzer.stemWord(surface);
    length += 1;
    surfaces.add(surface);
    stems.set(stem, Math.min(WEIGHT_MAX, (stems.get(stem) ?? 0) + weight));
  };
  for (const { text, weight } of fields) {
    for (const { surface } of analyzer.analyzeDocument(text)) {
      count(surface, weight);
      const parts = analyzer.partsOf(surface);
      parts.forEach((part, at) => {
        count(part, partWeight(weight, at === parts.length - 1));
      });
    }
  }
  return { language, length, stems, surfaces };
};
