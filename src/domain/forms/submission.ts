// One submission of a form. It is personal data: never in a bundle or a log, and erasable by its values.

import type { Answer, Answers } from './form-fields.ts';

export interface Submission {
  readonly id: string;
  readonly formId: string;
  readonly environmentId: string;
  /** UTC with milliseconds. */
  readonly submittedAt: string;
  /** By the names that the fields had at the time. */
  readonly answers: Answers;
}

/** Whether any answer, or entry of a list, equals the value. Case and surrounding white space are ignored. */
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

/** Booleans are skipped, since they identify nobody. */
const textsOf = (answer: Answer): readonly string[] => {
  if (typeof answer === 'boolean') return [];
  return typeof answer === 'object' ? answer : [String(answer)];
};
