// What came back, by status, and what of it should never have come.

export interface Answers {
  readonly byStatus: Record<string, number>;
  /** The beginning of the first answer of each status that is neither a success nor a refusal. */
  readonly strange: Record<string, string>;
}

const TEXT_MAX_CHARS = 200;
/** In place of a status. */
export const NO_ANSWER = 'no answer';
/** A success, a refusal, or "not now". */
const EXPECTED = /^(?:2..|4..|503)$/;

export const noAnswers = (): Answers => ({ byStatus: {}, strange: {} });

export const addAnswer = ({ byStatus, strange }: Answers, status: string, text: string): void => {
  byStatus[status] = (byStatus[status] ?? 0) + 1;
  if (status !== NO_ANSWER && !EXPECTED.test(status)) strange[status] ??= text.slice(0, TEXT_MAX_CHARS);
};

/** Such as `200 × 12, 503 × 3`. */
export const formatAnswers = ({ byStatus }: Answers): string =>
  Object.entries(byStatus)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ');
