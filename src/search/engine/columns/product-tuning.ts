// Thresholds between two ways to store or find products. None of them changes a result.

export interface ProductTuning {
  /** A value or word of more than one in this many products is stored as a bitset, not as a posting list. */
  readonly denseValueShare: number;
  readonly denseWordShare: number;
  /** Shorter lists are never stored as bitsets. */
  readonly denseMin: number;
  /**
   * Numeric columns with more distinct values than this get block bitsets, if there are at least this many products.
   */
  readonly blockedValuesMin: number;
  readonly blockedItemsMin: number;
  /** Each block costs one bit per product and blocked column; the columns with the most values are blocked. */
  readonly blocks: number;
  readonly blockedColumnsMax: number;
  /**
   * The products of a word are counted by value if more than one in this many hold it, and more than one in this many do not; only in
   * segments with at least this many products.
   */
  readonly countedWordShare: number;
  readonly countedItemsMin: number;
  /** So are those of two words, if more than one in this many products hold both; of no more words than these, those that save most. */
  readonly countedPairShare: number;
  readonly pairedWordsMax: number;
  /** Counts kept for a word, or for two, and for all of them, per product. */
  readonly wordCountsMax: number;
  readonly allCountsMax: number;
  /** Columns with less text are scanned without a trigram filter. */
  readonly gramsBytesMin: number;
  /** A list of at most one in this many products may lead; larger sets are intersected as bitsets. */
  readonly leadShare: number;
  /** A page of several words passes over products that cannot reach it, if it takes at most one in this many of those found. */
  readonly passedOverShare: number;
  /** Products that it looks at before the first one is passed over, at least. */
  readonly passedOverStep: number;
}

export const productTuning: ProductTuning = {
  denseValueShare: 64,
  denseWordShare: 32,
  denseMin: 32,
  blockedValuesMin: 64,
  blockedItemsMin: 16_384,
  blocks: 64,
  blockedColumnsMax: 8,
  countedWordShare: 8,
  countedItemsMin: 16_384,
  countedPairShare: 128,
  pairedWordsMax: 16,
  wordCountsMax: 0.25,
  allCountsMax: 2,
  gramsBytesMin: 262_144,
  leadShare: 64,
  passedOverShare: 32,
  passedOverStep: 2_048,
};
