// The result of a request as the thread hands it over. What is long is encoded there and moves: the main thread neither copies nor hashes it.

import { toBytes } from '../../domain/text/json-bytes.ts';
import type { LargeJson } from '../../domain/text/large-json.ts';
import { entityTagOf } from '../../runtime/entity-tag.ts';

/** Responses up to about this length may be cached, as text. */
export const TEXT_CHARS_MAX = 16_384;

export const toResultJson = (value: unknown): string | LargeJson => {
  const json = JSON.stringify(value);
  if (json.length <= TEXT_CHARS_MAX) return toBytes(json);
  const bytes = new TextEncoder().encode(json);
  return { bytes, entityTag: entityTagOf(bytes) };
};
