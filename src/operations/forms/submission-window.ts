// Reads which submissions of which form a request is about, in the same way for every operation.

import type { submissionFilter } from '../../contract/forms/list-submissions.ts';
import type { Scope, WorkspaceScope } from '../../domain/access/scope.ts';
import { formNotFound, invalidInput } from '../../domain/failures/failures.ts';
import type { Form } from '../../domain/forms/form.ts';
import type { Submission } from '../../domain/forms/submission.ts';
import type { SubmissionFilter, SubmissionStore } from '../../domain/forms/submission-ports.ts';
import { parseInstant, spellInstant } from '../../domain/text/instant.ts';

export const workspaceOf = ({ tenantId, workspaceId }: Scope): WorkspaceScope => ({ tenantId, workspaceId });

type RequestedFilter = { readonly [Name in keyof typeof submissionFilter]?: string };

export const readFilter = ({ environment_id, from, to }: RequestedFilter): SubmissionFilter => ({
  environmentId: environment_id,
  from: from === undefined ? undefined : readInstant(from, 'from'),
  to: to === undefined ? undefined : readInstant(to, 'to'),
});

const readInstant = (text: string, field: string): string => {
  const instant = parseInstant(text);
  const spelt = instant === undefined ? undefined : spellInstant(instant);
  if (spelt === undefined) {
    throw invalidInput(
      'malformed',
      field,
      `${field} must be a date or date-time such as 2026-01-31T12:00:00Z`,
    );
  }
  return spelt;
};

/** Throws if the workspace has no such form. */
export const requireForm = async (
  submissions: Pick<SubmissionStore, 'findForm'>,
  scope: Scope,
  formId: string,
): Promise<Form> => {
  const form = await submissions.findForm(workspaceOf(scope), formId.toLowerCase());
  if (form === undefined) {
    throw formNotFound();
  }
  return form;
};

export const toSubmissionItem = (submission: Submission) => ({
  submission_id: submission.id,
  form_id: submission.formId,
  environment_id: submission.environmentId,
  submitted_at: submission.submittedAt,
  values: Object.fromEntries(
    Object.entries(submission.answers).map(([name, answer]) => [
      name,
      typeof answer === 'object' ? [...answer] : answer,
    ]),
  ),
});
