// A page of products: in their order, with pinned ones where their rules want them.

import type { ProductSearch } from '../../../domain/products/product-search.ts';
import { pageWithPins, slotsOfPins } from '../../../search/engine/merchandising/pinned-page.ts';
import type { Merchandising } from '../../../search/engine/merchandising/product-merchandising.ts';
import { fromSortableText } from '../documents/encode.ts';
import { allOf, NOTHING, notAnyOf } from './locale-choice.ts';
import type { Documents, FoundDocument, SearchBody, SearchQuery } from './opened-catalog.ts';
import type { ProductSelection } from './product-selection.ts';
import { readPage, SORT_VALUES } from './read-page.ts';
import { idsQuery } from './select-products.ts';

export interface ProductPage {
  readonly hits: readonly FoundDocument[];
  readonly total: number;
}

/** Pins act only here. */
export const isRanked = ({ sortBy, sortOrder }: ProductSearch): boolean =>
  sortBy === 'relevance' && sortOrder === 'desc';

const SHOWN = { _source: ['source'] } as const;

/** `body`: the query and the order of what the selection finds. */
export const pageProducts = async (
  documents: Documents,
  selection: ProductSelection,
  body: SearchBody,
  search: ProductSearch,
  { overrides }: Merchandising,
): Promise<ProductPage> => {
  const pins = isRanked(search)
    ? [...overrides].filter(([, { pinnedBy, isHidden }]) => pinnedBy.length > 0 && !isHidden)
    : [];
  const wanted = idsQuery(pins.map(([id]) => id));
  if (wanted === undefined) return readPage(documents, { ...body, ...SHOWN }, search);
  const { live, total } = await findLive(
    documents,
    selection.query(),
    pins.map(([id]) => id),
  );
  const placed = pins.filter(([id]) => live.has(id)).sort(([, a], [, b]) => a.place - b.place);
  const slots = slotsOfPins(
    placed.map(([, { position }]) => position),
    total,
  );
  const { skip, limit } = search;
  const slotted = placed.map(([id], at) => ({ id, slot: slots[at] as number }));
  const onPage = slotted.filter(({ slot }) => slot >= skip && slot < skip + limit);
  const before = slotted.filter(({ slot }) => slot < skip).length;
  const [pinned, rest] = await Promise.all([
    readPins(
      documents,
      selection.query(),
      onPage.map(({ id }) => id),
    ),
    readPage(
      documents,
      { ...body, ...SHOWN, post_filter: notAnyOf([wanted]) },
      { skip: skip - before, limit: limit - onPage.length },
    ),
  ]);
  const values = onPage.flatMap(({ id, slot }) => {
    const value = pinned.get(id);
    return value === undefined ? [] : [{ slot: slot - skip, value }];
  });
  return { hits: pageWithPins(values, rest.hits, 0, limit), total };
};

/** As many hits as a search may have. */
const PINS_PER_SEARCH = 10_000;

/** Which of the pins the selection finds, and how many products it finds at all. */
const findLive = async (
  documents: Documents,
  selected: SearchQuery,
  pins: readonly string[],
): Promise<{ readonly live: ReadonlySet<string>; readonly total: number }> => {
  const bodies: SearchBody[] = [{ query: selected, size: 0 }];
  for (let from = 0; from < pins.length; from += PINS_PER_SEARCH) {
    const part = pins.slice(from, from + PINS_PER_SEARCH);
    bodies.push({
      query: allOf([selected, idsQuery(part) ?? NOTHING]),
      size: part.length,
      ...SORT_VALUES,
      docvalue_fields: ['id'],
    });
  }
  const [all, ...found] = await documents.searchAll(bodies);
  const ids = found.flatMap(({ hits }) =>
    hits.hits.map(({ fields }) => fromSortableText(String(fields?.['id']?.[0]))),
  );
  return { live: new Set(ids), total: all?.hits.total.value ?? 0 };
};

const readPins = async (
  documents: Documents,
  selected: SearchQuery,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundDocument>> => {
  const wanted = idsQuery(ids);
  if (wanted === undefined) return new Map();
  const { hits } = await documents.search({
    query: allOf([selected, wanted]),
    size: ids.length,
    _source: ['id', 'source'],
  });
  return new Map(hits.hits.map((hit) => [fromSortableText(hit._source?.id ?? ''), hit]));
};
