// Content search: the items that match, each in the first locale of the chain that it has. The meaning is that of
// `search/reference/search-content.ts`.

import type { ContentHit, ContentQuery, SearchIndex } from '../../../domain/ports.ts';
import { toBytes } from '../../../domain/text/json-bytes.ts';
import { contentRule } from '../../../search/matching.ts';
import { titleText } from '../../../search/ranking.ts';
import { fromSortableText, sortableText } from '../documents/encode.ts';
import { allOf, chooseLocales } from './locale-choice.ts';
import { matchTerm, scoreTerm } from './match-term.ts';
import type { FoundDocument, OpenedCatalog, SearchQuery } from './opened-catalog.ts';
import { readPage } from './read-page.ts';
import { resolveTerm } from './resolve-term.ts';
import type { ResolvedTerm } from './resolved-term.ts';
import { SAME_TITLE_FACTOR, STRICT_FACTOR } from './score-tiers.ts';

type Found = Awaited<ReturnType<SearchIndex['searchContent']>>;

export const searchContent = async (
  { content, contents }: Pick<OpenedCatalog, 'content' | 'contents'>,
  query: ContentQuery,
): Promise<Found> => {
  const choice = chooseLocales(query.localeChain, content.locales.keys(), undefined);
  const term = await resolveTerm(content, query.text, choice, contents.synonyms, contentRule);
  const matched = [
    choice.query,
    matchTerm(term, contentRule),
    ...(query.type === undefined ? [] : [{ term: { type: sortableText(query.type) } }]),
  ];
  const body = {
    query:
      query.sortBy === 'relevance' ? { bool: { filter: matched, must: [scored(term)] } } : allOf(matched),
    sort: [...orderOf(query), { id: 'asc' }],
    _source: ['id', 'locale', 'source'],
  };
  const { hits, total } = await readPage(content, body, query);
  return { hits: hits.map(toHit), total };
};

/** A title that equals the query comes first, and what only the relaxed rule finds last. */
const scored = (term: ResolvedTerm): SearchQuery => ({
  function_score: {
    query: scoreTerm(term, contentRule, false),
    functions: [
      { filter: { term: { title: sortableText(titleText(term.text)) } }, weight: SAME_TITLE_FACTOR },
      ...(term.isRelaxed
        ? [{ filter: matchTerm({ ...term, isRelaxed: false }, contentRule), weight: STRICT_FACTOR }]
        : []),
    ],
    score_mode: 'multiply',
    boost_mode: 'multiply',
  },
});

const sortFields = {
  title: 'title',
  created_at: 'created',
  modified_at: 'modified',
  created_by: 'created_by',
  modified_by: 'modified_by',
} as const;

const orderOf = ({ sortBy, sortOrder: order }: ContentQuery) =>
  sortBy === 'relevance' ? [{ _score: { order } }] : [{ [sortFields[sortBy]]: { order, missing: '_last' } }];

const toHit = ({ _source }: FoundDocument): ContentHit => ({
  key: fromSortableText(_source?.id ?? ''),
  locale: _source?.locale ?? '',
  shown: toBytes(_source?.source ?? ''),
});
