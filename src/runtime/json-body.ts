// The bytes of a JSON body as a value, or the failure of the request: UTF-8 first, then syntax. What the JSON means is checked later.

import { isAscii } from 'node:buffer';
import { invalidInput } from '../domain/failures/failures.ts';
import { isObject } from '../domain/text/json-value.ts';
import { parseJson } from '../domain/text/parse-json.ts';
import { type KeptList, NestedTooDeep, parseJsonInSteps } from '../domain/text/parse-json-in-steps.ts';
import { shownName } from '../domain/text/shown-name.ts';
import { giveBack } from './give-back.ts';
import type { PauseIfDue } from './large-request-scheduler.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export const parseJsonBody = (bytes: Uint8Array): unknown => {
  const text = decodeBody(bytes);
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidJson(error);
  }
};

/** The same for a large body: it pauses from time to time, and gives the bytes back. */
export const parseJsonBodyInSteps = async (
  bytes: Uint8Array,
  pauseIfDue: PauseIfDue,
  kept?: KeptList,
): Promise<unknown> => {
  const text = decodeBody(bytes);
  giveBack(bytes);
  try {
    return await parseJsonInSteps(text, pauseIfDue, { kept });
  } catch (error) {
    throw invalidJson(error);
  }
};

/** The body of an operation that checks its members itself. */
export const asObjectBody = (json: unknown): Readonly<Record<string, unknown>> => {
  if (isObject(json)) return json;
  throw invalidInput('wrong_type', 'body', 'The request body must be a JSON object');
};

const decodeBody = (bytes: Uint8Array): string => {
  if (bytes.length === 0) {
    throw invalidInput('empty_body', 'body', 'The request body is empty');
  }
  try {
    return isAscii(bytes)
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
      : utf8.decode(bytes);
  } catch {
    throw invalidInput('invalid_json', 'body', 'The request body is not valid UTF-8');
  }
};

const invalidJson = (error: unknown) =>
  error instanceof NestedTooDeep
    ? invalidInput('out_of_range', 'body', `The request body is ${error.message}`)
    : invalidInput('invalid_json', 'body', `The request body is not valid JSON: ${placeOf(error)}`);

/** Where the syntax error is, as far as the parser tells. */
const placeOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  const at = / JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (at !== undefined) return `look at character ${Number(at) + 1}`;
  const token = /^Unexpected token '(.{1,2})'/u.exec(message)?.[1];
  return token === undefined ? 'it ends too early' : `"${shownName(token)}" is not expected where it stands`;
};
