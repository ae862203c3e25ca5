// The ports of submissions: storage and captcha verification.

import type { WorkspaceScope } from '../access/scope.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { Form } from './form.ts';
import type { Submission } from './submission.ts';

export interface SubmissionFilter {
  readonly environmentId: string | undefined;
  /** UTC with milliseconds, inclusive. */
  readonly from: string | undefined;
  /** UTC with milliseconds, exclusive. */
  readonly to: string | undefined;
}

export interface SubmissionStore {
  /** The form with this id, whatever environments show it. */
  findForm(workspace: WorkspaceScope, formId: string): Promise<Form | undefined>;
  /** Committed when it resolves. False if the form does not exist; then nothing is stored. */
  addSubmission(workspace: WorkspaceScope, submission: Submission): Promise<boolean>;
  findSubmission(
    workspace: WorkspaceScope,
    formId: string,
    submissionId: string,
  ): Promise<Submission | undefined>;
  /** Newest first; ties are sorted by id. */
  listSubmissions(
    workspace: WorkspaceScope,
    formId: string,
    filter: SubmissionFilter,
    page: { readonly skip: number; readonly limit: number },
    budget?: RequestBudget,
  ): Promise<{ readonly items: readonly Submission[]; readonly total: number }>;
  /** Oldest first, in batches. No transaction is held between batches. */
  readSubmissions(
    workspace: WorkspaceScope,
    formId: string,
    filter: SubmissionFilter,
  ): AsyncIterable<readonly Submission[]>;
  /** False if there is no such submission. */
  deleteSubmission(workspace: WorkspaceScope, formId: string, submissionId: string): Promise<boolean>;
  /**
   * Erases the submissions of the workspace, or of one form, that existed when it began and that `isMeant` accepts, in small
   * transactions. Returns how many. If it stops halfway, it can simply be called again.
   */
  eraseSubmissions(
    workspace: WorkspaceScope,
    formId: string | undefined,
    isMeant: (submission: Submission) => boolean,
  ): Promise<number>;
}

/** Asks the captcha service whether the captcha was solved. Never throws: errors become `unavailable`. */
export interface CaptchaVerifier {
  verify(solution: string): Promise<'passed' | 'refused' | 'unavailable'>;
}
