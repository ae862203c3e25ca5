// The cost of each step of a query in budget units: roughly nanoseconds on one core, measured and rounded up. Only
// the proportions matter; none of them changes a result. Spend them before the step they pay for.

import { spend } from './work-budget.ts';

/** Read one posting and score it or set its bit. */
export const POSTING = 4;
/** Seek within a posting list, or compare two dictionary strings. */
export const SEEK = 25;
/** Combine two bitset words. */
export const BITS_WORD = 1;
/** Test one product in a bitset or a column. */
export const ITEM = 6;
/** Scan one byte natively; scan one byte in a single text; test one byte against many substrings at once. */
export const SCANNED_BYTE = 0.5;
export const TEXT_BYTE = 2;
export const MULTI_SCAN_BYTE = 8;
/** One text that contains the substring: the scan restarts after it. */
export const FOUND_TEXT = 150;
/** Test one block of texts against the trigram filter. */
export const CHECKED_BLOCK = 10;
/** Test one dictionary word by its letter set; compute one edit distance. */
export const CHECKED_WORD = 4;
export const COMPARED_WORD = 250;
/** Look up one word in a dictionary. */
export const LOOKUP = 400;
/** One dictionary word that starts with the typed prefix. */
export const PREFIX_WORD = 10;
/**
 * Fold, split and stem one character of a query; the fixed cost of a query; the fixed cost of a text index searched.
 */
export const QUERY_CHARACTER = 30;
export const QUERY = 3_000;
export const TEXT = 1_000;
/** Analyse a synonym phrase; look it up in a text index for the first time; match it again in a query. */
export const ANALYSED_PHRASE = 4_000;
export const RESOLVED_PHRASE = 1_000;
export const MATCHED_PHRASE = 40;
/** Prepare or search a phrase of several words. */
export const LONG_PHRASE = 500;
/** Parse a filter rule or facet; find its values in one segment. */
export const PARSED_RULE = 1_000;
export const LOCATED_RULE = 1_500;
/** Compare the cost of one clause with the others. */
export const RANKED_CLAUSE = 400;
/** Add the count of one value to those before it. */
export const SUMMED_COUNT = 2;
/** Test one distinct value; count, show and sort one facet value. */
export const VALUE = 40;
export const FACET_VALUE = 500;
/** One byte of a facet value. */
export const FACET_BYTE = 30;
/** Compare one name with a phrase. */
export const NAME = 100;
/** Read one ranking signal of one product. */
export const SIGNAL = 130;
/** Keep, sort and return one item of the page. */
export const HEAP_ITEM = 150;
/** Put one category into its place in the tree, once per set of categories. */
export const SORTED_CATEGORY = 1_000;
/** Join the parts of one product; each of its characters; each character of its variants; parse one character. */
export const SHOWN_PRODUCT = 4 * LOOKUP;
export const SHOWN_CHAR = 0.5;
export const VARIANT_CHAR = 2;
export const PARSED_CHAR = 8;
/** One character of a text whose matched words are marked. */
export const HIGHLIGHTED_CHAR = 200;
/** One product named by a merchandising rule. */
export const MERCHANDISED_PRODUCT = 600;

/** Postings read between two checks of the budget: well below a millisecond. */
const POSTINGS_PER_STEP = 131_072;

/** The end of the next step of postings, already paid for. */
export const nextPostings = (from: number, end: number): number => {
  const stop = Math.min(end, from + POSTINGS_PER_STEP);
  spend((stop - from) * POSTING);
  return stop;
};
