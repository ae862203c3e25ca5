// Sends the requests of tools to a running service over HTTP, for a connection over standard input and output. After a write, reads wait
// until the node that serves them has it (decision 0052).

import type { Send } from './mcp-server.ts';
import type { Place } from './tool.ts';
import { ToolFault } from './tool-request.ts';

const TIMEOUT_MS = 60_000;
const POSITION = 'vitrine-position';
/** Other processes follow within seconds. */
const POSITION_KEPT_MS = 30_000;

export interface Service {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly version: string;
}

export const buildSendByFetch = ({ url, token, version }: Service, place: Place): Send => {
  const own = {
    authorization: `Bearer ${token}`,
    'user-agent': `vitrine-mcp/${version}`,
    'x-tenant-id': headerBytes(place.tenantId),
    'x-workspace-id': headerBytes(place.workspaceId),
    'x-environment-id': headerBytes(place.environmentId),
  };
  let [position, keptUntilMs] = ['', 0];
  return async ({ method, target, headers, body }, signal) => {
    const isKept = performance.now() < keptUntilMs;
    try {
      const response = await fetch(`${url}${target}`, {
        method,
        headers: { ...own, ...headers, ...(isKept ? { [POSITION]: position } : {}) },
        body: body ?? null,
        // The token is for this address alone.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const reached = response.headers.get(POSITION);
      if (reached !== null) [position, keptUntilMs] = [reached, performance.now() + POSITION_KEPT_MS];
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      return { status: response.status, text: await response.text(), retryAfter };
    } catch (error) {
      signal.throwIfAborted();
      throw new ToolFault(`No answer from ${url} (${reasonOf(error)}). Is the service running there?`);
    }
  };
};

/** A header is sent as Latin-1, and the service reads its bytes as UTF-8. */
const headerBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  return 'code' in cause ? String(cause.code) : cause.message;
};
