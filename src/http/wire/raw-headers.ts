// Headers as they were sent. Node joins or drops repeated headers, so only the raw list can tell.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

type RawHeaders = Pick<IncomingMessage, 'rawHeaders'>;

const NONE: ReadonlySet<string> = new Set();

/** Beyond this many headers a set replaces comparing each with each. */
const FEW = 64;

/** The (lower-case) headers that a request sent more than once. */
export const repeatedHeaders = ({ rawHeaders }: RawHeaders): ReadonlySet<string> => {
  // Several files ask this about the same request, one right after the other.
  if (rawHeaders !== lastAsked) lastResult = findRepeatedHeaders(rawHeaders);
  lastAsked = rawHeaders;
  return lastResult;
};

let lastAsked: readonly string[] | undefined;
let lastResult = NONE;

const findRepeatedHeaders = (rawHeaders: readonly string[]): ReadonlySet<string> => {
  if (rawHeaders.length > FEW) return repeatedOfMany(rawHeaders);
  for (let at = 2; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    for (let before = 0; before < at; before += 2) {
      const other = rawHeaders[before] as string;
      // Names of equal length are rare, so a name is hardly ever lower-cased.
      const isSame = name.length === other.length && name.toLowerCase() === other.toLowerCase();
      if (isSame) return repeatedOfMany(rawHeaders);
    }
  }
  return NONE;
};

const repeatedOfMany = (rawHeaders: readonly string[]): ReadonlySet<string> => {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (seen.has(name)) repeated.add(name);
    else seen.add(name);
  }
  return repeated.size === 0 ? NONE : repeated;
};

/** The first of the watched (lower-case) headers that was sent more than once. */
export const findRepeated = (request: RawHeaders, watched: ReadonlySet<string>): string | undefined => {
  const repeated = repeatedHeaders(request);
  if (repeated === NONE) return undefined;
  for (const name of repeated) if (watched.has(name)) return name;
  return undefined;
};

/**
 * The text of a header, `undefined` when it was not sent. Node reads each byte as one character; bytes that are UTF-8 are
 * decoded as such, so that an id means the same in a header and in a body.
 */
export const headerText = (request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined => {
  const value = request.headers[name];
  if (typeof value !== 'string' || /^[\x00-\x7f]*$/.test(value)) {
    return typeof value === 'string' ? value : undefined;
  }
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};

/** Headers as part of a cache key: an absent one never looks like anything that can be sent. */
export const headersKey = (headers: IncomingMessage['headers'], names: readonly string[]): string => {
  let key = '';
  for (const name of names) {
    const value = headers[name];
    key += value === undefined ? '\n\0' : `\n${value}`;
  }
  return key;
};
