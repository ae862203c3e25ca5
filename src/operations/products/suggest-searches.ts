// What completes a text that a shopper is typing. It is no search yet, and is not recorded as one.

import type { OperationInput } from '../../contract/operation.ts';
import { type suggestSearches as contract, SUGGEST_LIMIT } from '../../contract/products/suggest-searches.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Suggestions, SuggestLimits } from '../../domain/products/suggestion.ts';
import { toJsonBytes } from '../../domain/text/json-bytes.ts';
import { JsonText } from '../json-text.ts';
import type { UseCase } from '../use-case.ts';
import { findPlace, type ProductDependencies, shopperOf } from './product-request.ts';

type Input = Pick<OperationInput<typeof contract>, 'query' | 'headers'>;

export const buildSuggestSearches =
  (dependencies: ProductDependencies): UseCase<typeof contract, JsonText> =>
  (caller, input) =>
    suggestFor(dependencies, caller, input, input.body.search_term);

export const suggestFor = async (
  dependencies: ProductDependencies,
  caller: Caller,
  input: Input,
  term: string | undefined,
): Promise<JsonText> => {
  const { query } = input;
  const place = await findPlace(dependencies, caller, query.store_id);
  const { catalogId } = place.store;
  const catalog = await dependencies.storeIn(place.scope).findCatalog(catalogId);
  const found = await dependencies.searchIndex.suggest(place.scope, catalogId, {
    ...shopperOf(place, caller, input),
    withMerchandising: query.by_pass_merchandising !== true,
    term,
    hasContent: catalog?.contentSearch === true,
    limits: limitsOf(query),
  });
  return write(found);
};

const limitsOf = (query: Input['query']): SuggestLimits => {
  const limit = (isShown = true, most: number = SUGGEST_LIMIT.default): number => (isShown ? most : 0);
  return {
    searches: limit(query.show_auto_suggester, query.auto_suggester_limit),
    popular: limit(query.show_popular_searches, query.popular_searches_limit),
    categories: limit(query.show_categories, query.categories_limit),
    products: limit(query.show_products, query.products_limit),
    content: limit(query.show_content, query.content_limit),
  };
};

const write = ({
  searches,
  popular,
  categories,
  products,
  content,
  correctedTerm,
  redirectUrl,
}: Suggestions): JsonText => {
  let shown = '';
  for (const product of products) shown += shown === '' ? product.shown : `,${product.shown}`;
  return new JsonText(
    `{"auto_suggester":${writeTexts(searches)},"popular_searches":${writeTexts(popular)},` +
      `"redirect_url":${writeText(redirectUrl)},"corrected_term":${writeText(correctedTerm)},` +
      `"categories":[${categories.join(',')}],"products":[${shown}],"content":[${content.join(',')}]}`,
  );
};

const writeTexts = (texts: readonly string[]): string => {
  let written = '';
  for (const text of texts) written += written === '' ? writeText(text) : `,${writeText(text)}`;
  return `[${written}]`;
};

/** ASCII without what JSON escapes: its JSON is known without writing it. */
const PLAIN = /^[ !#-[\]-~]*$/;

const writeText = (text: string | undefined): string =>
  text === undefined ? 'null' : PLAIN.test(text) ? `"${text}"` : toJsonBytes(text);
