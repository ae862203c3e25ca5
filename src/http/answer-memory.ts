// Answers that may be given again: those of operations that only read, word for word, until anything is committed.
// The key is everything an answer depends on: the operation, the URL, the scope as it was sent, the host and the token.

import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/operation.ts';
import type { ChangeSignal } from '../domain/ports.ts';
import type { Scope } from '../domain/scope.ts';
import type { Visit } from '../operations/use-case.ts';
import { headersKey, repeatedHeaders } from './raw-headers.ts';
import { VersionedMap } from './versioned-map.ts';

export interface RememberedAnswer {
  readonly body: string;
  readonly entityTag: string;
  readonly scope: Scope;
  /** What is still to be done when it is given again. */
  readonly onRepeat: ((who: Visit) => void) | undefined;
  /** When the token with which it was asked for ends; nothing is answered from memory after that. */
  readonly endsAt: number;
}

export interface AnswerPlace {
  readonly key: string;
  readonly version: number;
}

/** What says who is asking, beside the host. */
export const CALLER_HEADERS = ['x-tenant-id', 'x-workspace-id', 'x-environment-id', 'authorization'];
const TYPE_HEADERS = ['content-type'];
const ANSWERS_MAX = 2_000;
const BODY_CHARS_MAX = 16_384;

export class AnswerMemory {
  private readonly answers: VersionedMap<RememberedAnswer>;

  constructor(signal: ChangeSignal) {
    this.answers = new VersionedMap(signal, ANSWERS_MAX);
  }

  /** Where the answer to this request is kept; undefined when it may not be answered from memory. */
  placeOf(
    operation: Operation,
    request: IncomingMessage,
    host: string,
    body?: Buffer,
  ): AnswerPlace | undefined {
    // Of some headers Node keeps the first and drops the others: such a request must be looked at closely.
    if (operation.isRepeatable !== true || repeatedHeaders(request).size > 0) return undefined;
    const { headers, url } = request;
    const isBodyUnread =
      headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (body === undefined && isBodyUnread) return undefined;
    const version = this.answers.current();
    // A line feed is in no header and in no URL, and the body comes last.
    let key = `${operation.name}\n${url}\n${host}${headersKey(headers, CALLER_HEADERS)}`;
    if (body !== undefined) {
      const own = Object.keys(operation.headers.properties);
      key += `${headersKey(headers, own)}${headersKey(headers, TYPE_HEADERS)}\n${body.toString('latin1')}`;
    }
    return { key, version };
  }

  find(place: AnswerPlace, now: number): RememberedAnswer | undefined {
    const answer = this.answers.get(place.key);
    return answer === undefined || answer.endsAt <= now ? undefined : answer;
  }

  /** Keeps an answer, unless something was committed since the place was asked for. */
  keep(place: AnswerPlace, answer: RememberedAnswer): void {
    if (answer.body.length <= BODY_CHARS_MAX) this.answers.set(place.key, answer, place.version);
  }
}
