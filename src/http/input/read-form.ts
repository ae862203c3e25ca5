// Reads a web form, `multipart/form-data` or `application/x-www-form-urlencoded`, into a flat object: a string for a name
// sent once, an array of strings for a repeated one. The whole body is in memory first, so nothing can stall the parser.
// Truncated input, nameless parts, invalid UTF-8 and files are refused, never ignored.

import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import { invalidInput } from '../../domain/failures/failures.ts';

export type FormBody = Record<string, string | string[]>;

type Pair = readonly [name: string, value: string];

const PAIRS_MAX = 500;
const NAME_MAX_CHARS = 200;
const HEADERS_OF_PART_MAX = 16;
const HEADERS_OF_PART_MAX_BYTES = 4_096;
/** Turns of the event loop. The parser needs one or two, whatever the size: all bytes are there. */
const TURNS_MAX = 100;

const MULTIPART = /^multipart\/form-data\s*;/i;
const URLENCODED = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;
/** RFC 2046. */
const BOUNDARY =
  /;\s*boundary=(?:"([0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-])"|([0-9A-Za-z'+_./-]{1,70}))\s*(?:;|$)/i;

/** Whether the Content-Type announces a form that can be read. */
export const isFormMediaType = (contentType: string | undefined): boolean =>
  URLENCODED.test(contentType ?? '') || boundaryOf(contentType) !== undefined;

/** `bytes` is the whole body of a request whose Content-Type `isFormMediaType` accepts. */
export const readForm = async (contentType: string, bytes: Buffer): Promise<FormBody> => {
  if (bytes.length === 0) {
    throw invalidInput('empty_body', 'body', 'The request body is empty');
  }
  const boundary = boundaryOf(contentType);
  return toObject(boundary === undefined ? readUrlencoded(bytes) : await readMultipart(boundary, bytes));
};

/** The boundary that a Content-Type of `multipart/form-data` names, if it is one. */
export const boundaryOf = (contentType = ''): string | undefined => {
  if (!MULTIPART.test(contentType)) return undefined;
  const found = BOUNDARY.exec(contentType);
  return found?.[1] ?? found?.[2];
};

const malformed = (what: string) => invalidInput('malformed', 'body', `The form ${what}`);

const toObject = (pairs: readonly Pair[]): FormBody => {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    if (name === '') throw malformed('has a field without a name');
    if (name.length > NAME_MAX_CHARS) throw malformed('has a field whose name is too long');
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  // Built from entries, so that a name such as `__proto__` is plain data.
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]),
  );
};

const assertFew = (count: number): void => {
  if (count > PAIRS_MAX) {
    throw invalidInput('too_many', 'body', `The form must not have more than ${PAIRS_MAX} fields`);
  }
};

const readUrlencoded = (bytes: Buffer): Pair[] => {
  const pairs = bytes.toString('latin1').split('&', PAIRS_MAX + 2);
  const said = pairs.filter((pair) => pair !== '');
  assertFew(Math.max(said.length, pairs.length - 1));
  return said.map((pair) => {
    const equals = pair.indexOf('=');
    return equals === -1
      ? [decode(pair), '']
      : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  });
};

const decode = (text: string): string => {
  try {
    // Unescaped bytes must be UTF-8 just like escaped ones.
    const escaped = text
      .replaceAll('+', ' ')
      .replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
    return decodeURIComponent(escaped);
  } catch {
    throw malformed('is not percent-encoded UTF-8');
  }
};

const readMultipart = async (boundary: string, bytes: Buffer): Promise<Pair[]> => {
  if (!isUtf8(bytes)) throw malformed('is not UTF-8');
  const parts = countParts(boundary, bytes);
  assertFew(parts);
  const pairs = await parseParts(boundary, bytes);
  // The parser silently skips parts without a name.
  if (pairs.length !== parts) throw malformed('has a part that is not a field');
  return pairs;
};

/** The parts between the delimiters of a closed body; the first may be at the very beginning. */
const countParts = (boundary: string, bytes: Buffer): number => {
  const delimiter = `\r\n--${boundary}`;
  let count = bytes.indexOf(delimiter.slice(2)) === 0 ? 1 : 0;
  let last = count === 0 ? -1 : 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + 1)) {
    count += 1;
    last = at + 2;
  }
  const end = last + delimiter.length - 2;
  if (last === -1 || bytes.toString('latin1', end, end + 2) !== '--') throw malformed('is cut off');
  return count - 1;
};

const parseParts = async (boundary: string, bytes: Buffer): Promise<Pair[]> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const pairs: Pair[] = [];
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      fieldSize: bytes.length,
      parts: PAIRS_MAX,
      headerPairs: HEADERS_OF_PART_MAX,
      headerSize: HEADERS_OF_PART_MAX_BYTES,
    },
  });
  parser.on('field', (name: string | undefined, value, _, isCut, encoding) => {
    if (isCut || !['7bit', '8bit', 'binary'].includes(encoding))
      reject(malformed('has a field that is encoded'));
    pairs.push([name ?? '', value]);
  });
  parser.on('file', (_, file) => {
    file.resume();
    reject(invalidInput('not_allowed', 'body', 'Files are not taken'));
  });
  parser.on('error', () => reject(malformed('cannot be read')));
  parser.on('finish', resolve);
  const ended = new AbortController();
  void giveUpLater(ended.signal).then(() => reject(malformed('does not end')));
  parser.end(bytes);
  try {
    await promise;
    return pairs;
  } finally {
    ended.abort();
  }
};

/** In case the parser, given odd bytes, neither finishes nor fails. */
const giveUpLater = async (signal: AbortSignal): Promise<void> => {
  for (let turn = 0; turn < TURNS_MAX && !signal.aborted; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};
