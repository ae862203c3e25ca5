// One export to the collector: a POST request with a deadline. What went wrong is described without headers and without the path of the
// address, which may contain secrets.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SignalTarget } from '../config/telemetry-variables.ts';

const compress = promisify(gzip);

export type Sent =
  | { readonly kind: 'done' }
  /** It may be sent again later. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** It would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Of the OTLP specification. */
const WORTH_RETRYING = new Set([429, 502, 503, 504]);

export const sendExport = async (
  { url, headers, timeoutMs, isCompressed }: SignalTarget,
  body: string,
  signal: AbortSignal,
): Promise<Sent> => {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      },
      body: isCompressed ? await compress(body) : body,
      // Headers may be secrets of this address.
      redirect: 'error',
      signal: AbortSignal.any([late, signal]),
    });
    // Only the status matters. An unread body would keep the connection from being used again.
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return { kind: 'done' };
    return {
      kind: WORTH_RETRYING.has(status) ? 'unavailable' : 'refused',
      reason: `it answers ${status}`,
    };
  } catch (error) {
    if (late.aborted) return { kind: 'unavailable', reason: `it did not answer within ${timeoutMs} ms` };
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: unknown };
    const detail = typeof code === 'string' ? ` (${code})` : '';
    return { kind: 'unavailable', reason: `it cannot be reached${detail}` };
  }
};
