// Answers that may be given again: those of operations that only read, word for word, until anything is committed.
// The key is everything an answer depends on: the method, the URL, the host, who asks as it was sent, what else an
// operation or a browser says in headers, and the body.

import type { IncomingMessage } from 'node:http';
import type { ChangeSignal } from '../domain/ports.ts';
import type { Scope } from '../domain/scope.ts';
import type { Visit } from '../operations/use-case.ts';
import { headersKey, repeatedHeaders } from './raw-headers.ts';
import { VersionedMap } from './versioned-map.ts';

export interface RememberedAnswer {
  /** Its bytes, one to a character: head and body then go out in one piece, and nothing is encoded again. */
  readonly body: string;
  /** Names and values in turn; the last value is the id of the request, and set whenever it is given. */
  readonly headers: string[];
  /** Absent where the method knows no conditional requests. */
  readonly entityTag: string | undefined;
  readonly scope: Scope;
  readonly operation: string;
  /** The route's pattern, for the log. */
  readonly route: string;
  /** What is still to be done when it is given again. */
  readonly onRepeat: ((who: Visit) => void) | undefined;
  /** When the token with which it was asked for ends; nothing is answered from memory after that. */
  readonly endsAt: number;
}

/** Where the answer to a request is kept, once its body is known too. */
export interface AnswerPlace {
  readonly head: string;
  /** Taken before the caller was identified, so that who was let in under it is not let in for longer. */
  readonly version: number;
}

/** What says who is asking, beside the host. */
export const CALLER_HEADERS = ['x-tenant-id', 'x-workspace-id', 'x-environment-id', 'authorization'];
/** How a body is to be read, and for which page of which site an answer is. */
const OTHER_HEADERS = ['content-type', 'origin'];
export const NO_BODY = '';
const ANSWERS_MAX = 2_000;
const ANSWER_CHARS_MAX = 16_384;
const REQUEST_BYTES_MAX = 16_384;

/** Whether a body goes with the request, in one way or another. */
export const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** The length of a body that may be part of a key; undefined for any other. */
export const announcedLength = ({ headers }: IncomingMessage): number | undefined => {
  const bytes = Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined && bytes > 0 && bytes <= REQUEST_BYTES_MAX
    ? bytes
    : undefined;
};

export class AnswerMemory {
  private readonly answers: VersionedMap<RememberedAnswer>;
  /** Heads under which any answer is kept, with the end of their token: only for these is it worth looking at a body. */
  private readonly heads: VersionedMap<number>;
  private readonly headerNames: readonly string[];
  private readonly now: () => Date;

  /** `ownHeaders`: those that any of the operations has of its own. */
  constructor(signal: ChangeSignal, ownHeaders: readonly string[], now: () => Date) {
    this.now = now;
    this.answers = new VersionedMap(signal, ANSWERS_MAX);
    this.heads = new VersionedMap(signal, ANSWERS_MAX);
    this.headerNames = [...CALLER_HEADERS, ...OTHER_HEADERS, ...ownHeaders];
  }

  /** The key of a request but for its body; undefined when it may not be answered from memory. */
  headOf(request: IncomingMessage, host: string): string | undefined {
    // Of some headers Node keeps the first and drops the others: such a request must be looked at closely.
    if (repeatedHeaders(request).size > 0) return undefined;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    // A line feed is in no header and in no URL, and the body comes last.
    return `${method}\n${request.url}\n${host}${headersKey(request.headers, this.headerNames)}\n`;
  }

  placeOf(request: IncomingMessage, host: string): AnswerPlace | undefined {
    const head = this.headOf(request, host);
    return head === undefined ? undefined : { head, version: this.answers.current() };
  }

  /** Whether there is an answer to this head with one body or another. */
  isKnown(head: string): boolean {
    this.heads.current();
    const endsAt = this.heads.get(head);
    return endsAt !== undefined && !this.isOver(endsAt);
  }

  find(head: string, body: string): RememberedAnswer | undefined {
    this.answers.current();
    const answer = this.answers.get(head + body);
    return answer === undefined || this.isOver(answer.endsAt) ? undefined : answer;
  }

  /** Most answers never end: the clock is then not asked. */
  private isOver(endsAt: number): boolean {
    return endsAt !== Number.POSITIVE_INFINITY && endsAt <= this.now().getTime();
  }

  /** Keeps an answer, unless something was committed since the place was asked for. */
  keep({ head, version }: AnswerPlace, body: string, answer: RememberedAnswer): void {
    if (answer.body.length > ANSWER_CHARS_MAX || body.length > REQUEST_BYTES_MAX) return;
    if (body !== NO_BODY) this.heads.set(head, answer.endsAt, version);
    this.answers.set(head + body, answer, version);
  }
}
