// The fields of a product that a request wants to see.

import { fromJsonBytes, toJsonBytes } from '../../domain/text/json-bytes.ts';

/** `json` is UTF-8, one character per byte. Without fields it comes back as it is. Unknown fields are ignored. */
export const pickFields = (json: string, fields: readonly string[] | undefined): string => {
  if (fields === undefined || fields.length === 0) return json;
  const record = fromJsonBytes(json) as Record<string, unknown>;
  const picked = Object.fromEntries(
    fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
  );
  return toJsonBytes(picked);
};
