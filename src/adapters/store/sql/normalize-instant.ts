// Points in time written one way, so that the order of the texts is the order of time.

import { parseInstant, spellInstant } from '../../../domain/text/instant.ts';

/** UTC with milliseconds. Text that is no point in time has no place in the store. */
export const normalizeInstant = (text: string): string => {
  const instant = parseInstant(text);
  const spelt = instant === undefined ? undefined : spellInstant(instant);
  if (spelt === undefined) {
    throw new Error(`not an ISO 8601 date-time: ${JSON.stringify(text)}`);
  }
  return spelt;
};
