// Turns values of Contentful's fields into values of a model: rich text into text, links to entries into ids of records, links
// to assets into media. A link that leads nowhere is left out and said so.

import { isObject, ownValue } from '../../../domain/text/json-value.ts';
import { normalizeLocale } from '../../../domain/text/locale.ts';
import { fallbackChain } from './contentful-locales.ts';
import type { ValueForm } from './contentful-models.ts';
import { at, type ContentfulSpace, textAt } from './contentful-space.ts';

export interface ReadValue {
  /** Undefined if there is none. */
  readonly value?: unknown;
  /** What the value must be. */
  readonly expected?: string;
  /** What was left out. */
  readonly skipped?: readonly string[];
}

export const readValue = (
  form: ValueForm,
  value: unknown,
  locale: string,
  space: ContentfulSpace,
): ReadValue => {
  if (value === null || value === undefined) return {};
  switch (form) {
    case 'text':
      if (typeof value !== 'string') return { expected: 'text' };
      return value.trim() === '' ? {} : { value };
    case 'tree':
      return isObject(value) ? { value: JSON.stringify(value) } : { expected: 'a rich text document' };
    case 'number':
      return typeof value === 'number' ? { value } : { expected: 'a number' };
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { expected: 'true or false' };
    case 'texts':
      return readTexts(value);
    case 'json':
      return { value };
    case 'entry':
    case 'asset':
      return readLink(form, value, locale, space);
    case 'entries':
    case 'assets':
      return readLinks(form, value, locale, space);
  }
};

const readTexts = (value: unknown): ReadValue => {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (!isList) return { expected: 'a list of texts' };
  const texts = [...new Set(value.filter((item: string) => item.trim() !== ''))];
  return texts.length === 0 ? {} : { value: texts };
};

const readLinks = (
  form: 'entries' | 'assets',
  value: unknown,
  locale: string,
  space: ContentfulSpace,
): ReadValue => {
  if (!Array.isArray(value)) return { expected: 'a list of links' };
  const links = value.map((item) => readLink(form === 'entries' ? 'entry' : 'asset', item, locale, space));
  const bad = links.find(({ expected }) => expected !== undefined);
  if (bad !== undefined) return bad;
  const found = links.map((link) => link.value).filter((item) => item !== undefined);
  const skipped = links.flatMap((link) => link.skipped ?? []);
  return { ...(found.length === 0 ? {} : { value: [...new Set(found)] }), skipped };
};

const readLink = (
  form: 'entry' | 'asset',
  value: unknown,
  locale: string,
  space: ContentfulSpace,
): ReadValue => {
  const id = textAt(value, 'sys', 'id');
  const linkType = form === 'entry' ? 'Entry' : 'Asset';
  if (id === undefined || textAt(value, 'sys', 'linkType') !== linkType) {
    return { expected: `a link to an ${form}` };
  }
  const target = form === 'entry' ? space.findRecord(id) : mediaOf(space.findAsset(id), locale, space);
  return target === undefined
    ? { skipped: [`link to an ${form} that is not in the files or is archived`] }
    : { value: target };
};

/** A media value in a locale; undefined without the URL of a file. */
const mediaOf = (
  fields: Readonly<Record<string, unknown>> | undefined,
  locale: string,
  space: ContentfulSpace,
): Readonly<Record<string, unknown>> | undefined => {
  if (fields === undefined) return undefined;
  const chain = [...fallbackChain(locale, space.fallbacks), space.defaultLocale];
  const inLocale = (name: string): unknown => {
    const byLocale = ownValue(fields, name);
    if (!isObject(byLocale)) return undefined;
    const texts = new Map(Object.entries(byLocale).map(([code, text]) => [normalizeLocale(code), text]));
    const found = chain.find((each) => texts.has(each));
    return found === undefined ? undefined : texts.get(found);
  };
  const file = inLocale('file');
  const url = textAt(file, 'url')?.replace(/^\/\//, 'https://');
  if (url === undefined || !/^https?:\/\/\S+$/i.test(url)) return undefined;
  return {
    url,
    ...given('title', inLocale('title')),
    ...given('description', inLocale('description')),
    ...given('file_name', at(file, 'fileName')),
    ...given('content_type', at(file, 'contentType')),
    ...given('size', at(file, 'details', 'size')),
    ...given('width', at(file, 'details', 'image', 'width')),
    ...given('height', at(file, 'details', 'image', 'height')),
  };
};

const given = (name: string, value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? { [name]: value } : {};
