// The patterns of a content model that is about to be written. One that cannot be run would refuse every value of its field.

import { type FieldError, invalidValues } from '../../domain/failures/failures.ts';
import { type RequestBudget, UNITS_PER_ROW } from '../../domain/limits/request-budget.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';
import type { GivenModelField } from '../../domain/models/model-faults.ts';
import { findPatternFault } from '../../domain/patterns/pattern-faults.ts';

const FAULTS_MAX = 100;

export const assertPatternsRun = async (object: ResourceObject, budget: RequestBudget): Promise<void> => {
  const errors = await findPatternErrors(object, budget);
  if (errors.length > 0) throw invalidValues(errors);
};

/** One for each pattern that cannot be run, the first hundred. Everything that is no content model has none. */
export const findPatternErrors = async (
  object: ResourceObject,
  budget: RequestBudget,
): Promise<FieldError[]> => {
  if (object.kind !== 'content_model') return [];
  const errors: FieldError[] = [];
  for (const [index, field] of (object['fields'] as readonly GivenModelField[]).entries()) {
    const fault = findPatternFault(field, index);
    if (fault !== undefined) {
      const at = `fields.${fault.path}`;
      errors.push({ field: at, code: fault.fault, message: `${at} ${fault.message}` });
    }
    if (errors.length === FAULTS_MAX) break;
    budget.spend(UNITS_PER_ROW);
    await budget.pause();
  }
  return errors;
};
