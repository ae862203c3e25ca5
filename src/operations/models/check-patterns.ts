// Checks the patterns of a content model before it is written. A pattern that cannot run would reject every value.

import { type FieldError, invalidValues } from '../../domain/failures/field-failures.ts';
import { type Counted, FirstHundred } from '../../domain/failures/first-hundred.ts';
import { type RequestBudget, UNITS_PER_ROW } from '../../domain/limits/request-budget.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';
import type { GivenModelField } from '../../domain/models/model-faults.ts';
import { findPatternFault } from '../../domain/models/pattern-faults.ts';

export const assertPatternsRun = async (object: ResourceObject, budget: RequestBudget): Promise<void> => {
  const errors = await findPatternErrors(object, budget);
  if (errors.count > 0) throw invalidValues(errors);
};

/** The patterns that cannot run. None for every other kind of object. */
export const findPatternErrors = async (
  object: ResourceObject,
  budget: RequestBudget,
): Promise<Counted<FieldError>> => {
  const errors = new FirstHundred<FieldError>();
  if (object.kind !== 'content_model') return errors;
  for (const [index, field] of (object['fields'] as readonly GivenModelField[]).entries()) {
    const fault = findPatternFault(field, index);
    if (fault !== undefined) {
      const at = `fields.${fault.path}`;
      errors.add(() => ({ field: at, code: fault.fault, message: `${at} ${fault.message}` }));
    }
    budget.spend(UNITS_PER_ROW);
    await budget.pause();
  }
  return errors;
};
