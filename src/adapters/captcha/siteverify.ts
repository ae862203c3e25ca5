// Asks a captcha service whether a challenge was solved, by the common `siteverify` protocol. Any error counts as
// `unavailable`, never as solved. The visitor's address is not sent.

import type { CaptchaVerifier } from '../../domain/forms/submission-ports.ts';

export interface SiteverifySettings {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs?: number;
  /** Gets the reason of a failure, without the secret and the solution. */
  readonly onFailure?: (reason: string) => void;
}

const TIMEOUT_MS = 5_000;
const RESPONSE_MAX_BYTES = 65_536;

/** Error codes that are not the visitor's fault. */
const NOT_THE_VISITOR = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'bad-request',
  'internal-error',
]);

class Unavailable extends Error {}

export const buildSiteverify = ({
  url,
  secret,
  timeoutMs = TIMEOUT_MS,
  onFailure,
}: SiteverifySettings): CaptchaVerifier => ({
  verify: async (solution) => {
    try {
      const response = await ask(url, new URLSearchParams({ secret, response: solution }), timeoutMs);
      const codes = Array.isArray(response['error-codes']) ? response['error-codes'] : [];
      if (response['success'] === true) return 'passed';
      const ours = codes.find((code) => NOT_THE_VISITOR.has(code));
      if (ours !== undefined) throw new Unavailable(`the captcha service says ${ours}`);
      return 'refused';
    } catch (error) {
      onFailure?.(error instanceof Unavailable ? error.message : 'the captcha service cannot be reached');
      return 'unavailable';
    }
  },
});

const ask = async (
  url: string,
  form: URLSearchParams,
  timeoutMs: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(url, {
    method: 'POST',
    body: form,
    // The secret must not be sent to any other address.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await readBounded(response);
  if (!response.ok) throw new Unavailable(`the captcha service answers ${response.status}`);
  try {
    const response: unknown = JSON.parse(text);
    if (typeof response === 'object' && response !== null) return response as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new Unavailable('the captcha service does not answer with JSON');
};

const readBounded = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (received > RESPONSE_MAX_BYTES) throw new Unavailable('the captcha service answers too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
