// Erases the submissions of one person, found by an answer that identifies the person.

import type { eraseSubmissions as contract } from '../../contract/forms/erase-submissions.ts';
import { holdsValue } from '../../domain/forms/submission.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import type { ResourceStore } from '../../domain/manage/managed-resource.ts';
import { requireWorkspace } from '../access/require-workspace.ts';
import type { UseCase } from '../use-case.ts';
import { requireForm, workspaceOf } from './submission-window.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'findForm' | 'eraseSubmissions'>;
  readonly resources: Pick<ResourceStore, 'findResource'>;
}

export const buildEraseSubmissions =
  ({ submissions, resources }: Dependencies): UseCase<typeof contract> =>
  async (caller, { body }) => {
    const { scope } = caller;
    const form = body.form_id === undefined ? undefined : await requireForm(submissions, scope, body.form_id);
    const erased = await submissions.eraseSubmissions(workspaceOf(scope), form?.id, (submission) =>
      holdsValue(submission, body.value, body.field),
    );
    if (erased === 0) await requireWorkspace(caller, resources);
    return { erased_count: erased };
  };
