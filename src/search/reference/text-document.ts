// A text as the reference engine holds it: every word of every field, counted. Nothing is compressed or shared.

import type { Analyzer } from '../analysis/analyze.ts';
import { buildAnalyzer } from '../analysis/analyze.ts';
import { languageOf } from '../analysis/languages.ts';

export interface TextField<F extends string> {
  readonly name: F;
  readonly length: number;
  readonly stems: ReadonlyMap<string, number>;
  readonly surfaces: ReadonlyMap<string, number>;
}

export interface TextDocument<F extends string> {
  readonly language: string;
  readonly fields: readonly TextField<F>[];
}

export const analyzeText = <F extends string>(
  locale: string,
  texts: Readonly<Record<F, string>>,
): TextDocument<F> => {
  const language = languageOf(locale);
  const analyzer = buildAnalyzer(language);
  const names = Object.keys(texts) as F[];
  return { language, fields: names.map((name) => analyzeField(analyzer, name, texts[name])) };
};

const analyzeField = <F extends string>(analyzer: Analyzer, name: F, text: string): TextField<F> => {
  const stems = new Map<string, number>();
  const surfaces = new Map<string, number>();
  const tokens = analyzer.analyzeDocument(text);
  for (const { stem, surface } of tokens) {
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
    surfaces.set(surface, (surfaces.get(surface) ?? 0) + 1);
  }
  return { name, length: tokens.length, stems, surfaces };
};

/** How often any of the stems stands in each field, fields without one left out. */
export const countStems = <F extends string>(document: TextDocument<F>, stems: Iterable<string>) =>
  countIn(document, (field) => {
    let count = 0;
    for (const stem of stems) count += field.stems.get(stem) ?? 0;
    return count;
  });

/** How often a word that begins with the prefix stands in each field, fields without one left out. */
export const countPrefixed = <F extends string>(document: TextDocument<F>, prefix: string) =>
  countIn(document, (field) => {
    let count = 0;
    for (const [surface, times] of field.surfaces) if (surface.startsWith(prefix)) count += times;
    return count;
  });

const countIn = <F extends string>(document: TextDocument<F>, count: (field: TextField<F>) => number) =>
  document.fields
    .map((field) => ({ field: field.name, count: count(field), length: field.length }))
    .filter((occurrence) => occurrence.count > 0);

export const holdsStem = (document: TextDocument<string>, stem: string): boolean =>
  document.fields.some((field) => field.stems.has(stem));
