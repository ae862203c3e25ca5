// Text as people write it: with markup or without. What a format means is in `src/markup`; here is who says which one it is.

import type { ContentModel, FieldProperties, TextFormat } from '../models/content-model.ts';

/**
 * `rich_text`: markup of a kind that nobody named: JSON or HTML where it is one, else Markdown. `unknown`: nobody said that it is markup
 * at all: JSON or HTML where it is one, else text.
 */
export type WrittenFormat = TextFormat | 'rich_text' | 'unknown';

export interface WrittenText {
  readonly value: unknown;
  readonly format: WrittenFormat;
}

/** How the values of a field are written; undefined where they are no text. */
export const formatOfField = ({ data_type, format }: FieldProperties): WrittenFormat | undefined => {
  switch (data_type) {
    case 'text':
    case 'select':
    case 'multi_select':
    case 'date':
      return 'text';
    case 'rich_text':
      return format ?? 'rich_text';
    case 'json':
      return 'json';
    default:
      return undefined;
  }
};

/** How the body of a model's records is written. */
export const formatOfBody = (model: Pick<ContentModel, 'fields'> | undefined): WrittenFormat => {
  const field = model?.fields.find(({ fieldProperties }) => fieldProperties.internal_name === 'body');
  return (field && formatOfField(field.fieldProperties)) ?? 'unknown';
};
