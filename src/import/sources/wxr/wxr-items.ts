// The parts of a WordPress export that are of use: its site, its language, its authors, and its items with their terms. Comments and all
// metadata except the featured image are passed over.

import { shownName } from '../../../domain/text/shown-name.ts';
import type { SourceFault, SourceFile } from '../source-format.ts';
import { readXml, type XmlElement, XmlEnd, type XmlListener } from './read-xml.ts';

const TERMS_MAX = 1_000;
/** Of everything but content and excerpt. */
const SHORT_TEXT_MAX_CHARS = 20_000;

/** A category, a tag, or a term of another taxonomy. */
export interface WxrTerm {
  /** Empty in exports that do not name it. */
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

export interface WxrItem {
  readonly line: number;
  /** By the name of the element. */
  readonly texts: ReadonlyMap<string, string>;
  readonly terms: readonly WxrTerm[];
  /** The id of an attachment, or empty. */
  readonly thumbnailId: string;
  /** Why the item cannot be read. */
  readonly fault: Omit<SourceFault, 'line'> | undefined;
}

export type WxrPart =
  | { readonly language: string }
  /** Its first address, as written. */
  | { readonly site: string; readonly line: number }
  | { readonly author: { readonly login: string; readonly name: string } }
  | { readonly item: WxrItem }
  | SourceFault;

const NOT_WXR = 'is RSS, but not a WordPress export: wp:wxr_version is missing';

const longTexts = ['content:encoded', 'excerpt:encoded'];
const keptTexts: ReadonlySet<string> = new Set([
  ...longTexts,
  'title',
  'link',
  'guid',
  'pubDate',
  'description',
  'dc:creator',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:post_modified',
  'wp:post_modified_gmt',
  'wp:post_name',
  'wp:post_type',
  'wp:post_password',
  'wp:status',
  'wp:attachment_url',
]);

export async function* readParts(file: SourceFile): AsyncGenerator<WxrPart, void, undefined> {
  const listener = new PartListener();
  for await (const fault of readXml(file, prefixed, listener)) {
    yield* listener.take();
    if (fault !== undefined) yield fault;
  }
}

/** Exports differ in the scheme and the version of their namespaces. */
const namespaces: readonly (readonly [prefix: string, uri: RegExp])[] = [
  ['wp', /^https?:\/\/wordpress\.org\/export\/1\.\d\/$/],
  ['excerpt', /^https?:\/\/wordpress\.org\/export\/1\.\d\/excerpt\/$/],
  ['content', /^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/$/],
  ['dc', /^https?:\/\/purl\.org\/dc\/elements\/1\.1\/$/],
];

const prefixed = (uri: string, local: string): string =>
  uri === '' ? local : `${namespaces.find(([, known]) => known.test(uri))?.[0] ?? 'other'}:${local}`;

interface OpenItem extends WxrItem {
  readonly texts: Map<string, string>;
  readonly terms: WxrTerm[];
  thumbnailId: string;
  fault: WxrItem['fault'];
}

class PartListener implements XmlListener {
  private parts: WxrPart[] = [];
  private item: OpenItem | undefined;
  private isWxr = false;
  private hasSite = false;
  private author = { login: '', name: '' };
  private meta = { key: '', value: '' };

  /** What was read since the last call. */
  take(): readonly WxrPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  readonly open = ({ name, line }: XmlElement, parent: XmlElement | undefined): void => {
    if (parent === undefined && name !== 'rss') {
      throw new XmlEnd(`is not a WordPress export: its root is <${shownName(name)}>, not <rss>`);
    }
    if (name === 'item' && parent?.name === 'channel') {
      if (!this.isWxr) throw new XmlEnd(NOT_WXR);
      this.item = { line, texts: new Map(), terms: [], thumbnailId: '', fault: undefined };
    }
    if (name === 'wp:author') this.author = { login: '', name: '' };
    if (name === 'wp:postmeta') this.meta = { key: '', value: '' };
  };

  readonly close = (element: XmlElement, text: string, parent: XmlElement | undefined): void => {
    switch (parent?.name) {
      case undefined:
        if (!this.isWxr) throw new XmlEnd(NOT_WXR);
        break;
      case 'channel':
        this.closeInChannel(element, text);
        break;
      case 'wp:author':
        if (element.name === 'wp:author_login') this.author.login = text.trim();
        if (element.name === 'wp:author_display_name') this.author.name = text.trim();
        break;
      case 'item':
        this.closeInItem(element, text);
        break;
      case 'wp:postmeta':
        if (element.name === 'wp:meta_key') this.meta.key = text.trim();
        if (element.name === 'wp:meta_value') this.meta.value = text.trim();
    }
  };

  private closeInChannel({ name, line }: XmlElement, text: string): void {
    if (name === 'wp:wxr_version') this.isWxr = true;
    if (name === 'language') this.parts.push({ language: text.trim() });
    if ((name === 'link' || name === 'wp:base_blog_url') && !this.hasSite && text.trim() !== '') {
      this.hasSite = true;
      this.parts.push({ site: text.trim(), line });
    }
    if (name === 'wp:author') this.parts.push({ author: this.author });
    if (name === 'item' && this.item !== undefined) {
      this.parts.push({ item: this.item });
      this.item = undefined;
    }
  }

  private closeInItem({ name, attributes }: XmlElement, text: string): void {
    const { item } = this;
    if (item === undefined) return;
    if (name === 'wp:postmeta' && this.meta.key === '_thumbnail_id') item.thumbnailId = this.meta.value;
    const isTerm = name === 'category';
    if (!isTerm && !keptTexts.has(name)) return;
    if (text.length > SHORT_TEXT_MAX_CHARS && !longTexts.includes(name)) {
      const limit = SHORT_TEXT_MAX_CHARS.toLocaleString('en-us');
      item.fault ??= { column: name, fault: `is longer than ${limit} characters: shorten it`, value: text };
    } else if (!isTerm) {
      item.texts.set(name, text);
    } else if (item.terms.length < TERMS_MAX) {
      item.terms.push({
        taxonomy: attributes['domain'] ?? '',
        slug: attributes['nicename'] ?? '',
        name: text.trim(),
      });
    } else {
      item.fault ??= { column: name, fault: `occurs more than ${TERMS_MAX.toLocaleString('en-us')} times` };
    }
  }
}
