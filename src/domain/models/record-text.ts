// The text of a record as named values: five built-in ones and the fields of its model. A model field with the name of a
// built-in one holds the rules for that value and has no value of its own.

import { isBlank } from '../text/blank.ts';
import { isUnused, ownValue } from '../text/json-value.ts';
import type { ContentModel, ContentModelField } from './content-model.ts';

/** The text of a version in one locale. */
export interface RecordText {
  readonly title: string;
  readonly pageSlug: string;
  /** Undefined: made from the body when the text is returned. */
  readonly summary: string | undefined;
  readonly body: string;
  readonly imageUrl: string | null;
  /** Values of the model's own fields, by internal name. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export const ownTextNames = ['title', 'page_slug', 'summary', 'body', 'image_url'] as const;

export type OwnTextName = (typeof ownTextNames)[number];

export const isOwnTextName = (name: string): name is OwnTextName =>
  (ownTextNames as readonly string[]).includes(name);

/** Path of a model field's value in requests and responses: Path of the field, such as `title` or `fields.price`. */
export const pathOfField = (name: string): string => (isOwnTextName(name) ? name : `fields.${name}`);

/** The value of a field; undefined if it is not used. */
export const valueOfField = (text: RecordText, name: string): unknown =>
  isOwnTextName(name) ? ownTextOf(text, name) : ownValue(text.fields, name);

const ownTextOf = (text: RecordText, name: OwnTextName): string | undefined => {
  const values: Readonly<Record<OwnTextName, string | null | undefined>> = {
    title: text.title,
    page_slug: text.pageSlug,
    summary: text.summary,
    body: text.body,
    image_url: text.imageUrl,
  };
  const value = values[name];
  return value === '' || value === null ? undefined : value;
};

/** All used values of a text, by path. */
export const entriesOfText = (text: RecordText): [path: string, value: unknown][] => {
  const entries: [string, unknown][] = [];
  for (const name of ownTextNames) {
    const value = ownTextOf(text, name);
    if (value !== undefined) entries.push([name, value]);
  }
  for (const [name, value] of Object.entries(text.fields)) {
    // Null means not used.
    if (value !== null && value !== undefined) entries.push([`fields.${name}`, value]);
  }
  return entries;
};

/** Stored texts in the form of a request, without unused values. */
export const sentTexts = (
  localized: Readonly<Record<string, StoredText>>,
): Record<string, Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    Object.entries(localized).map(([locale, { fields, ...own }]) => {
      const used = saying(fields);
      return [locale, { ...saying(own), ...(Object.keys(used).length === 0 ? {} : { fields: used }) }];
    }),
  );

type StoredText = Readonly<Record<string, unknown>> & { readonly fields: Readonly<Record<string, unknown>> };

const saying = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isUnused(value) && !isBlank(value)));

/** Fields in display order, without `__proto__`, which a bundle cannot contain. */
export const fieldsOfModel = (model: ContentModel): readonly ContentModelField[] =>
  model.fields
    .filter(({ fieldProperties }) => fieldProperties.internal_name !== '__proto__')
    .sort((a, b) => a.position - b.position);
