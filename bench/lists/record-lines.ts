// Made-up records of one model with typed fields, as bundle objects. Derived from numbers alone.

import { randomFor } from '../../demo/build/random.ts';
import type { BundleLine, BundleObject } from '../../src/contract/bundle.ts';
import { vocabulary } from '../generate/vocabulary.ts';

export const SCOPE = { tenantId: 'lists', workspaceId: 'web', environmentId: 'PROD' } as const;
/** As `article`, but for two fields that must be unique. */
export const UNIQUE_MODEL = 'unique-article';
export const MODEL = 'article';

const LOCALE = 'en-us';
const CREATED_AT = '2026-01-02T03:04:05Z';
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2021, 0, 1);
const sections = ['news', 'guides', 'stories', 'press', 'jobs', 'events', 'recipes', 'help'];

export const sectionOf = (number: number): string => sections[number % sections.length] ?? '';
export const dayOf = (number: number): string => new Date(FIRST_DAY + number * DAY_MS).toISOString();

type Field = BundleLine<'content_model'>['fields'][number];

const uuid = (group: number, number: number): string =>
  `${String(group).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const field = (
  internal_name: string,
  data_type: Field['field_properties']['data_type'],
  isUnique = false,
): Field => ({
  component_id: '',
  destination_relation_field_id: '',
  field_properties: {
    internal_name,
    display_name: '',
    data_type,
    is_searchable: internal_name === 'section',
    is_localized: true,
    help_text: '',
    validation: isUnique ? { unique: true } : {},
  },
  is_required: false,
  relation_type: '',
  position: 0,
  is_removable: true,
  is_editable: true,
});

const modelLine = (id: number, internal_name: string, hasUnique: boolean): BundleObject => ({
  kind: 'content_model',
  id: uuid(9, id),
  internal_name,
  name: '',
  type: 'collection',
  created_at: CREATED_AT,
  template: '',
  act_as_web_page: true,
  is_localization_enabled: true,
  group_id: '',
  description: '',
  is_versionable: true,
  fields: [
    field('code', 'text', hasUnique),
    field('number', 'number', hasUnique),
    field('price', 'number'),
    field('day', 'date'),
    field('section', 'text'),
    field('is_open', 'boolean'),
  ],
  localized: {},
});

export const worldLines = (): BundleObject[] => [
  { kind: 'tenant', id: SCOPE.tenantId, name: '' },
  { kind: 'workspace', id: SCOPE.workspaceId, name: '' },
  {
    kind: 'environment',
    id: SCOPE.environmentId,
    env_type: 'PRODUCTION',
    default_locale: LOCALE,
    access: 'open',
  },
  modelLine(1, MODEL, false),
  modelLine(2, UNIQUE_MODEL, true),
];

export const textOf = (number: number, name: string) => {
  const random = randomFor(`record:${name}:${number}`);
  const words = Array.from({ length: 5 }, () => vocabulary[random.integer(0, vocabulary.length - 1)]);
  return {
    title: words.join(' '),
    page_slug: `/${name}/${number}`,
    body: `${words.join(', ')}. `.repeat(8),
    image_url: null,
    fields: {
      code: `code-${number}`,
      number,
      price: random.integer(1, 100_000) / 100,
      day: dayOf(random.integer(0, 1_825)),
      section: sectionOf(number),
      is_open: random.integer(0, 9) > 0,
    },
  };
};

/** A record, its version and that it is published, the kinds one after the other as a bundle has them. */
export const recordLines = (group: number, model: string, from: number, to: number): BundleObject[] => {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  return [
    ...numbers.map((number): BundleObject => {
      const created_at = new Date(FIRST_DAY + number * 60_000).toISOString();
      return { kind: 'record', model, id: uuid(group, number), created_at, created_by: null };
    }),
    ...numbers.map(
      (number): BundleObject => ({
        kind: 'version',
        record_id: uuid(group, number),
        id: uuid(group + 1, number),
        number: 1,
        name: '',
        created_at: CREATED_AT,
        created_by: null,
        localized: { [LOCALE]: textOf(number, model) },
      }),
    ),
    ...numbers.map(
      (number): BundleObject => ({
        kind: 'publication',
        record_id: uuid(group, number),
        version_id: uuid(group + 1, number),
        environment_id: SCOPE.environmentId,
        locales: null,
        published_at: CREATED_AT,
      }),
    ),
  ];
};
