// The table and key of each kind of bundle object, and its name in the change feed. Reading and writing share this list, so
// an export returns what was imported. Kinds that are stored as rows are not here.

import type { BundleKind, BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceTable } from './scoped-query.ts';

export type DocumentKind = Exclude<BundleKind, 'publication' | 'search_event' | 'popular_term'>;

export interface DocumentTable<K extends DocumentKind> {
  readonly table: WorkspaceTable;
  /** Key columns after tenant and workspace. All are text that is never empty. */
  readonly key: readonly string[];
  /** The properties of the object that make up the key, in the same order. */
  readonly names: readonly string[];
  /** The values of the key columns and of the other columns that queries use. */
  readonly columns: (object: BundleLine<K>) => Readonly<Record<string, string | number>>;
  readonly feed: (object: BundleLine<K>) => { readonly catalogId: string; readonly id: string };
}

const ofCatalog = <K extends 'category' | 'product' | 'synonyms' | 'merchandising_rule'>(
  table: WorkspaceTable,
  idColumn: string,
): DocumentTable<K> => ({
  table,
  key: ['catalog_id', idColumn],
  names: ['catalog_id', 'id'],
  columns: (object) => ({ catalog_id: object.catalog_id, [idColumn]: object.id }),
  feed: (object) => ({ catalogId: object.catalog_id, id: object.id }),
});

const ofWorkspace = <K extends 'environment' | 'form'>(
  table: WorkspaceTable,
  idColumn: string,
): DocumentTable<K> => ({
  table,
  key: [idColumn],
  names: ['id'],
  columns: (object) => ({ [idColumn]: object.id }),
  feed: (object) => ({ catalogId: '', id: object.id }),
});

export const documentTables: { readonly [K in DocumentKind]: DocumentTable<K> } = {
  tenant: {
    table: 'tenant',
    key: [],
    names: [],
    columns: () => ({}),
    feed: (tenant) => ({ catalogId: '', id: tenant.id }),
  },
  workspace: {
    table: 'workspace',
    key: [],
    names: [],
    columns: () => ({}),
    feed: (workspace) => ({ catalogId: '', id: workspace.id }),
  },
  environment: ofWorkspace('environment', 'environment_id'),
  domain: {
    table: 'domain',
    key: ['host'],
    names: ['host'],
    columns: (domain) => ({ host: domain.host.toLowerCase(), environment_id: domain.environment_id }),
    feed: (domain) => ({ catalogId: '', id: domain.host.toLowerCase() }),
  },
  content_model: {
    table: 'content_model',
    key: ['model_id'],
    names: ['id'],
    columns: (model) => ({ model_id: model.id, internal_name: model.internal_name }),
    feed: (model) => ({ catalogId: '', id: model.id }),
  },
  catalog: {
    table: 'catalog',
    key: ['catalog_id'],
    names: ['id'],
    columns: (catalog) => ({ catalog_id: catalog.id }),
    feed: (catalog) => ({ catalogId: catalog.id, id: catalog.id }),
  },
  store: {
    table: 'commerce_store',
    key: ['store_id'],
    names: ['id'],
    columns: (store) => ({
      store_id: store.id,
      environment_id: store.environment_id,
      catalog_id: store.catalog_id,
      is_default: store.is_default ? 1 : 0,
    }),
    feed: (store) => ({ catalogId: store.catalog_id, id: store.id }),
  },
  category: ofCatalog('category', 'category_id'),
  product: ofCatalog('product', 'product_id'),
  content_item: {
    table: 'content_item',
    key: ['catalog_id', 'provider_id', 'locale'],
    names: ['catalog_id', 'provider_id', 'locale'],
    columns: (item) => ({ catalog_id: item.catalog_id, provider_id: item.provider_id, locale: item.locale }),
    feed: (item) => ({ catalogId: item.catalog_id, id: item.provider_id }),
  },
  record: {
    table: 'record',
    key: ['record_id'],
    names: ['id'],
    columns: (record) => ({ record_id: record.id, model: record.model }),
    feed: (record) => ({ catalogId: '', id: record.id }),
  },
  version: {
    table: 'version',
    key: ['version_id'],
    names: ['id'],
    columns: (version) => ({
      version_id: version.id,
      record_id: version.record_id,
      number: version.number,
      locales: JSON.stringify(Object.keys(version.localized).sort()),
    }),
    feed: (version) => ({ catalogId: '', id: version.record_id }),
  },
  form: ofWorkspace('form', 'form_id'),
  synonyms: ofCatalog('synonyms', 'synonyms_id'),
  merchandising_rule: ofCatalog('merchandising_rule', 'rule_id'),
  attribute: {
    table: 'attribute',
    key: ['catalog_id', 'name'],
    names: ['catalog_id', 'name'],
    columns: (attribute) => ({ catalog_id: attribute.catalog_id, name: attribute.name }),
    feed: (attribute) => ({ catalogId: attribute.catalog_id, id: attribute.name }),
  },
  facet: {
    table: 'facet',
    key: ['catalog_id', 'field'],
    names: ['catalog_id', 'field'],
    columns: (facet) => ({ catalog_id: facet.catalog_id, field: facet.field }),
    feed: (facet) => ({ catalogId: facet.catalog_id, id: facet.field }),
  },
};
