// The parts of a product's score (Decision 0075). `score` is tier + (1 + text) × signalFactor × boostFactor − 1.

import type { RankedField } from './ranking-settings.ts';

/** The score of one word is idf × matchFactor × repeatFactor × frequency. */
export interface ExplainedWord {
  readonly word: string;
  readonly match: 'exact' | 'synonym' | 'prefix' | 'typo';
  /** Where the product has it, or what it matches: how often, and what it weighs there. */
  readonly fields: readonly {
    readonly field: RankedField;
    readonly weight: number;
    readonly occurrences: number;
  }[];
  readonly idf: number;
  readonly matchFactor: number;
  readonly repeatFactor: number;
  /** The weighted occurrences, saturated and by the length of the text. */
  readonly frequency: number;
  readonly score: number;
}

export interface SignalFactor {
  readonly field: string;
  readonly factor: number;
}

export interface ScoreExplanation {
  readonly words: readonly ExplainedWord[];
  readonly coverage: number;
  /** More than 1 if the name has the words of the query in their order, one after the other. */
  readonly phraseFactor: number;
  /** The scores of the words times the coverage and the phrase factor. */
  readonly text: number;
  readonly tier: number;
  readonly signals: readonly SignalFactor[];
  readonly signalFactor: number;
  /** By merchandising rules. */
  readonly boosts: readonly { readonly ruleId: string; readonly factor: number }[];
  readonly boostFactor: number;
  readonly score: number;
}
