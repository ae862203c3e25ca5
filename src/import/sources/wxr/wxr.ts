// WordPress exports (WXR) as content items. The first pass collects what items refer to (authors, URLs of attachments, the
// offset of local time), which may come later or in another file; the second one yields.

import { LOCALE_PATTERN } from '../../../contract/values.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import type { SourceEntry, SourceFile, SourceFormat, SourceReach, SourceTarget } from '../source-format.ts';
import { contentEntries, typeOf, type WxrContext } from './wxr-content.ts';
import { localOffset } from './wxr-dates.ts';
import { hasPrefix, PLAIN_PREFIX, prefixOf, siteOf } from './wxr-ids.ts';
import { readParts, type WxrItem } from './wxr-items.ts';

const LOCALE = new RegExp(LOCALE_PATTERN);
/** Characters of all names and URLs that are kept between the passes. */
const KEPT_MAX_CHARS = 128 * 1024 * 1024;
/** What an entry of a map takes beside its text. */
const ENTRY_CHARS = 64;

export const wxr: SourceFormat = {
  name: 'wxr',
  async *read(files, target) {
    if (target.catalogId === undefined) {
      yield { line: 1, fault: 'needs a catalog for its content: name it with --catalog', isEnd: true };
      return;
    }
    const found = new Found();
    for (const file of files) {
      for await (const part of readParts(file)) {
        if ('site' in part && !found.addSite(part.site, file.name)) {
          const { line, site: value } = part;
          const fault = `is not the site of ${found.siteFile}: import each site by itself`;
          return yield { ...placeIn(file, files, line), column: 'link', fault, value, isEnd: true };
        }
        if ('author' in part) found.addAuthor(part.author.login, part.author.name);
        if ('item' in part) found.addItem(part.item);
        if (found.isTooMuch) return yield { ...placeIn(file, files, 1), fault: TOO_MUCH, isEnd: true };
      }
    }
    const idPrefix = target.idPrefix ?? prefixOf(found.site);
    yield { reach: reachOf(idPrefix, target) };
    yield* readItems(files, target, { ...found.context(), idPrefix, catalogId: target.catalogId });
  },
};

/** Before ids had a site, all were plain. Of which site plain ones are, only the caller knows. */
const reachOf = (prefix: string, target: SourceTarget): SourceReach['reach'] => ({
  isOwnItem: ({ provider_id: id }) =>
    hasPrefix(id, prefix) || (target.oldIdPrefix !== undefined && hasPrefix(id, target.oldIdPrefix)),
  ...(target.idPrefix === undefined && target.oldIdPrefix === undefined && prefix !== PLAIN_PREFIX
    ? {
        refusalOf: ({ provider_id: id }) =>
          hasPrefix(id, PLAIN_PREFIX) ? earlierIds(id, prefix) : undefined,
      }
    : {}),
});

const earlierIds = (id: string, prefix: string): string =>
  `the catalog has ids of an earlier import, such as ${id}: if they are of this site, keep them with --id-prefix ${PLAIN_PREFIX} or replace them with --prune --old-id-prefix ${PLAIN_PREFIX}; if they are of another one, add --id-prefix ${prefix} (over HTTP: id_prefix, prune and old_id_prefix)`;

const TOO_MUCH = 'has more authors and attachments than can be kept in memory: export the media separately';

async function* readItems(
  files: readonly SourceFile[],
  target: SourceTarget,
  found: Omit<WxrContext, 'locale'>,
): AsyncGenerator<SourceEntry, void, undefined> {
  for (const file of files) {
    let locale = target.locale;
    for await (const part of readParts(file)) {
      if ('fault' in part) {
        yield { ...part, ...placeIn(file, files, part.line) };
        if (part.isEnd === true) return;
      }
      if ('language' in part && target.isLocaleGiven !== true && LOCALE.test(part.language)) {
        locale = normalizeLocale(part.language);
      }
      if ('item' in part) {
        yield* contentEntries(part.item, { ...found, locale }, placeIn(file, files, part.item.line));
      }
    }
  }
}

const placeIn = (file: SourceFile, files: readonly SourceFile[], line: number) =>
  files.length > 1 ? { file: file.name, line } : { line };

class Found {
  private readonly authors = new Map<string, string>();
  private readonly attachments = new Map<string, string>();
  private offset: number | undefined;
  private chars = 0;
  /** Empty if no file names it. */
  site = '';
  /** The file that names it. */
  siteFile = '';

  get isTooMuch(): boolean {
    return this.chars > KEPT_MAX_CHARS;
  }

  context(): Omit<WxrContext, 'catalogId' | 'locale' | 'idPrefix'> {
    return { authors: this.authors, attachments: this.attachments, offset: this.offset ?? 0 };
  }

  /** False if another file is of another site. */
  addSite(address: string, file: string): boolean {
    const site = siteOf(address);
    if (site === '') return true;
    if (this.site !== '') return this.site === site;
    this.site = site;
    this.siteFile = file;
    return true;
  }

  addAuthor(login: string, name: string): void {
    if (login !== '' && name !== '') this.keep(this.authors, login, name);
  }

  addItem({ texts }: WxrItem): void {
    this.offset ??= localOffset(texts);
    if (typeOf(texts) !== 'attachment') return;
    const url = texts.get('wp:attachment_url')?.trim() || (texts.get('guid')?.trim() ?? '');
    const id = texts.get('wp:post_id')?.trim() ?? '';
    if (id !== '' && /^https?:\/\//i.test(url)) this.keep(this.attachments, id, url);
  }

  private keep(map: Map<string, string>, key: string, value: string): void {
    map.set(copyOf(key), copyOf(value));
    this.chars += key.length + value.length + ENTRY_CHARS;
  }
}

/** A part of a text keeps the whole text in memory, a copy does not. */
const copyOf = (text: string): string => Buffer.from(text).toString();
