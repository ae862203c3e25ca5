// Turns articles into content items, one line per language; the languages of one article share its provider id.
// The order of the articles is part of their provider ids: new ones go at the end of the list.
import type { Article, ArticleText } from './articles/article.ts';
import { campGuides } from './articles/camp-guides.ts';
import { closings } from './articles/closings.ts';
import { clothingGuides } from './articles/clothing-guides.ts';
import { faqArticles } from './articles/faq.ts';
import { peoplePosts } from './articles/journal-people.ts';
import { tripPosts } from './articles/journal-trips.ts';
import { shopPages } from './articles/shop-pages.ts';
import type { ContentItemLine } from './bundle-lines.ts';
import { mainCatalogId, stagingEnvironmentId } from './ids.ts';
import { randomFor } from './random.ts';
import type { Locale } from './text.ts';
import { locales, textIn } from './text.ts';

const articles: readonly Article[] = [
  ...shopPages,
  ...faqArticles,
  ...clothingGuides,
  ...campGuides,
  ...tripPosts,
  ...peoplePosts,
];

const sections = { page: 'pages', blog: 'blog', guide: 'guides', faq: 'help' } as const;
const pathPrefixes: { readonly [locale in Locale]: string } = { 'en-us': '', 'de-de': '/de', 'fr-fr': '/fr' };
const translators: { readonly [locale in Locale]: string | null } = {
  'en-us': null,
  'de-de': 'Katrin Lohse',
  'fr-fr': 'Julien Arnoux',
};

export function buildContentItems(): ContentItemLine[] {
  return articles.flatMap((article, index) =>
    locales.flatMap((locale) => {
      const text = articleTextIn(article, locale);
      return text === undefined ? [] : [toContentItem(article, `wp-${101 + index}`, locale, text)];
    }),
  );
}

function articleTextIn(article: Article, locale: Locale): ArticleText | undefined {
  if (locale === 'de-de') return article.de;
  if (locale === 'fr-fr') return article.fr;
  return article.en;
}

function toContentItem(
  article: Article,
  providerId: string,
  locale: Locale,
  text: ArticleText,
): ContentItemLine {
  const random = randomFor(`content:${article.key}`);
  const createdAt = `${article.published}T${clock(random.integer(7, 16), random.integer(0, 59))}Z`;
  const modifiedAt = `${article.updated}T${clock(random.integer(17, 19), random.integer(0, 59))}Z`;
  return {
    kind: 'content_item',
    catalog_id: mainCatalogId,
    provider_id: providerId,
    locale,
    type: article.type,
    title: text.title,
    url: `${pathPrefixes[locale]}/${sections[article.type]}/${article.key}`,
    ...(article.type === 'faq' ? {} : { summary: text.lead }),
    body: [text.lead, text.body, textIn(closings[article.closing], locale)].join('\n\n'),
    keywords: text.keywords,
    image_url: article.hasImage ? `https://media.fjordlight.test/content/${article.key}.jpg` : null,
    created_at: createdAt,
    created_by: article.author,
    modified_at: modifiedAt,
    modified_by: translators[locale] ?? article.author,
    environment_ids: article.isStagingOnly ? [stagingEnvironmentId] : null,
    extra_data: { published_at: createdAt, updated_at: modifiedAt },
  };
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
}
