// A remembered answer on its way out, headers and all, and what is left to do each time: the conditional GET, the id of
// the request, the note of a search. Written to the bare response: everything that hooks would add is in the answer.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RememberedAnswer } from './answer-memory.ts';
import { matchesEntityTag } from './etag.ts';
import { visitorOf } from './visitor.ts';

/** Who gets it, as far as only the connection and the clock can tell. */
export interface Taker {
  readonly requestId: string;
  /** The address, where a trusted proxy said so the one behind it. */
  readonly ip: string;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
}

/** Returns how many bytes of a body that took. */
export const giveAgain = (
  answer: RememberedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, ip, visitorSecret, now }: Taker,
): number => {
  const { scope, onRepeat, entityTag, headers, body } = answer;
  if (onRepeat !== undefined) {
    const agent = request.headers['user-agent'] ?? '';
    onRepeat({ scope, visitor: visitorOf(ip, agent, scope, visitorSecret, now()) });
  }
  // Written out at once, so that the next request may have its own.
  headers[headers.length - 1] = requestId;
  if (entityTag !== undefined && matchesEntityTag(request.headers['if-none-match'], entityTag)) {
    response.writeHead(304, withoutContent(headers));
    response.end();
    return 0;
  }
  response.writeHead(200, headers);
  // Of a HEAD only its head: Node would drop the body too.
  if (request.method === 'HEAD') {
    response.end();
    return 0;
  }
  response.end(body, 'latin1');
  return body.length;
};

const withoutContent = (headers: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (!name.startsWith('content-')) kept.push(name, headers[at + 1] as string);
  }
  return kept;
};
