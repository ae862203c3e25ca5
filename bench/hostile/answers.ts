// Counts answers by status, and keeps those that should never occur.

export interface Answers {
  readonly byStatus: Record<string, number>;
  /** The start of the first answer of each unexpected status. */
  readonly strange: Record<string, string>;
}

const TEXT_MAX_CHARS = 200;
/** Used instead of a status. */
export const NO_ANSWER = 'no answer';
/** A success, a client error, or 503. */
const EXPECTED = /^(?:2..|4..|503)$/;

export const noAnswers = (): Answers => ({ byStatus: {}, strange: {} });

export const addAnswer = ({ byStatus, strange }: Answers, status: string, text: string): void => {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
  if (status !== NO_ANSWER && !EXPECTED.test(status)) strange[status] ??= text.slice(0, TEXT_MAX_CHARS);
};

/** For example `200 × 12, 503 × 3`. */
export const formatAnswers = ({ byStatus }: Answers): string =>
  Object.entries(byStatus)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ');
