// Finds faults in the pattern of a field. A pattern that cannot run would reject every value, so it is rejected when its model
// is saved. Compiling many patterns takes long: callers yield to other requests in between.

import { compilePattern, isTooLarge, PATTERN_STATES_MAX } from '../patterns/linear-pattern.ts';
import { PATTERN_MAX_CHARS } from '../patterns/pattern-syntax.ts';
import type { GivenModelField, ModelFault } from './model-faults.ts';

/** Undefined if the field has no pattern, or a usable one. `index` is that of the field. */
export const findPatternFault = (
  { field_properties: { validation } }: GivenModelField,
  index: number,
): ModelFault | undefined => {
  const pattern = Object.hasOwn(validation, 'pattern') ? validation['pattern'] : undefined;
  if (typeof pattern !== 'string' || pattern === '' || compilePattern(pattern) !== undefined)
    return undefined;
  const path = `${index}.field_properties.validation.pattern`;
  return isTooLarge(pattern)
    ? {
        fault: 'too_long',
        path,
        message: `must not have more than ${PATTERN_MAX_CHARS} characters or ${PATTERN_STATES_MAX} states`,
      }
    : {
        fault: 'malformed',
        path,
        message: 'must be a regular expression without lookaround, backreferences and modifiers',
      };
};
