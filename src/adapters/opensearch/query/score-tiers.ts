// Tiers of scores as factors: adding a large number, as embedded indexes do, would leave no digits to a score of 32 bits.

/** Larger than the quotient of any two scores that occur. */
const TIER = 2 ** 32;

/** Of what the strict rule finds, where the relaxed one finds more. */
export const STRICT_FACTOR = TIER;

/** Of a document whose title equals the query: it comes first even if only the relaxed rule finds it. */
export const SAME_TITLE_FACTOR = TIER * TIER;
