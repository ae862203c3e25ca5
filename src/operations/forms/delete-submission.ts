// Deletes one submission permanently.

import type { deleteSubmission as contract } from '../../contract/forms/delete-submission.ts';
import { resourceNotFound } from '../../domain/failures/failures.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { UseCase } from '../use-case.ts';
import { workspaceOf } from './submission-window.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'deleteSubmission'>;
}

export const buildDeleteSubmission =
  ({ submissions }: Dependencies): UseCase<typeof contract> =>
  async ({ scope }, { params }) => {
    const submissionId = params.submission_id.toLowerCase();
    const formId = params.form_id.toLowerCase();
    if (!(await submissions.deleteSubmission(workspaceOf(scope), formId, submissionId))) {
      throw resourceNotFound('submission');
    }
    return { submission_id: submissionId };
  };
