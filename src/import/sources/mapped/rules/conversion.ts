// Values as the type of a field wants them: numbers, amounts, booleans and times from the way the source writes them.

import { hash } from 'node:crypto';
import { UUID_PATTERN } from '../../../../contract/value-limits.ts';
import { plainValue, writtenNumber } from '../../rows/exact-number.ts';
import { below, type MappingFaults, readChoice, readKnown, readList, readText } from '../mapping-faults.ts';
import { type BooleanReader, buildBooleanReader, plainBooleans } from '../values/boolean-words.ts';
import { buildDateReader, type DateReader, namedDates, patternLetters } from '../values/date-format.ts';
import {
  buildNumberReader,
  type DecimalSign,
  type NumberReader,
  plainNumbers,
  thousandsSigns,
} from '../values/number-format.ts';
import { textOf, ValueFault } from '../values/row-values.ts';
import { findTimeZone, type TimeZone, utc } from '../values/time-zone.ts';

/** Types that a rule of an attribute may choose. */
export const valueTypes = ['text', 'number', 'boolean', 'time'] as const;

/** `scalar`: text, number or boolean, as it is. `any`: lists and objects too. `uuid`: made from other text, always the same. */
export type ValueType = (typeof valueTypes)[number] | 'money' | 'scalar' | 'any' | 'uuid';

export const conversionNames = ['number', 'boolean', 'date', 'zone'] as const;

export type Conversion = (value: unknown, column: string) => unknown;

const FORMATS_MAX = 10;
const WORD_MAX_CHARS = 100;
const WORDS_MAX = 50;

type Written = Readonly<Record<string, unknown>>;

export const buildConversion = (
  rule: Written,
  path: string,
  type: ValueType,
  faults: MappingFaults,
): Conversion => {
  const number = readNumberFormat(rule['number'], below(path, 'number'), type === 'money', faults);
  const boolean = readBooleanFormat(rule['boolean'], below(path, 'boolean'), faults);
  const dates = readDateFormats(rule['date'], below(path, 'date'), faults);
  const zone = readZone(rule['zone'], below(path, 'zone'), faults);
  const unusable = conversionNames.find((name) => rule[name] !== undefined && !usable[name].includes(type));
  if (unusable !== undefined) {
    faults.add(below(path, unusable), `cannot be used here: the value is ${typeWords[type]}`);
  }
  switch (type) {
    case 'number':
    case 'money':
      return (value, column) => toNumber(value, column, number);
    case 'boolean':
      return (value, column) => toBoolean(value, column, boolean);
    case 'time':
      return (value, column) => toTime(value, column, dates, zone);
    case 'uuid':
      return (value, column) => uuidOf(textOf(value, column));
    case 'scalar':
      return (value, column) => (typeof value === 'object' ? textOf(value, column) : plainValue(value));
    case 'any':
      return plainValue;
    case 'text':
      return textOf;
  }
};

const typeWords: Readonly<Record<ValueType, string>> = {
  text: 'a text',
  number: 'a number',
  money: 'an amount',
  boolean: 'a boolean',
  time: 'a time',
  scalar: 'taken as it is; choose a "type"',
  any: 'taken as it is',
  uuid: 'an id',
};

const usable: Readonly<Record<(typeof conversionNames)[number], readonly ValueType[]>> = {
  number: ['number', 'money'],
  boolean: ['boolean'],
  date: ['time'],
  zone: ['time'],
};

const toNumber = (value: unknown, column: string, read: NumberReader): number => {
  const written = writtenNumber(value);
  const text = written ?? textOf(value, column);
  const number = written === undefined ? read(text) : Number(written);
  if (number !== undefined && Number.isFinite(number)) return number;
  throw new ValueFault(
    'is not a number that is written as the mapping says; say how in "number", such as {"decimal": ",", "thousands": "."}',
    column,
    text,
  );
};

const toBoolean = (value: unknown, column: string, read: BooleanReader): boolean => {
  const text = textOf(value, column);
  const boolean = read(text);
  if (boolean !== undefined) return boolean;
  throw new ValueFault(
    'is no known word for yes or no; list them in "boolean", such as {"true": ["ja"], "false": ["nein"]}',
    column,
    text,
  );
};

const toTime = (value: unknown, column: string, formats: readonly DateReader[], zone: TimeZone): string => {
  const text = textOf(value, column);
  for (const read of formats) {
    const time = read(text, zone);
    if (time !== undefined) return time;
  }
  throw new ValueFault(
    'is not a time, or is not written as the mapping says; "date" says how, such as "dd.MM.yyyy HH:mm"',
    column,
    text,
  );
};

const UUID = new RegExp(UUID_PATTERN);

/** Whether an id is not one of the source itself. */
export const isMadeUuid = (id: string): boolean => id[14] === '8';

/** RFC 9562 version 8. */
const uuidOf = (text: string): string => {
  if (UUID.test(text)) return text;
  const hex = hash('sha256', `vitrine-import:${text}`, 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const readNumberFormat = (
  value: unknown,
  path: string,
  isMoney: boolean,
  faults: MappingFaults,
): NumberReader => {
  if (value === undefined) return buildNumberReader(plainNumbers, isMoney);
  const written = readKnown(value, path, ['decimal', 'thousands'], faults) ?? {};
  const signs: readonly DecimalSign[] = ['.', ','];
  const decimal =
    written['decimal'] === undefined
      ? '.'
      : readChoice(written['decimal'], below(path, 'decimal'), signs, faults);
  const thousands =
    written['thousands'] === undefined
      ? ''
      : readChoice(written['thousands'], below(path, 'thousands'), thousandsSigns, faults);
  if (decimal === thousands) faults.add(path, 'must have different signs for decimal and thousands');
  return buildNumberReader({ decimal: decimal ?? '.', thousands: thousands ?? '' }, isMoney);
};

const readBooleanFormat = (value: unknown, path: string, faults: MappingFaults): BooleanReader => {
  if (value === undefined) return buildBooleanReader(plainBooleans.true, plainBooleans.false);
  if (value === 'positive') {
    const read = buildNumberReader(plainNumbers);
    return (text) => {
      const number = read(text);
      return number === undefined ? undefined : number > 0;
    };
  }
  const written = readKnown(value, path, ['true', 'false'], faults) ?? {};
  const words = (name: string) =>
    readList(written[name], below(path, name), WORDS_MAX, faults, (word, at) =>
      readText(word, at, WORD_MAX_CHARS, faults),
    );
  return buildBooleanReader(words('true'), words('false'));
};

const readDateFormats = (value: unknown, path: string, faults: MappingFaults): readonly DateReader[] => {
  const iso = namedDates.get('iso') as DateReader;
  if (value === undefined) return [iso];
  return readList(Array.isArray(value) ? value : [value], path, FORMATS_MAX, faults, (format, at) => {
    const text = readText(format, at, WORD_MAX_CHARS, faults);
    if (text === undefined) return undefined;
    return (
      namedDates.get(text) ??
      buildDateReader(text) ??
      faults.add(
        at,
        `must be ${[...namedDates.keys()].join(', ')}, or a pattern with a year of ${patternLetters.join(', ')}`,
      )
    );
  });
};

const readZone = (value: unknown, path: string, faults: MappingFaults): TimeZone => {
  if (value === undefined) return utc;
  const name = readText(value, path, WORD_MAX_CHARS, faults);
  const zone = name === undefined ? utc : findTimeZone(name);
  if (zone === undefined) faults.add(path, 'must be a time zone such as "Europe/Berlin" or "+02:00"');
  return zone ?? utc;
};
