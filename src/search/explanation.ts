// Explains the score of a product by its parts, with the arithmetic of the ranking (Decision 0075). Shared by every engine; each finds
// the words itself.

import { boundedFactor } from '../domain/products/merchandising-rule.ts';
import type { ProductBoost } from '../domain/products/product-search.ts';
import { WEIGHT_STEP } from '../domain/products/ranking-settings.ts';
import type { ExplainedWord, ScoreExplanation, SignalFactor } from '../domain/products/score-explanation.ts';
import { buildAnalyzer } from './analysis/analyze.ts';
import type { MatchRule } from './matching.ts';
import {
  boostScore,
  type CollectionStatistics,
  coverageOf,
  lengthNormalization,
  type MatchKind,
  PHRASE_FACTOR,
  RELAXED_PENALTY,
  scoreDocument,
  scoreWord,
  TITLE_BOOST,
  tierOf,
  wordFactor,
  wordFactors,
} from './ranking.ts';
import { productOfSignals } from './signals.ts';
import type { FieldText } from './weighted-texts.ts';

/** A word of the query that a product holds. */
export interface HeldWord {
  readonly surface: string;
  readonly kind: MatchKind;
  /** Its weight in the product. */
  readonly weight: number;
  /** How many documents hold it. */
  readonly documents: number;
  readonly repeated: number;
  /** By which it matches. */
  readonly stems: ReadonlySet<string>;
}

/** The text of a product, and what it is compared with. */
export interface ExplainedText {
  readonly held: readonly HeldWord[];
  /** The number of words in the query. */
  readonly asked: number;
  readonly rule: MatchRule;
  readonly statistics: CollectionStatistics;
  readonly language: string;
  readonly length: number;
  readonly isNamed: boolean;
  /** Whether its name has the words of the query in their order, one after the other. */
  readonly isPhrase: boolean;
  readonly texts: readonly FieldText[];
}

/** `text` undefined: nothing is searched for. */
export const explainScore = (
  text: ExplainedText | undefined,
  signals: readonly SignalFactor[],
  boosts: readonly ProductBoost[],
): ScoreExplanation => {
  const found = text !== undefined && isMatch(text) ? explainText(text) : NO_TEXT;
  const signalFactor = productOfSignals(signals.map(({ factor }) => factor));
  const boostFactor = boundedFactor(boosts.reduce((all, { factor }) => all * factor, 1));
  const tier = tierOf(found.score);
  return {
    words: found.words,
    coverage: found.coverage,
    phraseFactor: found.phraseFactor,
    text: found.text,
    tier: boostFactor < 1 ? Math.min(tier, 0) : tier,
    signals,
    signalFactor,
    boosts,
    boostFactor,
    score: boostScore(found.score, boostFactor, signalFactor),
  };
};

const NO_TEXT = { words: [], coverage: 1, phraseFactor: 1, text: 0, score: 0 };

/** A pinned product need not hold the term. */
const isMatch = ({ held, asked, rule }: ExplainedText): boolean =>
  asked > 0 && (held.length >= rule.required || held.some(({ documents }) => documents <= rule.selectiveMax));

const explainText = (explained: ExplainedText) => {
  const { held, asked, rule, isNamed, isPhrase } = explained;
  const occurrences = countOccurrences(explained);
  const words = held.map((word) => explainWord(word, explained, occurrences));
  let sum = 0;
  for (const { score } of words) sum += score;
  const phraseFactor = isPhrase ? PHRASE_FACTOR : 1;
  const text = scoreDocument(sum, held.length, asked) * phraseFactor;
  const found = rule.isRelaxed && held.length < rule.required ? text - RELAXED_PENALTY : text;
  return {
    words,
    coverage: coverageOf(held.length, asked),
    phraseFactor,
    text,
    score: isNamed ? found + TITLE_BOOST : found,
  };
};

const explainWord = (
  { surface, kind, weight, documents, repeated, stems }: HeldWord,
  { statistics, length }: ExplainedText,
  occurrences: readonly FieldOccurrences[],
): ExplainedWord => {
  const normalization = lengthNormalization(statistics);
  const { idf, kindWeight, saturation } = wordFactors(kind, documents, statistics);
  return {
    word: surface,
    match: kind,
    fields: occurrences.flatMap(({ field, weight: quarters, byStem }) => {
      let times = 0;
      for (const stem of stems) times += byStem.get(stem) ?? 0;
      return times === 0 ? [] : [{ field, weight: quarters * WEIGHT_STEP, occurrences: times }];
    }),
    idf,
    matchFactor: kindWeight,
    repeatFactor: repeated,
    frequency: scoreWord(saturation, weight, normalization, length),
    score: scoreWord(wordFactor(kind, documents, statistics, repeated), weight, normalization, length),
  };
};

interface FieldOccurrences extends Pick<FieldText, 'field' | 'weight'> {
  readonly byStem: ReadonlyMap<string, number>;
}

/** How often each stem occurs in each field, as a part of a compound too. */
const countOccurrences = ({ texts, language }: ExplainedText): FieldOccurrences[] => {
  const analyzer = buildAnalyzer(language);
  return texts.map(({ field, weight, text }) => {
    const byStem = new Map<string, number>();
    const count = (stem: string): Map<string, number> => byStem.set(stem, (byStem.get(stem) ?? 0) + 1);
    for (const { surface, stem } of analyzer.analyzeDocument(text)) {
      count(stem);
      for (const part of analyzer.partsOf(surface)) count(analyzer.stemWord(part));
    }
    return { field, weight, byStem };
  });
};
