// The text of a record as named values: five of its own, and the fields of its model. A field of the model that is called
// like one of the five governs that one and has no other place.

import type { ContentModel, ContentModelField } from '../models/content-model.ts';
import { isBlank } from '../text/blank.ts';
import { isUnused, ownValue } from '../text/json-value.ts';
import type { RecordText } from './record.ts';

export const ownTextNames = ['title', 'page_slug', 'summary', 'body', 'image_url'] as const;

export type OwnTextName = (typeof ownTextNames)[number];

export const isOwnTextName = (name: string): name is OwnTextName =>
  (ownTextNames as readonly string[]).includes(name);

/** Where the values of a model's field are found in what people send and get: `title`, `fields.price`. */
export const pathOfField = (name: string): string => (isOwnTextName(name) ? name : `fields.${name}`);

/** The value of a field; undefined where it is not used. */
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

/** Everything that is used in a text, by path. */
export const entriesOfText = (text: RecordText): [path: string, value: unknown][] => {
  const entries: [string, unknown][] = [];
  for (const name of ownTextNames) {
    const value = ownTextOf(text, name);
    if (value !== undefined) entries.push([name, value]);
  }
  for (const [name, value] of Object.entries(text.fields)) {
    // A value of null is one that is not used.
    if (value !== null && value !== undefined) entries.push([`fields.${name}`, value]);
  }
  return entries;
};

/** Texts as they stand in the form in which they could be sent: what says nothing is left out. */
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

/** Fields in the order in which people see them, without one of a name that no bundle can carry. */
export const fieldsOfModel = (model: ContentModel): readonly ContentModelField[] =>
  model.fields
    .filter(({ fieldProperties }) => fieldProperties.internal_name !== '__proto__')
    .sort((a, b) => a.position - b.position);
