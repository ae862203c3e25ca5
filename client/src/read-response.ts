// From a response to the payload without its envelope, or to a failure.

import type { components } from './api-types.ts';
import { VitrineError, type VitrineErrorOptions } from './vitrine-error.ts';

type FailureBody = Partial<
  components['schemas']['BareFailure'] & { readonly Data: Partial<components['schemas']['FailureData']> }
>;

/** `Retry-After` is a number of seconds, or a date. */
const retryAfterMs = (headers: Headers): number | undefined => {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : 0;
};

const readText = async (response: Response): Promise<string> => {
  try {
    return await response.text();
  } catch (cause) {
    throw new VitrineError('NetworkError', 'The connection broke off in the middle of the response', {
      cause,
    });
  }
};

const readJson = (text: string, more: VitrineErrorOptions): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VitrineError(
      'UnexpectedResponse',
      `The response is not JSON (status ${more.status}): is this the address of the service?`,
      { ...more, cause },
    );
  }
};

/** Throws a `VitrineError` if the response is a failure, or none that can be read. */
export const readResponse = async (response: Response): Promise<unknown> => {
  const { ok, status, headers } = response;
  const text = await readText(response);
  if (ok && headers.get('content-type')?.startsWith('text/csv')) return text;
  const more = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(headers),
  };
  const body = readJson(text, more) as { readonly Status?: string; readonly Data?: unknown } | null;
  if (ok) return body?.Status === 'success' ? body.Data : body;
  const { Data, Error: error = Data?.Error } = (body ?? {}) as FailureBody;
  if (error === undefined)
    throw new VitrineError('UnexpectedResponse', `The response has the status ${status} and no error`, more);
  const { Status: _, Error: __, ...details } = Data ?? {};
  throw new VitrineError(error.name, error.message, { ...more, code: error.code, details });
};
