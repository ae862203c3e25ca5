// What the steps of a query cost, in the units of a budget: about nanoseconds on one core, measured roughly and rounded up. Only
// their proportions matter; none of them changes an answer. Whoever spends them says so before a stretch of work.

import { spend } from './work-budget.ts';

/** A posting read, scored or marked, with the item it leads to. */
export const POSTING = 4;
/** A leap within a posting list, and the comparison of two strings of a dictionary. */
export const LEAP = 25;
/** A word of bits combined with another. */
export const BITS_WORD = 1;
/** A product looked at in a set or in a column. */
export const ITEM = 6;
/** A byte of text looked at by the native scan, one looked at in a text by itself, and one held against many needles at once. */
export const SCANNED_BYTE = 0.5;
export const TEXT_BYTE = 2;
export const PASSED_BYTE = 8;
/** A text in which something was found: the scan begins anew behind it. */
export const FOUND_TEXT = 150;
/** A stretch of texts judged by its three-byte pieces. */
export const JUDGED_BLOCK = 10;
/** A word of a dictionary judged by its letters, and one that must be compared letter by letter. */
export const JUDGED_WORD = 4;
export const COMPARED_WORD = 250;
/** A word put to those of its length and first letter, once for each dictionary. */
export const SHELVED_WORD = 40;
/** A word looked up in a dictionary. */
export const LOOKUP = 400;
/** A word of a dictionary that begins as the typed one does. */
export const COMPLETED_WORD = 10;
/** A character of a query folded, split and stemmed, and what every query and every text searched costs beside that. */
export const QUERY_CHARACTER = 30;
export const QUERY = 3_000;
export const TEXT = 1_000;
/** A phrase of a synonym set: analysed, looked up in a text for the first time, and met again by a query. */
export const ANALYSED_PHRASE = 4_000;
export const RESOLVED_PHRASE = 1_000;
export const MET_PHRASE = 40;
/** A phrase of several words that a text holds, made ready or looked for. */
export const HELD_PHRASE = 500;
/** A filter rule or facet read, and its place found in one segment. */
export const READ_RULE = 1_000;
export const PLACED_RULE = 1_500;
/** A part of a criterion weighed against others, to find the cheapest. */
export const ORDERED_PART = 400;
/** A distinct value looked at; and one counted for a facet, shown and put into order. */
export const VALUE = 40;
export const FACET_VALUE = 500;
/** A byte of such a value. */
export const FACET_BYTE = 30;
/** An item kept for the page, put into order and handed over. */
export const KEPT_ITEM = 150;
/** A product that a merchandising rule names. */
export const TREATED_PRODUCT = 600;

/** So many postings are read in one go between two looks at the budget: well below a millisecond. */
export const POSTINGS_AT_ONCE = 131_072;

/** The end of the next stretch of postings from `from` on, which is paid for. */
export const nextPostings = (from: number, end: number): number => {
  const stop = Math.min(end, from + POSTINGS_AT_ONCE);
  spend((stop - from) * POSTING);
  return stop;
};
