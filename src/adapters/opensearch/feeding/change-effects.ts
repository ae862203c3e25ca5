// What a change of the feed means for the documents of a catalog.

import type { CatalogContents, Change } from '../../../domain/ports.ts';

/**
 * `product`, `item`, `record`: the object is written again. `settings`: documents do not have it, queries read it from the store.
 * `documents?`: documents may have it, see `CatalogSettings.digest`. `everything`: a new generation.
 */
export type ChangeEffect = 'none' | 'product' | 'item' | 'record' | 'settings' | 'documents?' | 'everything';

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
      if (id !== catalogId) return 'none';
      // Created again, it has nothing of what is in the documents.
      return changedIn === catalogId ? 'everything' : 'documents?';
    case 'category':
    case 'attribute':
      return inCatalog('documents?');
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
