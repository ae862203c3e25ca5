// Counts responses by status, and keeps those that should never occur.

export interface Responses {
  readonly byStatus: Record<string, number>;
  /** The start of the first response of each unexpected status. */
  readonly strange: Record<string, string>;
}

const TEXT_MAX_CHARS = 200;
/** Used instead of a status. */
export const NO_RESPONSE = 'no response';
/** A success, a client error, or 503. */
const EXPECTED = /^(?:2..|4..|503)$/;

export const noResponses = (): Responses => ({ byStatus: {}, strange: {} });

export const addResponse = ({ byStatus, strange }: Responses, status: string, text: string): void => {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
  if (status !== NO_RESPONSE && !EXPECTED.test(status)) strange[status] ??= text.slice(0, TEXT_MAX_CHARS);
};

/** For example `200 × 12, 503 × 3`. */
export const formatResponses = ({ byStatus }: Responses): string =>
  Object.entries(byStatus)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ');
