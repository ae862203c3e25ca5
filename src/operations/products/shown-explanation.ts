// The parts of a score as a response shows them.

import type { ExplainedWord, ScoreExplanation } from '../../domain/products/score-explanation.ts';

export const showExplanation = (explained: ScoreExplanation) => ({
  words: explained.words.map(showWord),
  coverage: explained.coverage,
  phrase_factor: explained.phraseFactor,
  text: explained.text,
  tier: explained.tier,
  signals: explained.signals,
  signal_factor: explained.signalFactor,
  boosts: explained.boosts.map(({ ruleId, factor }) => ({ rule_id: ruleId, factor })),
  boost_factor: explained.boostFactor,
  score: explained.score,
});

const showWord = ({ matchFactor, repeatFactor, frequency, score, ...word }: ExplainedWord) => ({
  ...word,
  match_factor: matchFactor,
  repeat_factor: repeatFactor,
  frequency,
  score,
});
