// Checks the patterns of a content model before it is written. A pattern that cannot run would reject every value.

import { type FieldError, invalidValues } from '../../domain/failures/failures.ts';
import { type RequestBudget, UNITS_PER_ROW } from '../../domain/limits/request-budget.ts';
import type { ResourceObject } from '../../domain/manage/managed-resource.ts';
import type { GivenModelField } from '../../domain/models/model-faults.ts';
import { findPatternFault } from '../../domain/models/pattern-faults.ts';

const FAULTS_MAX = 100;

export const assertPatternsRun = async (object: ResourceObject, budget: RequestBudget): Promise<void> => {
  const errors = await findPatternErrors(object, budget);
  if (errors.length > 0) throw invalidValues(errors);
};

/** The first hundred patterns that cannot run. Empty for every other kind of object. */
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
