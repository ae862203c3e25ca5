// Erases what someone sent in, by a value that tells who it was.

import type { eraseSubmissions as contract } from '../contract/erase-submissions.ts';
import type { ResourceStore } from '../domain/managed-resource.ts';
import { holdsValue } from '../domain/submission.ts';
import type { SubmissionStore } from '../domain/submission-ports.ts';
import { requireWorkspace } from './require-workspace.ts';
import { requireForm, workspaceOf } from './submission-window.ts';
import type { UseCase } from './use-case.ts';

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
