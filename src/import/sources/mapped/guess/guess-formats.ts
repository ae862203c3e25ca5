// How the values of a column are written: the first known way that fits all samples.

import { buildDateReader, namedDates } from '../values/date-format.ts';
import { buildNumberReader, type NumberFormat } from '../values/number-format.ts';
import { textOf } from '../values/row-values.ts';
import { utc } from '../values/time-zone.ts';
import type { ColumnFacts } from './column-facts.ts';

const numberFormats: readonly NumberFormat[] = [
  { decimal: '.', thousands: '' },
  { decimal: '.', thousands: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: ',', thousands: ' ' },
  { decimal: '.', thousands: "'" },
];

const datePatterns: readonly string[] = [
  'iso',
  'yyyy/MM/dd',
  'd.M.yyyy',
  'd.M.yyyy HH:mm',
  'd.M.yyyy HH:mm:ss',
  'M/d/yyyy',
  'M/d/yyyy H:mm',
  'd/M/yyyy',
  'd/M/yyyy H:mm',
  'd MMM yyyy',
  'MMM d, yyyy',
  'EEE, dd MMM yyyy HH:mm:ss X',
];

type Written = Record<string, unknown>;

const textsOf = ({ samples, name }: ColumnFacts): readonly string[] =>
  samples.filter((sample) => typeof sample !== 'object').map((sample) => textOf(sample, name).trim());

/** The names to add to a rule for an amount; undefined if the values are not amounts. */
export const guessNumber = (column: ColumnFacts): Written | undefined => {
  if (column.isNumber) return {};
  const texts = textsOf(column);
  if (!column.isText || texts.length === 0) return undefined;
  const format = numberFormats.find((candidate) => {
    const read = buildNumberReader(candidate, true);
    return texts.every((text) => read(text) !== undefined);
  });
  if (format === undefined) return undefined;
  const { decimal, thousands } = format;
  return thousands === '' ? {} : { number: { decimal, thousands } };
};

/** The names to add to a rule for a time; undefined if the values are not times. */
export const guessDate = (column: ColumnFacts): Written | undefined => {
  const texts = textsOf(column);
  if (texts.length === 0) return undefined;
  if (column.isNumber || texts.every((text) => /^\d{10}(\d{3})?$/.test(text))) {
    const isMilliseconds = texts.every((text) => Number(text) > 1e11);
    return { date: isMilliseconds ? 'epoch_milliseconds' : 'epoch_seconds' };
  }
  const pattern = datePatterns.find((candidate) => {
    const read = namedDates.get(candidate) ?? buildDateReader(candidate);
    return read !== undefined && texts.every((text) => read(text, utc) !== undefined);
  });
  if (pattern === undefined) return undefined;
  return pattern === 'iso' ? {} : { date: pattern };
};

const holdsTags = /<\/?[a-z][^<>]*>/i;

export const guessHtml = (column: ColumnFacts): Written =>
  textsOf(column).some((text) => holdsTags.test(text)) ? { html: 'text' } : {};

/** Text that is a list. */
export const guessSplit = (column: ColumnFacts): Written => {
  if (!column.isText) return {};
  const texts = textsOf(column);
  const separator = ['|', ';', ','].find((sign) => texts.some((text) => text.includes(sign)));
  return separator === undefined ? {} : { split: separator };
};

/** Names of categories: a list is one path, as is text with signs between its levels. */
export const guessCategories = (column: ColumnFacts): Written => {
  if (column.isList) return { path: 'list' };
  const texts = textsOf(column);
  const level = [' > ', '>', ' / '].find((sign) => texts.some((text) => text.includes(sign)));
  return { ...guessSplit(column), ...(level === undefined ? {} : { path: level.trim() }) };
};
