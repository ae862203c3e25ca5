// Turns the objects of a catalog into documents. What documents contain of the settings of a catalog has two digests: of what is in all
// of them, and of what is in some that can be named.

import { createHash } from 'node:crypto';
import type { Scope } from '../../../domain/access/scope.ts';
import type { BulkSource, CatalogContents } from '../../../domain/ports.ts';
import { searchedValues } from '../../../domain/products/attribute-settings.ts';
import type { Product } from '../../../domain/products/product.ts';
import { rankedFields } from '../../../domain/products/ranking-settings.ts';
import type { ContentItem } from '../../../domain/search/content.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { contentLengths, indexContentItem } from '../documents/content-documents.ts';
import { type Place, placeKey } from '../documents/place.ts';
import { buildLengthReader, buildProductIndexer } from '../documents/product-documents.ts';
import type { DocumentLength, IndexedObject } from '../documents/search-document.ts';
import type { FeedingState } from '../feeding-state.ts';

export interface CatalogSettings {
  readonly baseLocale: string;
  readonly contents: CatalogContents;
  /** Of the base locale, the weights of fields and the content models. */
  readonly digest: string;
  /** Of categories and attributes. */
  readonly namedDigest: string;
}

export interface CatalogIndexer {
  readonly product: (product: Product) => IndexedObject;
  readonly item: (item: ContentItem) => IndexedObject;
}

/** Measures documents without making them. */
export interface CatalogLengths {
  readonly product: (product: Product) => DocumentLength[];
  readonly item: (item: ContentItem) => DocumentLength[];
}

/** Undefined if the catalog is not visible in the environment. */
export const loadSettings = async (
  source: Pick<BulkSource, 'loadCatalog' | 'findEnvironment'>,
  scope: Scope,
  catalogId: string,
): Promise<CatalogSettings | undefined> => {
  const environment = await source.findEnvironment(scope);
  const contents = await source.loadCatalog(scope, catalogId);
  if (environment === undefined || contents === undefined) return undefined;
  const baseLocale = normalizeLocale(environment.defaultLocale);
  return {
    ...{ baseLocale, contents },
    digest: digestOf(generalParts(baseLocale, contents)),
    namedDigest: digestOf(namedParts(contents)),
  };
};

export const buildIndexer = (
  { baseLocale, contents }: Omit<CatalogSettings, 'namedDigest'>,
  place: Place,
  averages: FeedingState['average_lengths'],
): CatalogIndexer => ({
  product: buildProductIndexer({
    place: placeKey(place, 'product'),
    baseLocale,
    contents,
    averages: averages.products,
  }),
  item: (item) => indexContentItem(item, averages.content),
});

export const buildCatalogLengths = (
  settings: Pick<CatalogSettings, 'baseLocale' | 'contents'>,
): CatalogLengths => ({ product: buildLengthReader(settings), item: contentLengths });

const generalParts = (baseLocale: string, { ranking, contentModels = [] }: CatalogContents): unknown[] => [
  baseLocale,
  rankedFields.map((field) => ranking?.weights?.[field] ?? null),
  [...new Set(contentModels)].sort(),
];

const namedParts = ({ attributes, categories }: CatalogContents): unknown[] => [
  attributes
    .map((setting) => [setting.name, searchedValues(setting.name, setting)] as const)
    .filter(([name, searched]) => searched !== searchedValues(name, undefined))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
  categories.map(({ id, name, parentId, localized = {} }) => [id, name, parentId, localized]),
];

const digestOf = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
