// What submissions need from the outside: where they are kept, who tells people from machines, and how often is too often.

import type { WorkspaceScope } from '../access/scope.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { Form } from './form.ts';
import type { Submission } from './submission.ts';

export interface SubmissionFilter {
  readonly environmentId: string | undefined;
  /** UTC with milliseconds; the first instant that counts. */
  readonly from: string | undefined;
  /** UTC with milliseconds; the first instant that no longer counts. */
  readonly to: string | undefined;
}

export interface SubmissionStore {
  /** The form of that id, in whichever environments it is shown. */
  findForm(workspace: WorkspaceScope, formId: string): Promise<Form | undefined>;
  /** Committed when it resolves. False when the form is gone, and then nothing is kept. */
  addSubmission(workspace: WorkspaceScope, submission: Submission): Promise<boolean>;
  findSubmission(
    workspace: WorkspaceScope,
    formId: string,
    submissionId: string,
  ): Promise<Submission | undefined>;
  /** The newest first; ties end in the id. */
  listSubmissions(
    workspace: WorkspaceScope,
    formId: string,
    filter: SubmissionFilter,
    page: { readonly skip: number; readonly limit: number },
    budget?: RequestBudget,
  ): Promise<{ readonly items: readonly Submission[]; readonly total: number }>;
  /** The oldest first, in batches; no transaction is held between two of them. */
  readSubmissions(
    workspace: WorkspaceScope,
    formId: string,
    filter: SubmissionFilter,
  ): AsyncIterable<readonly Submission[]>;
  /** False when there is no such submission. */
  deleteSubmission(workspace: WorkspaceScope, formId: string, submissionId: string): Promise<boolean>;
  /**
   * Erases every submission of the workspace, or of one form, that was there when it began and that `isMeant`, in small
   * transactions; how many. Stopped half-way it can simply be asked again.
   */
  eraseSubmissions(
    workspace: WorkspaceScope,
    formId: string | undefined,
    isMeant: (submission: Submission) => boolean,
  ): Promise<number>;
}

/** Asks whoever made the puzzle whether it was solved. Never throws: what cannot be found out is `unavailable`. */
export interface CaptchaVerifier {
  verify(solution: string): Promise<'passed' | 'refused' | 'unavailable'>;
}

export interface RateLimiter {
  /** Takes one turn for the key and gives 0; or none, and gives the seconds until there is one. */
  take(key: string, nowMs: number): number;
}
