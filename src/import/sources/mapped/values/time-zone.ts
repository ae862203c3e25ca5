// Local times of a time zone. Where clocks are set back, the first of two times is meant; where they are set forward, a time that
// does not exist is moved by the gap.

const DAY_MS = 24 * 60 * 60 * 1000;
const FIXED = /^([+-])(\d{2}):?(\d{2})$/;

/** Turns a local time, as if it were UTC, into the instant. */
export type TimeZone = (localMs: number) => number;

export const utc: TimeZone = (localMs) => localMs;

/** A name such as `Europe/Berlin`, or an offset such as `+02:00`; undefined if there is none of that name. */
export const findTimeZone = (name: string): TimeZone | undefined => {
  const offset = fixedOffset(name);
  if (offset !== undefined) return (localMs) => localMs - offset;
  const offsetAt = buildOffsets(name);
  if (offsetAt === undefined) return undefined;
  return (localMs) => {
    const before = localMs - offsetAt(localMs - DAY_MS);
    const after = localMs - offsetAt(localMs + DAY_MS);
    const isReal = (instant: number): boolean => instant + offsetAt(instant) === localMs;
    if (before === after || (isReal(before) && before < after)) return before;
    return isReal(after) ? after : before;
  };
};

/** The milliseconds of `Z`, `+02:00` or `+0200`. */
export const fixedOffset = (text: string): number | undefined => {
  if (text === 'Z' || text === 'z') return 0;
  const [, sign, hours, minutes] = FIXED.exec(text) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

const buildOffsets = (name: string): ((instant: number) => number) | undefined => {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  return (instant) => {
    const shown = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(shown) ?? [];
    return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  };
};
