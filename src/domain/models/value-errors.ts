// Values that only the store can check, and the field errors for those it refuses: relations to missing records, and values
// that are not unique.

import type { FieldError } from '../failures/field-failures.ts';
import { type Counted, countAll } from '../failures/first-hundred.ts';
import { pathOfField } from './record-text.ts';

/** A reference from a field of a version to another record. */
export interface Relation {
  readonly field: string;
  readonly locale: string;
  readonly recordId: string;
  /** Allowed models of the related record; null: any. */
  readonly models: readonly string[] | null;
}

/** A value that no other record of the model may have in the same locale of its latest version. */
export interface UniqueValue {
  /** Internal name of the model field, or a built-in name such as `title` or `page_slug`. */
  readonly field: string;
  readonly locale: string;
  readonly value: unknown;
}

/** Values that conflict with stored data. */
export interface RefusedValues {
  /** Relations to missing records or to records of another model. */
  readonly relations: readonly Relation[];
  /** Unique values that another record has. */
  readonly taken: readonly UniqueValue[];
}

export const refusedErrors = ({ relations, taken }: RefusedValues): Counted<FieldError> =>
  countAll([...missingRelations(relations), ...takenValues(taken)]);

/** One error per field and locale, however many of its records are missing. */
const missingRelations = (relations: readonly Relation[]): FieldError[] => {
  const byField = new Map<string, FieldError>();
  for (const { field, locale, models } of relations) {
    const key = JSON.stringify([locale, ...field.split('.').slice(0, 2)]);
    const kind = models === null ? 'a record' : `a record of ${models.join(' or ')}`;
    if (!byField.has(key)) {
      byField.set(key, {
        field,
        locale,
        code: 'not_found',
        message: `${field} must refer to ${kind} that exists`,
      });
    }
  }
  return [...byField.values()];
};

const takenValues = (values: readonly UniqueValue[]): FieldError[] =>
  values.map(({ field, locale }) => ({
    field: pathOfField(field),
    locale,
    code: 'not_unique',
    message: `${pathOfField(field)} must be unique, and another record has this value`,
  }));
