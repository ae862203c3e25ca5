// The days that a report is about, as its caller gives them.

import { dayOf, firstDayOf } from '../domain/events/product-event.ts';
import { invalidInput } from '../domain/failures/failures.ts';
import type { Period } from '../domain/terms/search-report.ts';

const DEFAULT_DAYS = 30;

/** Without `from`, so many days up to `until`. Without `until`, up to today. */
export const readDays = (
  { from, until, days }: { readonly from?: string; readonly until?: string; readonly days?: number },
  instant: number,
): Period => {
  if (from !== undefined && days !== undefined)
    throw invalidInput('not_allowed', 'days', 'from and days exclude each other: give only one of them');
  const last = until === undefined ? dayOf(instant) : readDay(until, 'until');
  const first =
    from === undefined
      ? firstDayOf(days ?? DEFAULT_DAYS, Date.parse(`${last}T00:00:00Z`))
      : readDay(from, 'from');
  // Days of negative years have another form.
  if (first.startsWith('-'))
    throw invalidInput('out_of_range', 'until', 'until is too early: choose a later day');
  if (first > last) throw invalidInput('out_of_range', 'from', 'from must not be after until');
  return { from: first, until: last };
};

const readDay = (text: string, field: string): string => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some days roll over into the next month.
  if (Number.isNaN(instant) || dayOf(instant) !== text)
    throw invalidInput('malformed', field, `${field} must be a day such as 2026-01-31`);
  return text;
};
