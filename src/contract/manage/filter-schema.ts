// The schema of a filter's value, by the type that the table of kinds gives it.

import { type TSchema, Type } from 'typebox';
import { modelTypes } from '../models/get-content-model.ts';
import { identifier, LOCALE_PATTERN, text } from '../values.ts';
import type { ManagedFilter } from './managed-kind.ts';

export const filterSchema = ({ type, description, title }: ManagedFilter): TSchema => {
  switch (type) {
    case 'identifier':
      return identifier(description, title);
    case 'text':
      return text(description, title);
    case 'boolean':
      return Type.Boolean({ description });
    case 'locale':
      return Type.String({
        ...(title === undefined ? {} : { title }),
        pattern: LOCALE_PATTERN,
        maxLength: 35,
        description,
      });
    case 'model_type':
      return Type.Enum([...modelTypes], { description });
  }
};
