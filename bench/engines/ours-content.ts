// Our engine over articles, with segments as the service holds them: shared bytes, changed and merged by the same
// rules.

import { contentKind } from '../../src/adapters/embedded-search/segments/segment-kinds.ts';
import { SegmentStack } from '../../src/adapters/embedded-search/segments/segment-stack.ts';
import type { ContentQuery } from '../../src/domain/ports.ts';
import type { SynonymSet } from '../../src/domain/search/catalog.ts';
import type { ContentItem } from '../../src/domain/search/content.ts';
import {
  type ContentSegment,
  ContentSegmentBuilder,
} from '../../src/search/engine/content/content-segment.ts';
import { searchSegments } from '../../src/search/engine/content/search-content.ts';
import { decodeTree, encodeTree } from '../../src/search/engine/packing/tree-codec.ts';
import { type Article, makeArticle } from '../generate/articles.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import { type Engine, PAGE_HITS } from './engine.ts';
import { settleStack } from './settle-stack.ts';

/** No stemmer and no stop words, like the others; the cost of a language is measured separately. */
export const PLAIN_LOCALE = 'und';

const CHANGED_SHARE = 0.1;
const CHANGES_AT_ONCE = 64;

const keyOf = (id: number): string => `item:${String(id).padStart(8, '0')}`;

export const contentItemOf = (article: Article, locale: string): ContentItem => {
  const createdAt = new Date(article.createdSeconds * 1000).toISOString();
  return {
    key: keyOf(article.id),
    providerId: String(article.id),
    texts: {
      [locale]: {
        type: article.type,
        title: article.title,
        url: `/${article.id}`,
        summary: article.summary,
        body: article.body,
        keywords: [],
        imageUrl: null,
        createdAt,
        createdBy: null,
        modifiedAt: createdAt,
        modifiedBy: null,
        extraData: {},
      },
    },
  };
};

const buildSegment = (items: readonly ContentItem[]): ContentSegment => {
  const builder = new ContentSegmentBuilder();
  for (const item of items) builder.add(item);
  return builder.finish();
};

export const contentQueryOf = (question: ContentQuestion, locale: string): ContentQuery => ({
  // "Any of two words" is a word and its synonym: a query of two words requires both.
  text: question.holds === 'any' ? (question.words[0] as string) : question.words.join(' '),
  localeChain: [locale],
  type: question.type,
  sortBy: question.newestFirst ? 'created_at' : 'relevance',
  sortOrder: 'desc',
  skip: 0,
  limit: PAGE_HITS,
});

export const synonymsOf = ({ holds, words }: ContentQuestion): SynonymSet[] =>
  holds === 'any' ? [{ id: 'any', locale: null, words }] : [];

/** `hasLived`: a tenth of the articles replaced earlier versions, and another twentieth was deleted. */
export const buildOursContent = ({
  locale = PLAIN_LOCALE,
  hasLived = false,
}: {
  readonly locale?: string;
  readonly hasLived?: boolean;
} = {}): Engine<Article, ContentQuestion> => {
  const stack = new SegmentStack<ContentSegment>(contentKind, []);
  let builder = new ContentSegmentBuilder();
  const changed: number[] = [];
  const gone: number[] = [];
  const isChanged = (id: number) => hasLived && id % Math.round(1 / CHANGED_SHARE) === 0;
  const put = (articles: readonly Article[]): void => {
    const items = articles.map((article) => contentItemOf(article, locale));
    for (const { key } of items) stack.remove(key);
    stack.add(buildSegment(items));
  };
  const add = (article: Article): void => {
    builder.add(contentItemOf(isChanged(article.id) ? makeArticle(article.id, 1) : article, locale));
    if (!isChanged(article.id)) return;
    changed.push(article.id);
    if (article.id % 20 !== 0) return;
    const extra = 10_000_000 + article.id;
    builder.add(contentItemOf(makeArticle(extra), locale));
    gone.push(extra);
  };
  return {
    add: (batch) => batch.forEach(add),
    finish: () => {
      stack.add(builder.finish());
      // The builder's memory is not part of the index.
      builder = new ContentSegmentBuilder();
      for (const id of gone) stack.remove(keyOf(id));
      for (let from = 0; from < changed.length; from += CHANGES_AT_ONCE) {
        put(changed.slice(from, from + CHANGES_AT_ONCE).map((id) => makeArticle(id)));
        settleStack(contentKind, stack);
      }
    },
    prepare: (question) => {
      const query = contentQueryOf(question, locale);
      const synonyms = synonymsOf(question);
      return () => {
        const { total, hits } = searchSegments(stack.segments, synonyms, query);
        return { total, hits: hits.length };
      };
    },
    replace: (article) => put([article]),
    settle: () => settleStack(contentKind, stack),
    snapshot: {
      save: () => encodeTree(stack.segments),
      load: (saved) => {
        decodeTree(saved as Uint8Array);
      },
    },
  };
};
