// What one person sent in by one form. Personal data: it is in no bundle and in no log, and can be erased by its values.

import type { Answer, Answers } from './form-fields.ts';

export interface Submission {
  readonly id: string;
  readonly formId: string;
  readonly environmentId: string;
  /** UTC with milliseconds. */
  readonly submittedAt: string;
  /** By the names the fields had at that time. */
  readonly answers: Answers;
}

/** Whether an answer is this value, case and white space around it ignored; of a list, any entry. */
export const holdsValue = (
  { answers }: Submission,
  value: string,
  field: string | undefined = undefined,
): boolean => {
  const wanted = comparable(value);
  return Object.entries(answers).some(
    ([name, answer]) =>
      (field === undefined || name === field) && textsOf(answer).some((text) => comparable(text) === wanted),
  );
};

const comparable = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** `true` and `false` name nobody. */
const textsOf = (answer: Answer): readonly string[] => {
  if (typeof answer === 'boolean') return [];
  return typeof answer === 'object' ? answer : [String(answer)];
};
