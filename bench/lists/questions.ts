// What lists of records are asked for. Each turn is another question, so that no response is repeated.

import type { buildListRecords } from '../../src/operations/records/list-records.ts';
import { dayOf, MODEL, sectionOf, textOf } from './record-lines.ts';

export type List = ReturnType<typeof buildListRecords>;
export type Query = Parameters<List>[1]['query'];

const rules = (operator: 'AND' | 'OR', ...given: readonly [string, string, string][]): string =>
  JSON.stringify([
    {
      group: {
        operator,
        rules: given.map(([field_name, action, value]) => ({ field_name, action, value })),
      },
    },
  ]);

/** Questions by name. `turn` makes each another one. */
export const questions: Readonly<Record<string, (turn: number, size: number) => Query>> = {
  'first page': () => ({}),
  'deep page': (turn, size) => ({ skip: size - 20 * (1 + (turn % 50)) }),
  preview: () => ({ preview: true }),
  'by title': (turn) => ({ sort_by: 'title', skip: (turn % 10) * 20 }),
  'by title, descending, deep': (turn, size) => ({
    sort_by: 'title',
    sort_order: 'desc',
    skip: Math.floor(size / 2) + turn,
  }),
  'by price': (turn) => ({ sort_by: 'price', skip: (turn % 10) * 20 }),
  'by price, descending, deep': (turn, size) => ({
    sort_by: 'price',
    sort_order: 'desc',
    skip: Math.floor(size / 2) + turn,
  }),
  'by date': (turn, size) => ({ sort_by: 'day', sort_order: 'asc', skip: Math.floor(size / 3) + turn }),
  'by date, descending': (turn) => ({ sort_by: 'day', sort_order: 'desc', skip: (turn % 10) * 20 }),
  'equals, one record': (turn, size) => ({
    filter: rules('AND', ['code', 'equal_to', `code-${(turn * 7919) % size}`]),
  }),
  'equals, an eighth': (turn) => ({ filter: rules('AND', ['section', 'equal_to', sectionOf(turn)]) }),
  'range, half': (turn) => ({ filter: rules('AND', ['price', 'greater_than', String(500 + turn)]) }),
  'range of dates': (turn) => ({
    filter: rules(
      'AND',
      ['day', 'greater_than_or_equal_to', dayOf(turn)],
      ['day', 'less_than', dayOf(turn + 60)],
    ),
  }),
  'one of three': (turn) => ({
    filter: rules(
      'OR',
      ['section', 'equal_to', sectionOf(turn)],
      ['section', 'equal_to', sectionOf(turn + 3)],
      ['section', 'equal_to', sectionOf(turn + 5)],
    ),
  }),
  'contains, by title': (turn) => ({
    filter: rules('AND', ['title', 'contains', 'abcdefghijklmnop'.charAt(turn % 16)]),
    sort_by: 'title',
  }),
  'contains three characters': (turn) => ({
    filter: rules('AND', ['title', 'contains', textOf(turn * 31, MODEL).title.slice(2, 5)]),
    sort_by: 'title',
  }),
  'two filters': (turn) => ({
    filter: rules('AND', ['is_open', 'equal_to', 'true'], ['price', 'less_than', String(500 + turn)]),
  }),
  'two filters, by title, deep': (turn, size) => ({
    filter: rules('AND', ['is_open', 'equal_to', 'true'], ['section', 'not_equal_to', sectionOf(turn)]),
    sort_by: 'title',
    skip: Math.floor(size / 2) + turn,
  }),
  search: (turn) => ({ search: String(textOf(turn, MODEL).title.slice(0, 6)) }),
};

/** Asked right after a write as well. */
export const afterWrites = [
  'first page',
  'preview',
  'by title, descending, deep',
  'by price, descending, deep',
  'equals, an eighth',
  'contains three characters',
  'two filters, by title, deep',
  'search',
] as const;
