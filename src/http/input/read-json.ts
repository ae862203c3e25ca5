// What the headers of a request say about its body, before any of it is read: its media type, its coding. Also the body of a GET.

import type { IncomingMessage } from 'node:http';
import { invalidInput } from '../../domain/failures/failures.ts';
import { parseJsonBody, parseJsonBodyInSteps } from '../../runtime/json-body.ts';
import type { PauseIfDue } from '../../runtime/large-request-scheduler.ts';
import { isJsonMediaType } from '../wire/media-type.ts';
import { findRepeated } from '../wire/raw-headers.ts';
import { boundaryOf } from './read-form.ts';

type Head = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

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

/** A GET needs no body; one that is sent must be JSON. `undefined` without one. `pauseIfDue` is for a large one. */
export const readStrayBody = (request: Head, bytes: Buffer, pauseIfDue: PauseIfDue | undefined): unknown => {
  if (bytes.length === 0) return undefined;
  assertJsonMediaType(request);
  assertUncompressed(request);
  return pauseIfDue === undefined ? parseJsonBody(bytes) : parseJsonBodyInSteps(bytes, pauseIfDue);
};
