// The patterns of a content model that is about to be written: one that is too large to be run would refuse every value of its
// field, so it is refused itself. What is not supported otherwise is kept: a model may come from where it is.

import { invalidValues } from '../domain/failures.ts';
import { isObject, ownValue } from '../domain/json-value.ts';
import { isTooLarge, PATTERN_STATES_MAX } from '../domain/linear-pattern.ts';
import type { ResourceObject } from '../domain/managed-resource.ts';
import { PATTERN_MAX_CHARS } from '../domain/pattern-syntax.ts';
import { type RequestBudget, UNITS_PER_ROW } from '../domain/request-budget.ts';

const MESSAGE = `must not have more than ${PATTERN_MAX_CHARS} characters or ${PATTERN_STATES_MAX} states`;

/** Throws for the first that is too large. Everything that is no content model has none. */
export const assertPatternsFit = async (object: ResourceObject, budget: RequestBudget): Promise<void> => {
  const fields: unknown = object.kind === 'content_model' ? object['fields'] : undefined;
  for (const [index, field] of (Array.isArray(fields) ? fields : []).entries()) {
    const pattern = patternOf(field);
    if (typeof pattern === 'string' && isTooLarge(pattern)) {
      const at = `fields.${index}.field_properties.validation.pattern`;
      throw invalidValues([{ field: at, code: 'too_long', message: `${at} ${MESSAGE}` }]);
    }
    budget.spend(UNITS_PER_ROW);
    await budget.pause();
  }
};

const patternOf = (field: unknown): unknown => {
  const properties = isObject(field) ? ownValue(field, 'field_properties') : undefined;
  const rules = isObject(properties) ? ownValue(properties, 'validation') : undefined;
  return isObject(rules) ? ownValue(rules, 'pattern') : undefined;
};
