// The products whose names complete what is typed and that the shopper may see, best first. The meaning is that of `completeBy` in
// `search/reference/suggest.ts`.

import type { Product } from '../../../domain/products/product.ts';
import { findableBy, type SuggestQuery } from '../../../domain/products/suggestion.ts';
import { EXAMINED_MAX, NAME_UNITS_MAX, type TypedText } from '../../../search/completion.ts';
import { EDGE_NGRAM_MAX, startToken } from '../documents/product-documents.ts';
import { readProduct } from './found-product.ts';
import { allOf, chooseLocales, inLocales } from './locale-choice.ts';
import { nearPattern } from './near-pattern.ts';
import type { FoundDocument, OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import { selectShowable } from './select-products.ts';

/** Popular ones first, then short names, then by id. */
const order = [{ popularity: { order: 'desc', missing: '_last' } }, { name_length: 'asc' }, { id: 'asc' }];

/** Names that hold the text, or that are one edit away from it. Undefined: there are none. */
const holding = (place: string, typed: TypedText, isNear: boolean): SearchQuery | undefined => {
  const text = typed.finished + typed.unfinished;
  // One edit, and the space after a name.
  if (text === '' || text.length > NAME_UNITS_MAX + 2) return undefined;
  if (!isNear) {
    const token = startToken(place, text);
    return text.length <= EDGE_NGRAM_MAX
      ? { term: { edge_ngrams: token } }
      : { prefix: { starts: { value: token } } };
  }
  const pattern = nearPattern(startToken(place, ''), typed);
  return pattern === undefined ? undefined : { regexp: { starts: { value: pattern } } };
};

/** At most `wanted`. */
export const completeProducts = async (
  catalog: OpenedCatalog,
  query: SuggestQuery,
  term: string,
  typed: TypedText,
  isNear: boolean,
  wanted: number,
): Promise<Product[]> => {
  const { products } = catalog;
  const held = holding(products.place, typed, isNear);
  if (held === undefined) return [];
  const selection = await selectShowable(catalog, findableBy(query, { term }));
  const { locales } = chooseLocales(query.localeChain, products.locales.keys(), query.baseLocale);
  const shared = { sort: order, track_total_hits: false };
  const [shown, last] = await products.searchAll([
    { ...shared, query: allOf([selection.query(), held]), size: wanted, _source: ['source'] },
    // Names that are not shown are looked at too, up to this one.
    { ...shared, query: allOf([inLocales(locales), held]), from: EXAMINED_MAX - 1, size: 1, _source: false },
  ]);
  const end = last?.hits.hits[0];
  return (shown?.hits.hits ?? [])
    .filter((one) => end === undefined || !comesAfter(one, end))
    .map(readProduct);
};

const comesAfter = (one: FoundDocument, other: FoundDocument): boolean => {
  const [popularity, length, id] = keyOf(one);
  const [otherPopularity, otherLength, otherId] = keyOf(other);
  if (popularity !== otherPopularity) return popularity < otherPopularity;
  return length === otherLength ? id > otherId : length > otherLength;
};

/** A product without popularity has the least: it is sent as a word. */
const keyOf = ({ sort = [] }: FoundDocument): readonly [number, number, string] => [
  Number(sort[0]),
  Number(sort[1]),
  String(sort[2]),
];
