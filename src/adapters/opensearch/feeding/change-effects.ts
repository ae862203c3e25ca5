// What a change of the feed means for the documents of a catalog.

import type { CatalogContents, Change } from '../../../domain/ports.ts';

/**
 * `product`, `item`, `record`: the object is written again. `category`, `attribute`: documents that have it are, if it is another one in
 * them. `settings`: documents do not have it, queries read it from the store. `general`: all documents may have it, see
 * `CatalogSettings.digest`. `everything`: a new generation. `asked`: the same, but nothing has changed.
 */
export type ChangeEffect =
  | 'none'
  | 'product'
  | 'item'
  | 'record'
  | 'category'
  | 'attribute'
  | 'settings'
  | 'general'
  | 'everything'
  | 'asked';

export const effectOf = (
  { kind, id, catalogId: changedIn }: Change,
  catalogId: string,
  { contentModels }: Pick<CatalogContents, 'contentModels'>,
): ChangeEffect => {
  const inCatalog = (effect: ChangeEffect): ChangeEffect => (changedIn === catalogId ? effect : 'none');
  switch (kind) {
    case 'environment':
      return 'everything';
    case 'content_model':
      // Without models, no record is content of the catalog.
      return contentModels === undefined || contentModels.length > 0 ? 'everything' : 'none';
    case 'catalog':
      if (id === '') return inCatalog('asked');
      if (id !== catalogId) return 'none';
      // Created again, it has nothing of what is in the documents.
      return changedIn === catalogId ? 'everything' : 'general';
    case 'category':
    case 'attribute':
      return inCatalog(kind);
    case 'synonyms':
    case 'facet':
    case 'merchandising_rule':
    case 'popular_term':
      return inCatalog('settings');
    case 'product':
      return inCatalog('product');
    case 'content_item':
      return inCatalog('item');
    case 'record':
    case 'version':
    case 'publication':
      return contentModels === undefined || contentModels.length > 0 ? 'record' : 'none';
    default:
      return 'none';
  }
};
