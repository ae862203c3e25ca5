// Boundaries of range buckets: round numbers, or calendar units for dates, chosen from the data. They change only when the data's
// extent changes much. Shared by every engine.

/** Where buckets begin, ascending; each ends where the next begins. The first is at or before `min`, the last at or before `max`. */
export const rangeStarts = (min: number, max: number, isDate: boolean): number[] => {
  const [first, ...rest] = isDate ? dateStarts(min, max) : numberStarts(min, max);
  // Rounding can put the first one after the smallest number, at the edge of what a number or date can hold.
  return [first !== undefined && first <= min ? first : min, ...rest];
};

const BUCKETS_WANTED = 6;
const ROUND_STEPS = [1, 2, 5, 10];

const numberStarts = (min: number, max: number): number[] => {
  const span = max - min;
  if (!(span > 0)) return [min];
  const power = 10 ** Math.floor(Math.log10(span / BUCKETS_WANTED));
  const step = power * (ROUND_STEPS.find((one) => span / (one * power) <= BUCKETS_WANTED) ?? 10);
  // Tiny or enormous numbers: a step that does not change them would never end.
  if (!Number.isFinite(step) || min + step === min || max - step === max) return [min];
  const first = Math.floor(min / step);
  return startsUntil(max, (at) => roundTo((first + at) * step, step));
};

/** Removes the noise of binary fractions: 0.30000000000000004 is 0.3. */
const roundTo = (value: number, step: number): number => {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return decimals > 15 ? value : Number(value.toFixed(decimals));
};

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

const dateStarts = (min: number, max: number): number[] => {
  const days = (max - min) / DAY_MS;
  const [year, month, day] = [
    new Date(min).getUTCFullYear(),
    new Date(min).getUTCMonth(),
    new Date(min).getUTCDate(),
  ];
  if (days > 2 * YEAR_DAYS) {
    const step = stepFor(days / YEAR_DAYS);
    const first = Math.floor(year / step) * step;
    return startsUntil(max, (at) => startOf(first + at * step, 0, 1));
  }
  if (days > 2 * MONTH_DAYS) {
    const step = days > YEAR_DAYS / 2 ? 3 : 1;
    const first = Math.floor(month / step) * step;
    return startsUntil(max, (at) => startOf(year, first + at * step, 1));
  }
  const step = stepFor(days);
  return startsUntil(max, (at) => startOf(year, month, day + at * step));
};

/** Unlike `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999. */
const startOf = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month, day);

const stepFor = (units: number): number => {
  let power = 1;
  while (units / (10 * power) > BUCKETS_WANTED) power *= 10;
  return power * (ROUND_STEPS.find((one) => units / (one * power) <= BUCKETS_WANTED) ?? 10);
};

/** More than any span needs. */
const STARTS_MAX = 32;

const startsUntil = (max: number, startAt: (at: number) => number): number[] => {
  const starts: number[] = [];
  for (let at = 0; at < STARTS_MAX; at += 1) {
    const start = startAt(at);
    // At the edge of what a number can hold, a step may lead nowhere.
    if (!(start <= max) || start === starts.at(-1)) break;
    starts.push(start);
  }
  return starts;
};
