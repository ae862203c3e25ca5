// Relevance: BM25 over weighted fields, more matched words over fewer, exact over synonym over prefix over typo (Decision 0006).
// Shared by every engine, so that all of them order alike to the last bit.

export const contentFields = ['title', 'keywords', 'summary', 'body'] as const;
export type ContentField = (typeof contentFields)[number];

const fieldWeights: Readonly<Record<ContentField, number>> = { title: 4, keywords: 2, summary: 2, body: 1 };

const K1 = 1.2;
const B = 0.75;

export type MatchKind = 'exact' | 'synonym' | 'prefix' | 'typo';

const kindWeights: Readonly<Record<MatchKind, number>> = { exact: 1, synonym: 0.9, prefix: 0.7, typo: 0.5 };

/** What a ranking knows of all documents of one language. */
export interface CollectionStatistics {
  readonly documents: number;
  readonly averageLengths: Readonly<Record<ContentField, number>>;
}

/** How often something stands in one field of a document, and how long that field is. */
export interface FieldOccurrence {
  readonly field: ContentField;
  readonly count: number;
  readonly length: number;
}

/** Rarer words tell more. Never negative. */
export const inverseDocumentFrequency = (documents: number, matching: number): number =>
  Math.log(1 + (documents - matching + 0.5) / (matching + 0.5));

/** The score of one matched word in one document. */
export const scoreWord = (
  kind: MatchKind,
  matchingDocuments: number,
  occurrences: readonly FieldOccurrence[],
  statistics: CollectionStatistics,
): number => {
  let weighted = 0;
  for (const { field, count, length } of occurrences) {
    const average = statistics.averageLengths[field];
    const normalization = average === 0 ? 1 : 1 - B + (B * length) / average;
    weighted += (fieldWeights[field] * count) / normalization;
  }
  const saturated = (weighted * (K1 + 1)) / (weighted + K1);
  return kindWeights[kind] * inverseDocumentFrequency(statistics.documents, matchingDocuments) * saturated;
};

/** The score of a document: what its words scored, scaled by the share of the query's words that it holds. */
export const scoreDocument = (wordScores: number, matchedWords: number, queryWords: number): number =>
  wordScores * (matchedWords / queryWords);
