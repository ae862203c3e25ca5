// Where one way of holding or finding products becomes cheaper than another. None of these changes an answer.

export interface ProductTuning {
  /** A value or word carried by more than one in so many products is held as bits, not as a list. */
  readonly denseValueShare: number;
  readonly denseWordShare: number;
  /** Lists as short as this are never held as bits. */
  readonly denseMin: number;
  /** Columns of numbers with more distinct values than this are cut into blocks, if products are at least so many. */
  readonly blockedValuesMin: number;
  readonly blockedItemsMin: number;
  /** Each block costs one bit a product in each blocked column; the most carried columns are blocked. */
  readonly blocks: number;
  readonly blockedColumnsMax: number;
  /** Texts of a column that take fewer bytes in all are looked through without further ado. */
  readonly gramsBytesMin: number;
  /** A list of at most one in so many products is walked; anything larger is counted by whole words of bits. */
  readonly walkShare: number;
}

export const productTuning: ProductTuning = {
  denseValueShare: 64,
  denseWordShare: 32,
  denseMin: 32,
  blockedValuesMin: 64,
  blockedItemsMin: 16_384,
  blocks: 64,
  blockedColumnsMax: 8,
  gramsBytesMin: 262_144,
  walkShare: 64,
};
