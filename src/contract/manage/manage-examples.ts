// One short request example for each managed kind. Omitted fields have defaults.

import { exampleField } from '../models/get-content-model.ts';
import type { ManagedKindName } from './managed-kind.ts';

const CATALOG_ID = '0b7e4a5e-6d0c-4b52-9d0e-2f4d6c1a8b3f';
const CREATED_AT = '2026-01-02T03:04:05Z';

export const manageExamples: Readonly<Record<ManagedKindName, Readonly<Record<string, unknown>>>> = {
  tenant: { id: 'acme', name: 'Acme' },
  workspace: { id: 'web', name: 'Acme web' },
  environment: {
    id: 'PRODUCTION-1',
    env_type: 'PRODUCTION',
    default_locale: 'en-us',
    access: 'token_required',
  },
  domain: { host: 'shop.acme.test', environment_id: 'PRODUCTION-1' },
  content_model: {
    id: '11111111-1111-4111-8111-111111111111',
    internal_name: 'blog',
    name: 'Blog',
    created_at: CREATED_AT,
    fields: [{ ...exampleField, is_removable: true }],
    localized: { 'de-de': { name: 'Blog', description: 'Beiträge' } },
  },
  catalog: {
    id: CATALOG_ID,
    name: 'Main',
    environment_ids: ['PRODUCTION-1'],
    content_models: ['blog'],
    ranking: {
      weights: { brand: 2 },
      numbers: [{ field: 'popularity', max_factor: 2, full_at: 1_000, scale: 'logarithmic' }],
      newness: { half_life_days: 30, max_factor: 1.5 },
      in_stock: { factor: 1.2 },
    },
  },
  store: {
    id: 's1',
    environment_id: 'PRODUCTION-1',
    provider: 'bigcommerce',
    catalog_id: CATALOG_ID,
    currency: 'USD',
    is_default: true,
  },
  category: { catalog_id: CATALOG_ID, id: 'c1', name: 'Shoes' },
  product: {
    catalog_id: CATALOG_ID,
    id: 'p1',
    sku: 'A-1',
    name: 'Red shoe',
    brand: 'Nordic',
    category_ids: ['c1'],
    prices: { USD: 79.5 },
    created_at: CREATED_AT,
    attributes: { color: ['red'], weight_g: 310 },
    localized: { 'de-de': { name: 'Roter Schuh' } },
  },
  content_item: {
    catalog_id: CATALOG_ID,
    provider_id: 'wp-17',
    locale: 'en-us',
    type: 'blog',
    title: 'How to lace a shoe',
    url: '/blog/lacing',
    body: 'Start at the toe.',
    created_at: CREATED_AT,
  },
  synonyms: { catalog_id: CATALOG_ID, id: 'syn1', words: ['sneaker', 'trainer', 'running shoe'] },
  merchandising_rule: {
    catalog_id: CATALOG_ID,
    id: 'r1',
    when: { search_term: 'shoe', from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' },
    pin: ['p1'],
    boost: [
      {
        factor: 2,
        filter: [
          {
            group: {
              operator: 'AND',
              rules: [{ field_name: 'brand', action: 'equal_to', value: 'Nordic' }],
            },
          },
        ],
      },
    ],
    status: 'draft',
  },
  attribute: {
    catalog_id: CATALOG_ID,
    name: 'gtin',
    is_searchable: true,
    is_facet: false,
    description: 'Shoppers scan it.',
  },
  facet: {
    catalog_id: CATALOG_ID,
    field: 'price',
    label: 'Price',
    position: 2,
    type: 'ranges',
    boundaries: [50, 100, 200],
    localized: { 'de-de': { label: 'Preis' } },
  },
  form: {
    id: '44444444-4444-4444-8444-444444444444',
    name: 'contact',
    display_name: 'Contact us',
    created_at: CREATED_AT,
  },
};
