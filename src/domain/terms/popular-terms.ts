// Popular terms: which search terms are recorded, and how they are ranked (Decision 0010).

import { foldText } from '../text/fold-text.ts';

export interface SearchEvent {
  readonly tenantId: string;
  readonly workspaceId: string;
  readonly catalogId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly term: string;
  readonly total: number;
  readonly visitor: string;
}

/** The number of distinct visitors who searched for a term on one day and found something. */
export interface TermDay {
  readonly term: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly visitors: number;
}

/** The number of distinct visitors who searched for a term on any day. */
export interface TermVisitors {
  readonly term: string;
  readonly visitors: number;
}

export interface CountedSearches {
  readonly searches: number;
  /** Those among them that found nothing. */
  readonly withoutResult: number;
}

export const HALF_LIFE_DAYS = 7;
export const HORIZON_DAYS = 90;
export const TERM_MAX_CHARS = 200;
const DAY_MS = 86_400_000;

/** The term trimmed, with white space folded and in lower case. Undefined if it must not be recorded. */
export const recordableTerm = (text: string): string | undefined => {
  if (isPlainTerm(text)) return text.toLowerCase();
  const term = text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return term === '' || term.length > TERM_MAX_CHARS || looksPersonal(term) ? undefined : term;
};

const PLAIN_WORDS = /^[a-z]+(?: [a-z]+)*$/i;

/** ASCII words separated by single spaces. Most searches look like this and need no further checks or folding. */
export const isPlainTerm = (text: string): boolean => text.length <= TERM_MAX_CHARS && PLAIN_WORDS.test(text);

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]/u;
// Seven or more digits with any punctuation that people use in phone and card numbers, even directly after a word.
const PHONE_OR_CARD = /\d(?:[\s\p{P}]*\d){6,}/u;

const looksPersonal = (term: string): boolean => {
  // Folded, because digits of other scripts and widths form the same number.
  const folded = foldText(term);
  return EMAIL.test(folded) || PHONE_OR_CARD.test(folded);
};

/**
 * The ranked list. Score: visitors per day, halved for every seven days of age. At least `minVisitors` in total. Ties are sorted by term.
 */
export const rankTerms = (
  days: readonly TermDay[],
  totals: readonly TermVisitors[],
  options: { readonly now: number; readonly minVisitors: number },
): string[] => {
  const known = new Set(
    totals.filter((total) => total.visitors >= options.minVisitors).map((total) => total.term),
  );
  const today = Math.floor(options.now / DAY_MS);
  const scores = new Map<string, number>();
  // Summed in a fixed order, so that the same data always gives exactly the same score.
  for (const { term, day, visitors } of days.toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )) {
    const age = today - Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
    if (known.has(term) && age >= 0 && age < HORIZON_DAYS) {
      scores.set(term, (scores.get(term) ?? 0) + visitors * 0.5 ** (age / HALF_LIFE_DAYS));
    }
  }
  return [...scores]
    .sort(([termA, a], [termB, b]) => b - a || (termA < termB ? -1 : 1))
    .map(([term]) => term);
};
