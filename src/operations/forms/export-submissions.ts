// Exports the submissions of a form as CSV, line by line, without ever holding all of them.
// No answer is omitted: answers to fields that the form no longer has are in the last column.

import type { exportSubmissions as contract } from '../../contract/forms/export-submissions.ts';
import { type Cell, csvLine } from '../../domain/forms/csv-line.ts';
import { fieldsInOrder } from '../../domain/forms/form.ts';
import type { Answer } from '../../domain/forms/form-fields.ts';
import type { Submission } from '../../domain/forms/submission.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { UseCase } from '../use-case.ts';
import { readFilter, requireForm, workspaceOf } from './submission-window.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'findForm' | 'readSubmissions'>;
}

const OWN_COLUMNS = ['submission_id', 'submitted_at', 'environment_id'] as const;
const OTHER_COLUMN = 'other_answers';

export const buildExportSubmissions =
  ({ submissions }: Dependencies): UseCase<typeof contract> =>
  async ({ scope }, { params, query }) => {
    const filter = readFilter(query);
    const form = await requireForm(submissions, scope, params.form_id);
    const names = fieldsInOrder(form).map(({ name }) => name);
    const lines = writeLines(names, submissions.readSubmissions(workspaceOf(scope), form.id, filter));
    return Object.assign(lines, { fileName: `submissions-${form.name}.csv` });
  };

async function* writeLines(
  names: readonly string[],
  batches: AsyncIterable<readonly Submission[]>,
): AsyncGenerator<string> {
  yield csvLine([...OWN_COLUMNS, ...names, OTHER_COLUMN]);
  const known = new Set(names);
  for await (const batch of batches) {
    yield batch.map((submission) => lineOf(submission, names, known)).join('');
  }
}

const lineOf = (
  { id, submittedAt, environmentId, answers }: Submission,
  names: readonly string[],
  known: ReadonlySet<string>,
): string => {
  const others = Object.entries(answers).filter(([name]) => !known.has(name));
  return csvLine([
    id,
    submittedAt,
    environmentId,
    ...names.map((name) => cellOf(Object.hasOwn(answers, name) ? answers[name] : undefined)),
    others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others)),
  ]);
};

const cellOf = (answer: Answer | undefined): Cell =>
  answer === undefined ? '' : typeof answer === 'object' ? answer.join('; ') : answer;
