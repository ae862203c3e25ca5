// Sends a request exactly as given: duplicate headers, a GET with a body, any host. Only the content length is added.

import { Agent, request } from 'node:http';

export interface WireResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface WireRequest {
  readonly method: string;
  /** Path and query, sent as they are. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Buffer | undefined;
}

export interface WireClient {
  readonly send: (wanted: WireRequest) => Promise<WireResponse>;
  readonly close: () => void;
}

/** Sends one request over a connection of the agent. The message of an error ends with whether the connection was a new one. */
export const sendOver = (
  agent: Agent,
  address: string,
  { method, target, headers, body }: WireRequest,
  signal?: AbortSignal,
): Promise<WireResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(address);
    const hasHost = headers.some(([name]) => name.toLowerCase() === 'host');
    const raw = [
      ...(hasHost ? [] : (['host', host] as const)),
      ...headers.flat(),
      ...(body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]),
    ];
    const options = { agent, hostname, port, method, path: target, headers: raw };
    const sent = request(signal === undefined ? options : { ...options, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        const kept = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        resolve({ status: response.statusCode ?? 0, headers: new Map(kept), text });
      });
    });
    sent.on('error', (error) => {
      error.message += sent.reusedSocket ? ', reused' : ', new';
      reject(error);
    });
    sent.end(body);
  });

/** `connections`: at most so many at once. */
export const openWireClient = (address: string, connections = Number.POSITIVE_INFINITY): WireClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return { send: (wanted) => sendOver(agent, address, wanted), close: () => agent.destroy() };
};
