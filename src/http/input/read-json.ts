// Reads the bytes of a body as JSON: media type first, then UTF-8, then syntax. What the JSON means is checked later.

import { isAscii } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalidInput } from '../../domain/failures/failures.ts';
import { parseJson } from '../../domain/text/parse-json.ts';
import { type KeptList, NestedTooDeep, parseJsonInSteps } from '../../domain/text/parse-json-in-steps.ts';
import { shownName } from '../../domain/text/shown-name.ts';
import { isJsonMediaType } from '../wire/media-type.ts';
import { findRepeated } from '../wire/raw-headers.ts';
import type { PauseIfDue } from './large-request-scheduler.ts';
import { boundaryOf } from './read-form.ts';

type Head = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const watched = new Set(['content-type']);

const READABLE_ENCODINGS = ['', 'identity', 'gzip', 'x-gzip'];
const LINES_TYPE = /^application\/(?:x-ndjson|ndjson|jsonl|gzip|octet-stream)\s*(?:;|$)/i;

export const assertOneMediaType = (request: Head): void => {
  if (findRepeated(request, watched) !== undefined) {
    throw invalidInput('repeated', 'content-type', 'The header content-type is sent more than once');
  }
};

/** Throws before reading any byte unless the Content-Type is NDJSON, compressed or not. */
export const assertLinesMediaType = (request: Head): void => {
  assertOneMediaType(request);
  if (!LINES_TYPE.test(request.headers['content-type'] ?? '')) {
    throw invalidInput('media_type', 'content-type', 'The content-type must be application/x-ndjson');
  }
};

/** Throws before reading any byte if the body is packed in a way that is not unpacked here. */
export const assertReadableEncoding = ({ headers }: Head): void => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (READABLE_ENCODINGS.includes(encoding)) return;
  throw invalidInput('not_allowed', 'content-encoding', 'The content-encoding must be gzip or left out');
};

/** The boundary of form data. Throws before reading any byte unless the Content-Type names one. */
export const readBoundary = (request: Head): string => {
  assertOneMediaType(request);
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary !== undefined) return boundary;
  throw invalidInput(
    'media_type',
    'content-type',
    'The content-type must be multipart/form-data with a boundary',
  );
};

/** Throws before reading any byte if the body is compressed: it is not unpacked here. */
export const assertUncompressed = ({ headers }: Head): void => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw invalidInput(
    'not_allowed',
    'content-encoding',
    'The body must not be compressed: leave content-encoding out',
  );
};

/** Throws before reading any byte unless the Content-Type is JSON. */
export const assertJsonMediaType = (request: Head): void => {
  assertOneMediaType(request);
  if (!isJsonMediaType(request.headers['content-type'])) {
    throw invalidInput('media_type', 'content-type', 'The content-type must be application/json');
  }
};

export const parseJsonBody = (bytes: Buffer): unknown => {
  const text = decodeBody(bytes);
  try {
    return parseJson(text);
  } catch (error) {
    throw invalidJson(error);
  }
};

/** The same for a large body: it pauses from time to time. */
export const parseJsonBodyInSteps = async (
  bytes: Buffer,
  pauseIfDue: PauseIfDue,
  kept?: KeptList,
): Promise<unknown> => {
  const text = decodeBody(bytes);
  try {
    return await parseJsonInSteps(text, pauseIfDue, { kept });
  } catch (error) {
    throw invalidJson(error);
  }
};

const decodeBody = (bytes: Buffer): string => {
  if (bytes.length === 0) {
    throw invalidInput('empty_body', 'body', 'The request body is empty');
  }
  try {
    return isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes);
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

/** A GET needs no body; one that is sent must be JSON. `undefined` without one. `pauseIfDue` is for a large one. */
export const readStrayBody = (request: Head, bytes: Buffer, pauseIfDue: PauseIfDue | undefined): unknown => {
  if (bytes.length === 0) return undefined;
  assertJsonMediaType(request);
  assertUncompressed(request);
  return pauseIfDue === undefined ? parseJsonBody(bytes) : parseJsonBodyInSteps(bytes, pauseIfDue);
};
