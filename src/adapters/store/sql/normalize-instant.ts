// Timestamps in one format, so that text order is time order.

import { parseInstant, spellInstant } from '../../../domain/text/instant.ts';

/** UTC with milliseconds. Throws for text that is not a timestamp. */
export const normalizeInstant = (text: string): string => {
  const instant = parseInstant(text);
  const spelt = instant === undefined ? undefined : spellInstant(instant);
  if (spelt === undefined) {
    throw new Error(`not an ISO 8601 date-time: ${JSON.stringify(text)}`);
  }
  return spelt;
};
