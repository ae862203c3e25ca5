// A server for tests of what is remembered: its every answer is another one, so that a repeat can be told from a new one.
// It is asked past the network, where every request is routed, or over a connection, where a repeat need not be.

import type { HttpConfig } from './http-config.ts';
import { openRawClient, type RawClient } from './raw-client-fixture.ts';
import { buildFixture, calls, contentOf, type Fixture, scoped } from './server-fixture.ts';

export const ways = ['routed', 'at once'] as const;

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Question {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Counting {
  readonly signal: { at: number };
  readonly fixture: Fixture;
  /** How many requests were routed. */
  readonly routed: () => number;
  readonly send: (question: Question) => Promise<Answer>;
  /** Sends the call of an operation that its schemas accept, with the three scoping headers. */
  readonly ask: (
    name: keyof typeof calls,
    headers?: Readonly<Record<string, string>>,
    more?: string,
  ) => Promise<Answer>;
  /** Only where it is asked over a connection. */
  readonly client: RawClient | undefined;
}

const UNTIL_MAX_MS = 10_000;

/** Resolves when it holds; rejects when it never does. */
export const until = async (holds: () => boolean): Promise<void> => {
  const deadline = performance.now() + UNTIL_MAX_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`it never came true: ${holds}`);
    await new Promise(setImmediate);
  }
};

export const bytesOf = ({ method, url, headers, body = '' }: Question): string => {
  const all = { host: 'test', ...headers, ...(body === '' ? {} : { 'content-length': String(body.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

export const callOf = (
  name: keyof typeof calls,
  headers: Readonly<Record<string, string>> = {},
): Question => {
  const call = calls[name];
  const { payload, headers: type } = contentOf(call) as { payload?: string; headers: Record<string, string> };
  return { method: call.method, url: call.url, headers: { ...scoped, ...type, ...headers }, body: payload };
};

export const openCounting = async (
  context: { after: (done: () => Promise<void>) => void },
  way: (typeof ways)[number],
  config: Partial<HttpConfig> = {},
): Promise<Counting> => {
  const signal = { at: 1, version: () => signal.at };
  const fixture = buildFixture(config, signal);
  const { app } = fixture.server;
  let made = 0;
  fixture.carry = () => {
    made += 1;
    return [`answer ${made}: Grüße … 日本`];
  };
  let routed = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    routed += 1;
    done();
  });
  let client: RawClient | undefined;
  if (way === 'at once') {
    client = await openRawClient(await fixture.server.listen({ host: '127.0.0.1', port: 0 }));
    context.after(async () => {
      client?.socket.destroy();
      await fixture.server.closeGracefully(1_000);
    });
  }
  const send = async (question: Question): Promise<Answer> => {
    if (client !== undefined) {
      client.send(bytesOf(question));
      const { status, body, headers } = await client.next(question.method);
      return { status, body, headers: Object.fromEntries(headers) };
    }
    const { method, url, headers, body: payload } = question;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, body: response.body, headers: response.headers };
  };
  return {
    signal,
    fixture,
    routed: () => routed,
    send,
    ask: (name, headers = {}, more = '') => {
      const call = callOf(name, headers);
      return send({ ...call, url: `${call.url}${more}` });
    },
    client,
  };
};
