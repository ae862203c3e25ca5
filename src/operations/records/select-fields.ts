// Selects properties of a record: its own by name, and single fields of the model.

import { type RecordPayload, recordProperties } from '../../contract/records/record-shapes.ts';
import { invalidInput } from '../../domain/failures/failures.ts';
import type { ContentModel } from '../../domain/models/content-model.ts';
import { isOwnTextName } from '../../domain/models/record-text.ts';

/** Returns the selected properties, in the order of the record. */
export type Selection = (payload: RecordPayload) => Partial<RecordPayload>;

const FIELD_PREFIX = 'fields.';

/** Throws if the list names a property that records of the model do not have. `state` exists only in a preview. */
export const readSelection = (
  list: string | undefined,
  model: ContentModel,
  { withState }: { readonly withState: boolean },
): Selection => {
  if (list === undefined) return (payload) => payload;
  const names = new Set(list.split(',').map((part) => part.trim()));
  const own = new Set([...Object.keys(recordProperties), ...(withState ? ['state'] : [])]);
  const fields = new Set(
    model.fields
      .map(({ fieldProperties }) => fieldProperties.internal_name)
      .filter((name) => !isOwnTextName(name))
      .map((name) => `${FIELD_PREFIX}${name}`),
  );
  for (const name of names) {
    if (!own.has(name) && !fields.has(name)) {
      throw invalidInput(
        'not_allowed',
        'fields',
        `fields names an unknown field: ${JSON.stringify(name.slice(0, 64))}`,
      );
    }
  }
  const wantsFields = [...names].some((name) => name.startsWith(FIELD_PREFIX));
  return (payload) => {
    const chosen = Object.entries(payload).filter(([name]) => names.has(name));
    if (!wantsFields || names.has('fields')) return Object.fromEntries(chosen);
    const some = Object.entries(payload.fields).filter(([name]) => names.has(`${FIELD_PREFIX}${name}`));
    return Object.fromEntries([...chosen, ['fields', Object.fromEntries(some)]]);
  };
};
