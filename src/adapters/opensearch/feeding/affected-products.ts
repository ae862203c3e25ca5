// The products whose documents have something of a category or of an attribute that has changed. What the feed names is enough to find
// them: also those that have a category which did not exist before, and also if some of them were written again already.

import type { Change } from '../../../domain/ports.ts';
import { builtInFields } from '../../../domain/products/product-fields.ts';
import type { Category } from '../../../domain/search/catalog.ts';
import type { SearchServer } from '../client/search-server.ts';
import { fromSortableText, sortableText } from '../documents/encode.ts';
import { placeKey, routingOf } from '../documents/place.ts';
import { categoryToken } from '../documents/product-documents.ts';
import { factMarks } from '../documents/product-values.ts';
import type { FeedingState } from '../feeding-state.ts';
import { placeOf } from './states.ts';

/** More values than this in one query are too many. */
const VALUES_MAX = 10_000;

interface FoundProducts {
  readonly hits: { readonly hits: readonly { readonly fields: { readonly id: readonly [string] } }[] };
}

/** Their ids; undefined if there are more than `most`. Refresh the index before. */
export const findAffected = async (
  server: SearchServer,
  state: FeedingState,
  changes: readonly Pick<Change, 'kind' | 'id'>[],
  categories: readonly Category[],
  most: number,
): Promise<string[] | undefined> => {
  const place = placeOf(state);
  const key = placeKey(place, 'product');
  const attributes = idsOf(changes, 'attribute');
  // They are no facts: any product may have one.
  if (attributes.some((name) => builtInFields.has(name))) return undefined;
  const own = idsOf(changes, 'category');
  const tokens = withChildren(own, categories).map((id) => categoryToken(key, id));
  if (tokens.length + attributes.length > VALUES_MAX) return undefined;
  const should = [
    { terms: { categories: tokens } },
    { terms: { unknown_categories: own.map((id) => categoryToken(key, id)) } },
    { terms: { facts: attributes.map((name) => factMarks.held + sortableText(name)) } },
  ];
  const { hits } = await server.search<FoundProducts>(state.index, routingOf(place.scope), {
    size: most + 1,
    track_total_hits: false,
    _source: false,
    docvalue_fields: ['id'],
    sort: ['_doc'],
    query: {
      bool: {
        filter: [{ term: { place: key } }, { term: { live: true } }, { term: { base: true } }],
        should,
        minimum_should_match: 1,
      },
    },
  });
  return hits.hits.length > most ? undefined : hits.hits.map(({ fields }) => fromSortableText(fields.id[0]));
};

const idsOf = (
  changes: readonly Pick<Change, 'kind' | 'id'>[],
  wanted: 'category' | 'attribute',
): string[] => [...new Set(changes.filter(({ kind }) => kind === wanted).map(({ id }) => id))];

/** The products of a category that did not exist before are those of its children. */
const withChildren = (ids: readonly string[], categories: readonly Category[]): string[] => {
  const parents = new Set(ids);
  const children = categories.filter(({ parentId }) => parentId !== null && parents.has(parentId));
  return [...new Set([...ids, ...children.map(({ id }) => id)])];
};
