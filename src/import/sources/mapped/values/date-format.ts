// Dates and times by a pattern such as `dd.MM.yyyy HH:mm`, in ISO 8601, or as seconds or milliseconds since 1970. The result is
// the instant. Days that do not exist are refused.

import { parseInstant, spellInstant } from '../../../../domain/text/instant.ts';
import { fixedOffset, type TimeZone } from './time-zone.ts';

export type DateReader = (text: string, zone: TimeZone) => string | undefined;

const DATE_MAX_CHARS = 100;
const PATTERN_MAX_CHARS = 60;
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** What a pattern has read so far. */
interface Fields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  milli: number;
  isPm: boolean | undefined;
  offsetMs: number | undefined;
}

/** Reads its part of the text at `at` and returns where it ends; -1 if it does not fit. */
type Part = (text: string, at: number, fields: Fields) => number;

type NumberField = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'milli';

const digits =
  (field: NumberField, least: number, most: number): Part =>
  (text, at, fields) => {
    let end = at;
    while (end < at + most && isDigit(text.charCodeAt(end))) end += 1;
    if (end - at < least) return -1;
    fields[field] = Number(text.slice(at, end));
    return end;
  };

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const word =
  (words: readonly string[], chars: number, take: (index: number, fields: Fields) => void): Part =>
  (text, at, fields) => {
    const rest = text.slice(at, at + 10).toLowerCase();
    const index = words.findIndex((name) => rest.startsWith(name.slice(0, chars)));
    if (index === -1) return -1;
    take(index, fields);
    return at + (words[index] ?? '').slice(0, chars).length;
  };

const month = (index: number, fields: Fields): void => {
  fields.month = index + 1;
};

const WHOLE_WORD = 10;

const parts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['yyyy', digits('year', 4, 4)],
  ['MMMM', word(MONTHS, WHOLE_WORD, month)],
  ['MMM', word(MONTHS, 3, month)],
  ['MM', digits('month', 2, 2)],
  ['M', digits('month', 1, 2)],
  ['dd', digits('day', 2, 2)],
  ['d', digits('day', 1, 2)],
  ['EEEE', word(DAYS, WHOLE_WORD, () => {})],
  ['EEE', word(DAYS, 3, () => {})],
  ['HH', digits('hour', 2, 2)],
  ['H', digits('hour', 1, 2)],
  ['hh', digits('hour', 2, 2)],
  ['h', digits('hour', 1, 2)],
  ['mm', digits('minute', 2, 2)],
  ['ss', digits('second', 2, 2)],
  ['SSS', digits('milli', 3, 3)],
  [
    'a',
    word(['am', 'pm'], 2, (index, fields) => {
      fields.isPm = index === 1;
    }),
  ],
  [
    'X',
    (text, at, fields) => {
      const end = /[zZ]/.test(text[at] ?? '') ? at + 1 : at + (text[at + 3] === ':' ? 6 : 5);
      fields.offsetMs = fixedOffset(text.slice(at, end));
      return fields.offsetMs === undefined ? -1 : end;
    },
  ],
]);

/** The letters that a pattern may have, for messages. */
export const patternLetters: readonly string[] = [...parts.keys()];

const exactly =
  (char: string): Part =>
  (text, at) =>
    text[at] === char ? at + 1 : -1;

const LETTERS = /([a-zA-Z])\1*|'([^']*)'|[^a-zA-Z]/gu;

/** Undefined if the pattern has other letters than the known ones; text in single quotes stands for itself. */
export const buildDateReader = (pattern: string): DateReader | undefined => {
  if (pattern.length > PATTERN_MAX_CHARS) return undefined;
  const steps: Part[] = [];
  for (const [token, letter, quoted] of pattern.matchAll(LETTERS)) {
    if (letter === undefined) steps.push(...[...(quoted ?? token)].map(exactly));
    else {
      const part = parts.get(token);
      if (part === undefined) return undefined;
      steps.push(part);
    }
  }
  return pattern.includes('y') ? (text, zone) => readBy(steps, text, zone) : undefined;
};

const readBy = (steps: readonly Part[], text: string, zone: TimeZone): string | undefined => {
  if (text.length > DATE_MAX_CHARS) return undefined;
  const fields: Fields = {
    year: 0,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    milli: 0,
    isPm: undefined,
    offsetMs: undefined,
  };
  let at = 0;
  for (const step of steps) {
    at = step(text, at, fields);
    if (at === -1) return undefined;
  }
  return at === text.length ? instantOf(fields, zone) : undefined;
};

const instantOf = (fields: Fields, zone: TimeZone): string | undefined => {
  if (fields.isPm !== undefined && (fields.hour < 1 || fields.hour > 12)) return undefined;
  const hour = fields.isPm === undefined ? fields.hour : (fields.hour % 12) + (fields.isPm ? 12 : 0);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(fields.year).padStart(4, '0')}-${two(fields.month)}-${two(fields.day)}`;
  const time = `${two(hour)}:${two(fields.minute)}:${two(fields.second)}.${String(fields.milli).padStart(3, '0')}`;
  const localMs = hour > 23 ? undefined : parseInstant(`${day}T${time}Z`);
  if (localMs === undefined) return undefined;
  return spellInstant(fields.offsetMs === undefined ? zone(localMs) : localMs - fields.offsetMs);
};

const HAS_ZONE = /(?:z|[+-]\d{2}:\d{2})$/i;

/** ISO 8601; a space may stand for the T. */
const iso: DateReader = (text, zone) => {
  const spelled = text
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
    .replace(/([+-]\d{2})(\d{2})$/, (zoned, hours, minutes) =>
      text.length > 10 ? `${hours}:${minutes}` : zoned,
    );
  const instant = parseInstant(spelled);
  if (instant === undefined) return undefined;
  return spellInstant(spelled.length > 10 && HAS_ZONE.test(spelled) ? instant : zone(instant));
};

const since1970 =
  (unitMs: number): DateReader =>
  (text) => {
    if (!/^-?\d{1,16}(?:\.\d{1,9})?$/.test(text)) return undefined;
    return spellInstant(Math.round(Number(text) * unitMs));
  };

/** Formats that have a name instead of a pattern. */
export const namedDates: ReadonlyMap<string, DateReader> = new Map([
  ['iso', iso],
  ['epoch_seconds', since1970(1000)],
  ['epoch_milliseconds', since1970(1)],
]);
