// WordPress exports (WXR) as content items. The first pass collects what items refer to (authors, URLs of attachments, the
// offset of local time), which may come later or in another file; the second one yields.

import { LOCALE_PATTERN } from '../../../contract/values.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import type { SourceEntry, SourceFile, SourceFormat, SourceTarget } from '../source-format.ts';
import { contentEntries, typeOf, type WxrContext } from './wxr-content.ts';
import { localOffset } from './wxr-dates.ts';
import { isWordPressId } from './wxr-ids.ts';
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
    yield { reach: { isOwnItem: ({ provider_id: id }) => isWordPressId(id) } };
    const found = new Found();
    for (const file of files) {
      for await (const part of readParts(file)) {
        if ('author' in part) found.addAuthor(part.author.login, part.author.name);
        if ('item' in part) found.addItem(part.item);
        if (found.isTooMuch) return yield { ...placeIn(file, files, 1), fault: TOO_MUCH, isEnd: true };
      }
    }
    yield* readItems(files, target, { ...found.context(), catalogId: target.catalogId });
  },
};

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

  get isTooMuch(): boolean {
    return this.chars > KEPT_MAX_CHARS;
  }

  context(): Omit<WxrContext, 'catalogId' | 'locale'> {
    return { authors: this.authors, attachments: this.attachments, offset: this.offset ?? 0 };
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
