// The score of a document for the words of a query (Decision 0006), by full scan.

import type { MatchRule } from '../matching.ts';
import { lengthNormalization, RELAXED_PENALTY, scoreDocument, scoreWord, wordFactor } from '../ranking.ts';
import type { TextDocument } from '../text-document.ts';
import type { MatchableWord } from './word-match.ts';

/** Undefined if the document does not hold enough of the words. */
export type DocumentScore = (document: TextDocument) => number | undefined;

/** `documents` are all of the language of the words. */
export const buildDocumentScore = (
  words: readonly MatchableWord[],
  documents: readonly TextDocument[],
  rule: MatchRule,
): DocumentScore => {
  const statistics = {
    documents: documents.length,
    totalLength: documents.reduce((total, { length }) => total + length, 0),
  };
  const normalization = lengthNormalization(statistics);
  return (document) => {
    let matched = 0;
    let hasSelective = false;
    let sum = 0;
    for (const word of words) {
      const way = word.ways.find(({ weigh }) => weigh(document) > 0);
      if (way === undefined) continue;
      matched += 1;
      if (word.documents <= rule.selectiveMax) hasSelective = true;
      const factor = wordFactor(way.kind, word.documents, statistics, word.repeated);
      sum += scoreWord(factor, way.weigh(document), normalization, document.length);
    }
    const isEnough = matched >= rule.required;
    if (words.length === 0 || !(isEnough || hasSelective)) return undefined;
    const score = scoreDocument(sum, matched, words.length);
    return rule.isRelaxed && !isEnough ? score - RELAXED_PENALTY : score;
  };
};
