// The markup format of a text, and where it is declared. `src/markup` interprets the formats.

import type { ContentModel, FieldProperties, TextFormat } from './content-model.ts';

/**
 * `rich_text`: markup of an undeclared format: JSON or HTML if it looks like that, otherwise Markdown. `unknown`: not declared as
 * markup: JSON or HTML if it looks like that, otherwise plain text.
 */
export type WrittenFormat = TextFormat | 'rich_text' | 'unknown';

export interface WrittenText {
  readonly value: unknown;
  readonly format: WrittenFormat;
}

/** The format of a field's values; undefined if they are not text. */
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

/** The format of the body of a model's records. */
export const formatOfBody = (model: Pick<ContentModel, 'fields'> | undefined): WrittenFormat => {
  const field = model?.fields.find(({ fieldProperties }) => fieldProperties.internal_name === 'body');
  return (field && formatOfField(field.fieldProperties)) ?? 'unknown';
};
