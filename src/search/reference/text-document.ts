// A text as the reference engine holds it: what each of its words weighs. Nothing is compressed or shared.

import { buildAnalyzer } from '../analysis/analyze.ts';
import { languageOf } from '../analysis/languages.ts';
import { WEIGHT_MAX } from '../ranking.ts';
import type { WeightedText } from '../weighted-texts.ts';

export interface TextDocument {
  readonly language: string;
  /** How many words the text has. */
  readonly length: number;
  /** Occurrences of each stem, weighted by field, WEIGHT_MAX at most. */
  readonly stems: ReadonlyMap<string, number>;
  readonly surfaces: ReadonlySet<string>;
}

export const analyzeText = (locale: string, fields: readonly WeightedText[]): TextDocument => {
  const language = languageOf(locale);
  const analyzer = buildAnalyzer(language);
  const stems = new Map<string, number>();
  const surfaces = new Set<string>();
  let length = 0;
  for (const { text, weight } of fields) {
    for (const token of analyzer.analyzeDocument(text)) {
      length += 1;
      surfaces.add(token.surface);
      stems.set(token.stem, Math.min(WEIGHT_MAX, (stems.get(token.stem) ?? 0) + weight));
    }
  }
  return { language, length, stems, surfaces };
};
