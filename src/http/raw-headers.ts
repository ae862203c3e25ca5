// Headers as they were sent. Node joins or drops a header that is sent twice, so only the raw list can tell.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** The first of the watched (lower-case) headers that was sent more than once. */
export const findRepeated = (
  request: Pick<IncomingMessage, 'rawHeaders'>,
  watched: ReadonlySet<string>,
): string | undefined => {
  const seen = new Set<string>();
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i]?.toLowerCase() ?? '';
    if (watched.has(name)) {
      if (seen.has(name)) {
        return name;
      }
      seen.add(name);
    }
  }
  return undefined;
};

/**
 * The text of a header, undefined when it was not sent. Node reads each byte as one character; bytes that are UTF-8 are
 * read as such, so that an id means the same in a header and in a body.
 */
export const headerText = (request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined => {
  const value = request.headers[name];
  if (typeof value !== 'string' || /^[\x00-\x7f]*$/.test(value)) {
    return typeof value === 'string' ? value : undefined;
  }
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};
