// The protocol over HTTP, without sessions: each message gets a server of its own, made for its caller, so that nothing is left for the
// next one. It reads no body and checks no token: the web server does.

import { readVersion } from '../runtime/version.ts';
import { loadSdk } from './load-sdk.ts';
import { buildMcpServer, type McpConnection } from './mcp-server.ts';

export interface McpMessage {
  /** Parsed; a single message. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface McpResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

export type HandleMessage = (message: McpMessage, connection: McpConnection) => Promise<McpResponse>;

/** What the SDK reads of a URL is nothing. */
const URL_OF_ALL = 'http://localhost/mcp';

export const openHandleMessage = async (): Promise<HandleMessage> => {
  const sdk = await loadSdk('VITRINE_MCP=true');
  // In the first request it would hold up all others.
  sdk.preloadSchemas();
  const version = readVersion();
  return async ({ body, headers, signal }, connection) => {
    const handler = sdk.createMcpHandler(() => buildMcpServer(sdk, version, connection), {
      // There is nothing to subscribe to.
      maxSubscriptions: 0,
      keepAliveMs: 0,
    });
    const request = new Request(URL_OF_ALL, { method: 'POST', headers: { ...headers }, signal });
    const response = await handler.fetch(request, { parsedBody: body });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
};
