// Records: values with expensive patterns, long chains of relations, filters over a whole model.

import { randomFor } from '../../../demo/build/random.ts';
import { ENVIRONMENT_ID } from '../../generate/catalog-bundle.ts';
import { vocabulary } from '../../generate/vocabulary.ts';
import type { Attack, HostileRequest } from '../attack.ts';

const CREATED_AT = '2026-01-02T03:04:05Z';
const VALUE_CHARS = 100_000;
/** One field each. Together they nearly use up the pattern budget of one version. */
const patterns = ['^(a+)+$', '^(a*)*b?$', '^(a*)*$', '^(\\w+\\s?)*$'];
const DENSE_RECORDS = 500;
/** Three levels of them are 819 records; a response may have 1,000. */
const RELATIONS = 9;
const DENSE_BODY_CHARS = 8_000;
const ENTRIES = 5_000;
const FILTERS = 40;

const idOf = (kind: number, number: number): string =>
  `0190b00${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

const field = (internal_name: string, data_type: string, more: object = {}, relation_type = '') => ({
  field_properties: { internal_name, data_type, ...more },
  relation_type,
});

const modelLine = (number: number, internal_name: string, fields: readonly object[]): object => ({
  kind: 'content_model',
  id: idOf(0, number),
  internal_name,
  created_at: CREATED_AT,
  fields,
});

/** A record, its version and its publication. */
const publishedRecord = (kind: number, number: number, model: string, text: object): object[] => {
  const record_id = idOf(kind, number);
  const version_id = idOf(kind + 1, number);
  return [
    { kind: 'record', model, id: record_id, created_at: CREATED_AT },
    {
      kind: 'version',
      record_id,
      id: version_id,
      number: 1,
      created_at: CREATED_AT,
      localized: { 'en-us': text },
    },
    { kind: 'publication', record_id, environment_id: ENVIRONMENT_ID, version_id, published_at: CREATED_AT },
  ];
};

const denseRecord = (number: number): object[] =>
  publishedRecord(1, number, 'dense', {
    title: `Dense ${number}`,
    body: 'dense '.repeat(DENSE_BODY_CHARS / 6),
    fields: {
      related: Array.from({ length: RELATIONS }, (_, place) =>
        idOf(1, (number * 31 + place * 17 + 1) % DENSE_RECORDS),
      ),
    },
  });

const entryRecord = (number: number): object[] => {
  const random = randomFor(`entry:${number}`);
  const words = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary)).join(' ');
  return publishedRecord(3, number, 'entry', {
    title: words(6),
    body: words(40),
    fields: { note: words(30), minutes: random.integer(1, 60) },
  });
};

/** What the attacker's tenant has besides its catalog, as the lines of a bundle. */
export function* recordLines(): Generator<string> {
  const models = [
    modelLine(
      1,
      'patterned',
      patterns.map((pattern, place) => field(`code_${place}`, 'text', { validation: { pattern } })),
    ),
    modelLine(2, 'dense', [field('related', 'relation', {}, 'many_to_many')]),
    modelLine(3, 'entry', [field('note', 'text', { is_searchable: true }), field('minutes', 'number')]),
  ];
  for (const model of models) yield `${JSON.stringify(model)}\n`;
  for (let number = 0; number < DENSE_RECORDS; number += 1)
    for (const line of denseRecord(number)) yield `${JSON.stringify(line)}\n`;
  for (let number = 0; number < ENTRIES; number += 1)
    for (const line of entryRecord(number)) yield `${JSON.stringify(line)}\n`;
}

const recordsPath = (model: string): string => `/content/v2/content-models/${model}/records`;

const listOf = (model: string, query: Readonly<Record<string, string | number>>): HostileRequest => ({
  operation: 'list-records',
  method: 'GET',
  target: `${recordsPath(model)}?${Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`,
});

/** Every second one fails at its very end, and is never stored. */
const patternedValue = (turn: number): string =>
  'a'.repeat(VALUE_CHARS - (turn % 1_000)) + (turn % 2 === 0 ? '' : '!');

const filtersOf = (turn: number): string => {
  const random = randomFor(`filters:${turn}`);
  const rules = Array.from({ length: FILTERS }, () => ({
    action: 'contains',
    field_name: random.pick(['note', 'title']),
    value: random.pick(vocabulary).slice(0, 4),
  }));
  return JSON.stringify([{ group: { operator: 'OR', rules } }]);
};

export const recordAttacks: readonly Attack[] = [
  {
    id: 'g',
    name: 'values of 100 kB against nested quantifiers, saved again and again',
    clients: 2,
    next: (turn) => ({
      operation: 'create-record',
      method: 'POST',
      target: recordsPath('patterned'),
      body: JSON.stringify({
        localized: {
          'en-us': {
            title: `Patterned ${turn}`,
            fields: Object.fromEntries(patterns.map((_, place) => [`code_${place}`, patternedValue(turn)])),
          },
        },
      }),
    }),
  },
  {
    id: 'h',
    name: '`expand=3` over densely related records',
    clients: 4,
    next: (turn) => listOf('dense', { limit: 1, expand: 3, skip: turn % DENSE_RECORDS, search: 'Dense' }),
  },
  {
    id: 'i',
    name: `${FILTERS} filters on a list of ${ENTRIES.toLocaleString('en')} records`,
    clients: 4,
    next: (turn) => listOf('entry', { limit: 100, sort_by: 'title', filter: filtersOf(turn) }),
  },
];
