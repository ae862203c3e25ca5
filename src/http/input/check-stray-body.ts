// A JSON body on a GET that needs none: it is ignored, but members named like parameters must be valid (Interface: Errors,
// operation 1).

import type { TObject } from 'typebox';
import { invalidInput } from '../../domain/failures/failures.ts';
import { isBlankUnlessList } from '../../domain/text/blank.ts';
import { isObject, isUnused, ownValue } from '../../domain/text/json-value.ts';
import { keywordsOf } from './check-value.ts';
import { blankMessage } from './text-rules.ts';

/** Throws for the first parameter, in declared order, that is blank, or is a number sent as something else. */
export const buildStrayBodyCheck = (query: TObject): ((json: unknown) => void) => {
  const fields = Object.entries(query.properties).map(([name, schema]) => ({
    name,
    isNumber: ['integer', 'number'].includes(keywordsOf(schema).type ?? ''),
  }));
  return (json) => {
    if (!isObject(json)) return;
    for (const { name, isNumber } of fields) {
      const value = ownValue(json, name);
      if (isUnused(value)) continue;
      if (isBlankUnlessList(value))
        throw invalidInput('blank_value', name, `${blankMessage(name)}, in the body`);
      if (isNumber && typeof value !== 'number') {
        throw invalidInput('wrong_type', name, `${name} must be a number, in the body`);
      }
    }
  };
};
