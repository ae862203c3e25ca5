// Returns one submission. A submission of another form or workspace does not exist here.

import type { getSubmission as contract } from '../../contract/forms/get-submission.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { UseCase } from '../use-case.ts';
import { toSubmissionItem, workspaceOf } from './submission-window.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'findSubmission'>;
}

export const buildGetSubmission =
  ({ submissions }: Dependencies): UseCase<typeof contract> =>
  async ({ scope }, { params }) => {
    const submission = await submissions.findSubmission(
      workspaceOf(scope),
      params.form_id.toLowerCase(),
      params.submission_id.toLowerCase(),
    );
    if (submission === undefined) {
      throw resourceNotFound('submission');
    }
    return { item: toSubmissionItem(submission) };
  };
