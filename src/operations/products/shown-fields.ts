// The fields that a request names in a list.

import { invalidInput } from '../../domain/failures/failures.ts';

const FIELDS_MAX = 50;

/** The names in a comma-separated list, each once. Undefined: the list is not used. */
export const readNames = (list: string | undefined, parameter: string): readonly string[] | undefined => {
  if (list === undefined) return undefined;
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length > FIELDS_MAX)
    throw invalidInput('too_many', parameter, `${parameter} must not name more than ${FIELDS_MAX} fields`);
  return names;
};
