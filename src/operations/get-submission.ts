// One submission. That of another form or workspace answers as one that does not exist.

import type { getSubmission as contract } from '../contract/get-submission.ts';
import { resourceNotFound } from '../domain/failures.ts';
import type { SubmissionStore } from '../domain/submission-ports.ts';
import { toSubmissionItem, workspaceOf } from './submission-window.ts';
import type { UseCase } from './use-case.ts';

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
