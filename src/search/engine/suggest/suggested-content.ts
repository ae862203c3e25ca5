// The content that a search for a suggested text finds.

import type { SuggestQuery } from '../../../domain/products/suggestion.ts';
import { searchSegments } from '../content/search-content.ts';
import type { SuggestSource } from './suggest-source.ts';

const searchContent = (
  { content, contents }: SuggestSource,
  { localeChain }: SuggestQuery,
  text: string,
  limit: number,
) =>
  searchSegments(content, contents.synonyms, {
    text,
    localeChain,
    type: undefined,
    sortBy: 'relevance',
    sortOrder: 'desc',
    skip: 0,
    limit,
  });

export const findContent = (source: SuggestSource, query: SuggestQuery, text: string): string[] => {
  const { hasContent, limits } = query;
  if (!hasContent || limits.content === 0) return [];
  return searchContent(source, query, text, limits.content).hits.map(({ shown }) => shown);
};

export const findsContent = (source: SuggestSource, query: SuggestQuery, text: string): boolean =>
  query.hasContent && searchContent(source, query, text, 0).total > 0;
