// Suggestions on the wire, as a link.

import { defineOperation } from '../operation.ts';
import { closedObject } from '../values.ts';
import { suggestOperation, suggestQuery, typedTerm } from './suggest-searches.ts';

export const getSuggestions = defineOperation({
  ...suggestOperation,
  name: 'get-suggestions',
  method: 'GET',
  params: closedObject({}),
  query: closedObject({ search_term: typedTerm(), ...suggestQuery }),
  body: undefined,
});
