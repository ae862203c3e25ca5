// Reads and writes ISO 8601 dates and date-times, with the same result on every machine.
// A date alone is midnight UTC. A date-time without a zone is in UTC, never in the machine's zone.

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i;

const DAYS_OF_MONTHS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds since 1970, or undefined if the text is not an ISO 8601 date or date-time. */
export const parseInstant = (text: string): number | undefined => {
  const match = ISO_8601.exec(text);
  if (match === null) {
    return undefined;
  }
  const hasTime = text.length > 10;
  const instant = Date.parse(hasTime && match[1] === undefined ? `${text}Z` : text);
  if (Number.isNaN(instant)) {
    return undefined;
  }
  // Date.parse turns 2026-02-30 into 2 March; such a day is rejected.
  return isRealDay(text.slice(0, 10)) ? instant : undefined;
};

/** The last year whose dates sort as text and can be parsed again. */
export const YEAR_MAX = 9999;

const INSTANT_MAX = Date.UTC(YEAR_MAX + 1, 0) - 1;
const INSTANT_MIN = Date.parse('0000-01-01T00:00:00Z');

/**
 * UTC with milliseconds, so that text order is time order. Undefined if the zone moves the time into the year 10000, whose
 * dates neither sort as text nor can be parsed.
 */
export const spellInstant = (instant: number): string | undefined =>
  instant < INSTANT_MIN || instant > INSTANT_MAX ? undefined : new Date(instant).toISOString();

/** Computed without a Date, because indexing does this for every product. */
const isRealDay = (day: string): boolean => {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : DAYS_OF_MONTHS[month - 1];
  const date = Number(day.slice(8, 10));
  return days !== undefined && date >= 1 && date <= days;
};
