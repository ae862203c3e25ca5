// Lists of records by going through all of them: what the lists that a store keeps have to agree with. And random values,
// models and questions to hold one against the other.

import fc from 'fast-check';
import type { BundleLine } from '../../../src/contract/bundle.ts';
import { filterActions } from '../../../src/contract/products/product-criteria.ts';
import { Failure } from '../../../src/domain/failures/failures.ts';
import { unbounded } from '../../../src/domain/limits/request-budget.ts';
import type { ContentModel } from '../../../src/domain/models/content-model.ts';
import type { FilterGroup } from '../../../src/domain/products/product-filter.ts';
import { decide } from '../../../src/domain/records/record-filter.ts';
import type { PageSearch, RecordReader } from '../../../src/domain/records/record-ports.ts';
import {
  compileRecordQuery,
  inLocale,
  type RecordCriteria,
  type RecordQuery,
} from '../../../src/domain/records/record-query.ts';
import { localeChain } from '../../../src/domain/text/locale.ts';

export const LOCALES = ['en-us', 'en-gb', 'de', 'fr-fr'] as const;
export const FIELDS = ['one', 'two', 'three', 'created_by', 'body'] as const;

/** Every record is looked at and everything is sorted. */
export const pageByScan = async (
  reader: RecordReader,
  { judge, keyOf, sortOrder }: RecordQuery,
  { model, view, chain, page }: PageSearch,
): Promise<{ ids: string[]; total: number }> => {
  const found: { key: string | number | undefined; id: string }[] = [];
  for await (const batch of reader.readRecords(model, view)) {
    for (const shown of batch) {
      const record = inLocale(shown, chain);
      if (record === undefined || !(await decide(judge(record), unbounded))) continue;
      found.push({ key: keyOf(record), id: record.record.id });
    }
  }
  const direction = sortOrder === 'asc' ? 1 : -1;
  found.sort((a, b) => {
    if (a.key === b.key) return a.id < b.id ? -1 : 1;
    if (a.key === undefined || b.key === undefined) return a.key === undefined ? 1 : -1;
    return a.key < b.key ? -direction : direction;
  });
  const ids = found.slice(page.skip, page.skip + page.limit).map(({ id }) => id);
  return { ids, total: found.length };
};

const long = 'the same beginning of many long texts, which are told apart only where they end, '.repeat(2);

const text = fc.constantFrom(
  'Apple',
  'apple',
  'ÄPFEL',
  ' apple ',
  'Zebra',
  'zebra crossing',
  '',
  ' ',
  '10',
  '9',
  'true',
  '2026-01-02',
  '2026-01-02T03:04:05+02:00',
  '2025-12-31T23:59:59Z',
  '\ud83d\ude00 smile',
  '\uff5e wave',
  '\u0001\u0002odd',
  `${long}a`,
  `${long}b`,
  `${long}b`.repeat(9),
  `${' '.repeat(1_100)}late`,
);
const scalar = fc.oneof(
  text,
  text,
  fc.constantFrom(0, -0, 1, -1, 2.5, 10, 1e21, -1e-7),
  fc.boolean(),
  fc.constant({ url: 'https://cdn.example/apple.png' }),
  fc.constant(null),
);
export const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant([...Array.from({ length: 70 }, (_, index) => index), 'apple', 'zebra']),
  },
);

export const textIn = fc.record({
  title: text,
  page_slug: fc.constantFrom('/a', '/b', ''),
  body: fc.constantFrom('', 'apple', `${long}z`),
  image_url: fc.constant(null),
  fields: fc.dictionary(fc.constantFrom('one', 'two', 'three', 'created_by'), value, { maxKeys: 4 }),
});

const types = ['text', 'rich_text', 'number', 'boolean', 'date', 'multi_select', 'media', 'select'] as const;

export const modelFields = fc.array(
  fc.record({
    name: fc.constantFrom(...FIELDS),
    data_type: fc.constantFrom(...types),
    is_searchable: fc.boolean(),
  }),
  { maxLength: 5 },
);

export const toModelFields = (
  fields: readonly { name: string; data_type: (typeof types)[number]; is_searchable: boolean }[],
): BundleLine<'content_model'>['fields'] =>
  [...new Map(fields.map((field) => [field.name, field])).values()].map(
    ({ name, data_type, is_searchable }, position) => ({
      component_id: '',
      destination_relation_field_id: '',
      field_properties: {
        internal_name: name,
        display_name: '',
        data_type,
        is_searchable,
        is_localized: true,
        help_text: '',
        validation: {},
      },
      is_required: false,
      relation_type: '',
      position,
      is_removable: true,
      is_editable: true,
    }),
  );

const names = ['id', 'title', 'page_slug', 'created_at', 'modified_at', 'published_at', ...FIELDS];
const sought = [
  'apple',
  'APFEL',
  'a',
  '',
  '1',
  '10',
  '2.5',
  'true',
  'false',
  '2026',
  '2026-01-02',
  'z',
  long,
];
const rule = fc.record({
  field: fc.constantFrom(...names),
  action: fc.constantFrom(...filterActions),
  value: fc.oneof(
    fc.constantFrom(...sought, `${long}a`, `${long}b`, '2026-01-02T01:04:05Z', '\ud83d', '00000000-0000'),
    text,
  ),
  at: fc.constant('filter.0.group.rules.0.value'),
});
const groups: fc.Arbitrary<FilterGroup[]> = fc.array(
  fc.record({
    operator: fc.constantFrom('AND' as const, 'OR' as const),
    rules: fc.array(rule, { maxLength: 3 }),
  }),
  { maxLength: 2 },
);

export const question = fc.record({
  criteria: fc.record({
    search: fc.option(fc.constantFrom('apple', 'Zebra', 'late', 'z', 'true', '1', 'png', 'odd', 'end'), {
      nil: undefined,
      freq: 3,
    }),
    groups,
    sortBy: fc.option(fc.constantFrom(...names), { nil: undefined }),
    sortOrder: fc.constantFrom('asc' as const, 'desc' as const, undefined),
  }),
  locale: fc.constantFrom('en-us', 'en', 'de', 'fr', 'it'),
  view: fc.constantFrom('published' as const, 'latest' as const),
  page: fc.oneof(
    fc.record({ skip: fc.nat(30), limit: fc.nat(12) }),
    fc.record({ skip: fc.nat(400), limit: fc.integer({ min: 1, max: 50 }) }),
  ),
});
export type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

/** Undefined where the model refuses the question. */
export const compile = (model: ContentModel, criteria: RecordCriteria): RecordQuery | undefined => {
  try {
    return compileRecordQuery(model, criteria);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

export const searchOf = ({ locale, view, page }: Question, model: string): PageSearch => ({
  model,
  view,
  chain: localeChain(locale, 'en-us'),
  page,
});
