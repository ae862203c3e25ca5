// Turns an item of a WordPress export into a content item, or says why it is left out.

import { makeSummary } from '../../../markup/content-text.ts';
import { plainText } from '../../../markup/plain-text.ts';
import type { SourceEntry } from '../source-format.ts';
import { createdAt, modifiedAt } from './wxr-dates.ts';
import type { WxrItem, WxrTerm } from './wxr-items.ts';

/** What items refer to. It may come anywhere in the files. */
export interface WxrContext {
  readonly catalogId: string;
  readonly locale: string;
  /** What comes before the number of a post. */
  readonly idPrefix: string;
  /** The name of an author by login. */
  readonly authors: ReadonlyMap<string, string>;
  /** The URL of an attachment by id. */
  readonly attachments: ReadonlyMap<string, string>;
  /** Milliseconds to subtract from local time. */
  readonly offset: number;
}

/** Types that WordPress keeps for itself: nothing of them is a page. */
const internalTypes: ReadonlySet<string> = new Set([
  'revision',
  'nav_menu_item',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'wp_block',
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_navigation',
  'wp_font_family',
  'wp_font_face',
]);

const unpublished: ReadonlySet<string> = new Set([
  'draft',
  'auto-draft',
  'pending',
  'private',
  'future',
  'trash',
  'inherit',
]);

/** Reasons come from a fixed set, so that they can be counted. */
const skipReason = ({ texts }: WxrItem): string | undefined => {
  const type = typeOf(texts);
  if (type === 'attachment') return 'attachment: only the URLs of featured images are used';
  if (internalTypes.has(type)) return `${type}: not content`;
  const status = texts.get('wp:status')?.trim() ?? '';
  if (unpublished.has(status)) return `not published: the status is ${status}`;
  if (status !== 'publish') return 'not published: the status is not one of WordPress itself';
  return (texts.get('wp:post_password') ?? '') === '' ? undefined : 'protected by a password';
};

export const typeOf = (texts: WxrItem['texts']): string => texts.get('wp:post_type')?.trim() || 'post';

/** At `place`: an object or a fault, and what is to be said about it. */
export const contentEntries = (
  item: WxrItem,
  context: WxrContext,
  place: { readonly file?: string; readonly line: number },
): readonly SourceEntry[] => {
  const skipped = skipReason(item);
  if (skipped !== undefined) return [{ ...place, skipped }];
  if (item.fault !== undefined) return [{ ...place, ...item.fault }];
  const { texts } = item;
  const [id, url, created] = [idOf(texts), pathOf(texts), createdAt(texts, context.offset)];
  if (id === undefined || url === undefined || created === undefined) {
    const faultIn = (column: string, fault: string): SourceEntry => ({
      ...place,
      column,
      fault,
      value: texts.get(column) ?? '',
    });
    return [
      ...(id === undefined ? [faultIn('wp:post_id', 'must be the number of the post')] : []),
      ...(url === undefined ? [faultIn('link', 'must be an http or https address, or a path')] : []),
      ...(created === undefined ? [faultIn('wp:post_date', NO_DATE)] : []),
    ];
  }
  const providerId = `${context.idPrefix}${id}`;
  const image = item.thumbnailId === '' ? undefined : context.attachments.get(item.thumbnailId);
  const entry: SourceEntry = {
    ...place,
    object: {
      kind: 'content_item',
      catalog_id: context.catalogId,
      provider_id: providerId,
      locale: context.locale,
      type: typeOf(texts),
      url,
      ...textsOf(item, providerId),
      image_url: image ?? null,
      created_at: created,
      modified_at: modifiedAt(texts, context.offset) ?? null,
      created_by: authorOf(texts, context.authors),
    },
  };
  if (item.thumbnailId === '' || image !== undefined) return [entry];
  return [entry, { ...place, column: '_thumbnail_id', skipped: 'featured image that is not in the files' }];
};

const NO_DATE = 'must be a date such as 2026-01-31 12:00:00, since there is no other date';
const ID = /^[1-9]\d{0,18}$/;

/** Some exports have the id in the guid only: `http://example.com/?p=19`. */
const idOf = (texts: WxrItem['texts']): string | undefined => {
  const given = texts.get('wp:post_id')?.trim() ?? '';
  const id = given !== '' ? given : (/[?&](?:p|page_id)=(\d+)/.exec(texts.get('guid') ?? '')?.[1] ?? '');
  return ID.test(id) ? id : undefined;
};

/** The path of the permalink. Never one that begins with `//`, which would name another host. */
const pathOf = (texts: WxrItem['texts']): string | undefined => {
  const link = texts.get('link')?.trim() || (texts.get('guid')?.trim() ?? '');
  const base = link.startsWith('/') ? 'http://localhost' : undefined;
  const url = URL.parse(link.replace(/^\/+/, '/'), base);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
};

const authorOf = (texts: WxrItem['texts'], authors: ReadonlyMap<string, string>): string | null => {
  const login = texts.get('dc:creator')?.trim() ?? '';
  return login === '' ? null : (authors.get(login) ?? login);
};

/** Title, summary, body and words. A post without a title is known by its first words. */
const textsOf = (item: WxrItem, fallbackTitle: string) => {
  const text = (name: string) => item.texts.get(name) ?? '';
  const body = visible(text('content:encoded'));
  const excerpt = visible(text('excerpt:encoded')) || visible(text('description'));
  const title = plainText({ value: text('title'), format: 'unknown' })
    .replace(/\s+/gu, ' ')
    .trim();
  const slug = text('wp:post_name').trim();
  const terms = namedTerms(item.terms);
  return {
    title: title || makeSummary({ body, bodyFormat: 'html' }) || slug || fallbackTitle,
    ...(excerpt === '' ? {} : { summary: excerpt }),
    body,
    body_format: 'html',
    keywords: [
      ...new Set(terms.filter(({ taxonomy }) => taxonomy !== 'post_format').map(({ name }) => name)),
    ],
    extra_data: { ...(slug === '' ? {} : { slug }), ...namesByTaxonomy(terms) },
  };
};

/** What the editor wrote, without the marks of blocks and without WordPress's own shortcodes. */
const visible = (html: string): string => html.replace(BLOCK_MARK, '').replace(SHORTCODE, '').trim();

const BLOCK_MARK = /<!--\s{1,100}\/?wp:[^<>]*-->\n?/g;
const SHORTCODE = /(?<!\[)\[\/?(?:caption|wp_caption|gallery|embed|audio|video|playlist)(?:\s[^[\]]*)?\]/g;

/** Old exports write each category a second time without its taxonomy. */
const namedTerms = (terms: readonly WxrTerm[]): readonly WxrTerm[] => {
  const used = terms.filter(({ name }) => name !== '');
  return used.some(({ taxonomy }) => taxonomy !== '') ? used.filter(({ taxonomy }) => taxonomy !== '') : used;
};

const taxonomyNames: ReadonlyMap<string, string> = new Map([
  ['', 'categories'],
  ['category', 'categories'],
  ['tag', 'tags'],
  ['post_tag', 'tags'],
]);

/** Categories and tags by these names, terms of other taxonomies below `taxonomies`. */
const namesByTaxonomy = (terms: readonly WxrTerm[]): Record<string, unknown> => {
  const known = new Map<string, Set<string>>();
  const others = new Map<string, Set<string>>();
  for (const { taxonomy, name } of terms) {
    const own = taxonomyNames.get(taxonomy);
    const names = own === undefined ? others : known;
    const key = own ?? taxonomy;
    names.set(key, (names.get(key) ?? new Set()).add(name));
  }
  return { ...listed(known), ...(others.size === 0 ? {} : { taxonomies: listed(others) }) };
};

const listed = (names: ReadonlyMap<string, ReadonlySet<string>>): Record<string, readonly string[]> =>
  Object.fromEntries([...names].map(([key, values]) => [key, [...values]]));
