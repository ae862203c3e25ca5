// The query of a record list (Decision 0022): search, filter and sort over the texts of one locale. Pure: reading and paging
// happen elsewhere.

import { invalidInput } from '../failures/failures.ts';
import { UNITS_PER_CHAR } from '../limits/request-budget.ts';
import type { ContentModel, FieldDataType } from '../models/content-model.ts';
import { valueOfField } from '../models/record-text.ts';
import type { AttributeScalar } from '../products/product.ts';
import type { FieldType } from '../products/product-fields.ts';
import type { FilterGroup } from '../products/product-filter.ts';
import { foldText } from '../text/fold-text.ts';
import { parseInstant } from '../text/instant.ts';
import { isObject } from '../text/json-value.ts';
import { findInChain } from '../text/locale.ts';
import { SORT_KEY_MAX_CHARS } from './list-keys.ts';
import type { ContentRecord, ShownRecord, ShownText } from './record.ts';
import { compileFilter, type FilteredField, type Judge, type ListRule, toListRule } from './record-filter.ts';

/** A record in the locale that the chain selects. */
export interface RecordInLocale {
  readonly record: ContentRecord;
  readonly locale: string;
  readonly shown: ShownText;
}

/** Undefined if the record has no locale of the chain. */
export const inLocale = (
  { record, texts }: ShownRecord,
  chain: readonly string[],
): RecordInLocale | undefined => {
  const found = findInChain(texts, chain);
  return found === undefined ? undefined : { record, locale: found.locale, shown: found.value };
};

interface QueryField extends FilteredField<RecordInLocale> {
  readonly isList: boolean;
}

const scalars = (...values: readonly (AttributeScalar | null | undefined)[]): AttributeScalar[] =>
  values.filter((value): value is AttributeScalar => value !== null && value !== undefined && value !== '');

const own = (type: FieldType, read: QueryField['read']): QueryField => ({
  type,
  isList: false,
  isLong: false,
  read,
});

const ownFields: ReadonlyMap<string, QueryField> = new Map([
  ['id', own('text', ({ record }) => [record.id])],
  ['title', own('text', ({ shown }) => scalars(shown.text.title))],
  ['page_slug', own('text', ({ shown }) => scalars(shown.text.pageSlug))],
  ['created_at', own('date', ({ record }) => [record.createdAt])],
  ['modified_at', own('date', ({ shown }) => [shown.version.createdAt])],
  ['published_at', own('date', ({ shown }) => scalars(shown.publishedAt))],
  ['created_by', own('text', ({ record }) => scalars(record.createdBy))],
]);

/** How values of a data type are compared. Omitted types cannot be filtered or sorted by. */
const comparedAs: Readonly<Partial<Record<FieldDataType, FieldType>>> = {
  text: 'text',
  rich_text: 'text',
  number: 'number',
  currency: 'number',
  boolean: 'boolean',
  date: 'date',
  select: 'text',
  multi_select: 'text',
  media: 'text',
  relation: 'text',
};

/** Every filterable field of the records of a model. A field of the model never hides a built-in one. */
export const queryFieldsOf = (model: ContentModel): ReadonlyMap<string, QueryField> => {
  const fields = new Map(ownFields);
  for (const { fieldProperties, relationType } of model.fields) {
    const { internal_name: name, data_type } = fieldProperties;
    const type = comparedAs[data_type];
    if (type === undefined || fields.has(name)) continue;
    fields.set(name, {
      type,
      isLong: data_type === 'rich_text' || name === 'body',
      isList: data_type === 'multi_select' || relationType.endsWith('_to_many'),
      read: ({ shown }) => readScalars(valueOfField(shown.text, name), type),
    });
  }
  return fields;
};

/** Imported values may have any type. Values that are not of the field's type are skipped. */
const readScalars = (value: unknown, type: FieldType): AttributeScalar[] => {
  const values = Array.isArray(value) ? value : [value];
  return values
    .map((item: unknown) => (isObject(item) ? item['url'] : item))
    .filter((item): item is AttributeScalar => isOfType(item, type));
};

const isOfType = (value: unknown, type: FieldType): boolean => {
  if (type === 'number' || type === 'boolean') return typeof value === type;
  if (type === 'date') return typeof value === 'string' && parseInstant(value) !== undefined;
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
};

export interface RecordCriteria {
  readonly search: string | undefined;
  readonly groups: readonly FilterGroup[];
  readonly sortBy: string | undefined;
  readonly sortOrder: 'asc' | 'desc' | undefined;
}

export type SortKey = string | number | undefined;

/** The same query in the form that lists evaluate. */
export interface ListQuery {
  /** All must match. */
  readonly groups: readonly { readonly operator: 'AND' | 'OR'; readonly rules: readonly ListRule[] }[];
  readonly search: RecordSearch | undefined;
  readonly sortBy: { readonly field: string; readonly type: FieldType };
}

export interface RecordSearch {
  /** Folded. */
  readonly needle: string;
  /** Names of the searched values. */
  readonly names: ReadonlySet<string>;
}

export interface RecordQuery extends ListQuery {
  /** Yields the cost of each long step before it happens, and returns whether the record matches. */
  readonly judge: Judge<RecordInLocale>;
  readonly keyOf: (candidate: RecordInLocale) => SortKey;
  readonly sortOrder: 'asc' | 'desc';
}

const DEFAULT_SORT = 'created_at';

/** Throws `invalidInput` if the model does not have a field, or a value does not parse for its field. */
export const compileRecordQuery = (model: ContentModel, criteria: RecordCriteria): RecordQuery => {
  const fields = queryFieldsOf(model);
  for (const rule of criteria.groups.flatMap(({ rules }) => rules)) {
    if (!fields.has(rule.field)) {
      throw unknownField(rule.at.replace(/value$/u, 'field_name'), rule.field);
    }
  }
  const passes = compileFilter(criteria.groups, fields);
  const search = readSearch(model, criteria.search);
  const finds = search && compileSearch(search);
  const sortBy = criteria.sortBy ?? DEFAULT_SORT;
  const field = fields.get(sortBy);
  if (field === undefined || field.isList) throw unknownField('sort_by', sortBy);
  return {
    *judge(candidate) {
      return (yield* passes(candidate)) && (finds === undefined || (yield* finds(candidate)));
    },
    keyOf: (candidate) => sortKeyOf(field.read(candidate)[0], field.type),
    sortOrder: criteria.sortOrder ?? (field.type === 'date' ? 'desc' : 'asc'),
    groups: criteria.groups
      .filter(({ rules }) => rules.length > 0)
      .map(({ operator, rules }) => ({
        operator,
        rules: rules.map((rule) => toListRule(rule, fields.get(rule.field)?.type ?? 'text')),
      })),
    search,
    sortBy: { field: sortBy, type: field.type },
  };
};

const unknownField = (at: string, name: string) =>
  invalidInput(
    'not_allowed',
    at,
    `${at} is not a field that can be used here: ${JSON.stringify(name.slice(0, 64))}`,
  );

const searchedTypes: ReadonlySet<string> = new Set(['text', 'rich_text', 'select', 'multi_select']);

const readSearch = (model: ContentModel, search: string | undefined): RecordSearch | undefined => {
  const needle = foldText(search?.trim() ?? '');
  if (needle === '') return undefined;
  const names = new Set([
    'title',
    ...model.fields
      .map(({ fieldProperties }) => fieldProperties)
      .filter(({ is_searchable, data_type }) => is_searchable && searchedTypes.has(data_type))
      .map(({ internal_name }) => internal_name),
  ]);
  return { needle, names };
};

const compileSearch = ({ needle, names }: RecordSearch): Judge<RecordInLocale> =>
  function* find({ shown }) {
    for (const name of names) {
      const value = valueOfField(shown.text, name);
      for (const text of Array.isArray(value) ? value : [value]) {
        if (typeof text !== 'string') continue;
        yield text.length * UNITS_PER_CHAR;
        if (foldText(text).includes(needle)) return true;
      }
    }
    return false;
  };

const sortKeyOf = (value: AttributeScalar | undefined, type: FieldType): SortKey => {
  if (value === undefined) return undefined;
  switch (type) {
    case 'number':
    case 'boolean':
      return Number(value);
    case 'date':
      return parseInstant(String(value));
    default:
      return foldText(String(value).slice(0, SORT_KEY_MAX_CHARS)).trim();
  }
};
