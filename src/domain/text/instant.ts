// Points in time as text: ISO 8601 dates and date-times, read the same on every machine.
// A date alone is midnight UTC; a date-time without a zone is UTC, never the machine's own zone.

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i;

const DAYS_OF_MONTHS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds since 1970, or undefined when the text is no ISO 8601 date or date-time. */
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
  // Date.parse turns 2026-02-30 into 2 March: such a day is no date.
  return isRealDay(text.slice(0, 10)) ? instant : undefined;
};

/** The last year whose dates sort as text and can be read again. */
export const YEAR_MAX = 9999;

const INSTANT_MAX = Date.UTC(YEAR_MAX + 1, 0) - 1;
const INSTANT_MIN = Date.parse('0000-01-01T00:00:00Z');

/**
 * UTC with milliseconds, so that the order of the texts is the order of time; undefined where a zone has carried the end of
 * the calendar over into a year of six digits, which neither sorts so nor is read by `parseInstant`.
 */
export const spellInstant = (instant: number): string | undefined =>
  instant < INSTANT_MIN || instant > INSTANT_MAX ? undefined : new Date(instant).toISOString();

/** By counting, not by making a date and writing it out: an index asks this of every product. */
const isRealDay = (day: string): boolean => {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : DAYS_OF_MONTHS[month - 1];
  const date = Number(day.slice(8, 10));
  return days !== undefined && date >= 1 && date <= days;
};
