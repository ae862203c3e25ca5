// Reads objects from the store as they are now, one after the other, and makes their documents.

import type { Scope } from '../../../domain/access/scope.ts';
import type { SearchSource } from '../../../domain/ports.ts';
import { sortableText } from '../documents/encode.ts';
import { deletedObject, type IndexedObject } from '../documents/search-document.ts';
import type { CatalogIndexer } from './catalog-indexer.ts';
import type { ChangeEffect } from './change-effects.ts';

export type ObjectSource = Pick<SearchSource, 'findProduct' | 'findContentItem' | 'findPublishedRecord'>;

/** What is no object is left out. */
export const readObjects = async function* (
  source: ObjectSource,
  scope: Scope,
  catalogId: string,
  indexer: CatalogIndexer,
  objects: ReadonlyMap<string, readonly [ChangeEffect, string]>,
): AsyncIterable<IndexedObject[]> {
  for (const [effect, id] of objects.values()) {
    if (effect === 'product') {
      const product = await source.findProduct(scope, catalogId, id);
      yield [product === undefined ? deletedObject('product', sortableText(id)) : indexer.product(product)];
    } else if (effect === 'item' || effect === 'record') {
      const item = await (effect === 'item'
        ? source.findContentItem(scope, catalogId, id)
        : source.findPublishedRecord(scope, catalogId, id));
      const key = sortableText(`${effect}:${id}`);
      yield [item === undefined ? deletedObject('content', key) : indexer.item(item)];
    }
  }
};
