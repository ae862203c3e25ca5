// Turns what only the store can find into field errors: relations to missing records, and values that are not unique.

import type { FieldError } from '../failures/failures.ts';
import type { Relation, UniqueValue } from '../records/record.ts';
import type { RefusedValues } from '../records/record-ports.ts';
import { pathOfField } from '../records/record-text.ts';

export const refusedErrors = ({ relations, taken }: RefusedValues): FieldError[] => [
  ...missingRelations(relations),
  ...takenValues(taken),
];

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
