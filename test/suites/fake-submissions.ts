// Stand-ins for use-case tests of forms: a form with fields, and submissions held in memory for one workspace.

import assert from 'node:assert/strict';
import type { Form, FormField } from '../../src/domain/form.ts';
import type { Submission } from '../../src/domain/submission.ts';
import type { SubmissionFilter, SubmissionStore } from '../../src/domain/submission-ports.ts';
import { scope } from './fake-caller.ts';

export const FORM_ID = '9667c090-8897-4dc8-b03e-401c7e1930fa';

export const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: `Label of ${name}`,
  type: 'text',
  isRequired: false,
  options: [],
  validation: {},
  helpText: '',
  position: 0,
  localized: {},
  ...more,
});

export const form: Form = {
  id: FORM_ID,
  name: 'contact',
  displayName: 'Contact us',
  description: 'Ask',
  submitBtnTxt: 'Send',
  isCaptchaEnabled: false,
  createdAt: '2026-01-02T03:04:05Z',
  localized: { de: { displayName: 'Kontakt' } },
  fields: [
    field('message', { type: 'textarea', position: 2 }),
    field('email', { type: 'email', isRequired: true, position: 1, localized: { de: { label: 'E-Mail' } } }),
  ],
};

export interface FakeSubmissions extends SubmissionStore {
  readonly kept: Submission[];
}

export const fakeSubmissions = (
  kept: readonly Submission[] = [],
  forms: readonly Form[] = [form],
): FakeSubmissions => {
  const all = [...kept];
  const check = (workspace: { readonly tenantId: string; readonly workspaceId: string }) =>
    assert.deepEqual(workspace, { tenantId: scope.tenantId, workspaceId: scope.workspaceId });
  const matching = (formId: string, { environmentId, from, to }: SubmissionFilter) =>
    all.filter(
      (each) =>
        each.formId === formId &&
        (environmentId === undefined || each.environmentId === environmentId) &&
        (from === undefined || each.submittedAt >= from) &&
        (to === undefined || each.submittedAt < to),
    );
  const remove = (isMeant: (each: Submission) => boolean): number => {
    const before = all.length;
    all.splice(0, before, ...all.filter((each) => !isMeant(each)));
    return before - all.length;
  };
  return {
    kept: all,
    findForm: async (workspace, formId) => {
      check(workspace);
      return forms.find(({ id }) => id === formId);
    },
    addSubmission: async (workspace, submission) => {
      check(workspace);
      all.push(submission);
      return true;
    },
    findSubmission: async (workspace, formId, id) => {
      check(workspace);
      return all.find((each) => each.formId === formId && each.id === id);
    },
    listSubmissions: async (workspace, formId, filter, { skip, limit }) => {
      check(workspace);
      const found = matching(formId, filter).reverse();
      return { items: found.slice(skip, skip + limit), total: found.length };
    },
    async *readSubmissions(workspace, formId, filter) {
      check(workspace);
      for (const each of matching(formId, filter)) yield [each];
    },
    deleteSubmission: async (workspace, formId, id) => {
      check(workspace);
      return remove((each) => each.formId === formId && each.id === id) > 0;
    },
    eraseSubmissions: async (workspace, formId, isMeant) => {
      check(workspace);
      return remove((each) => (formId === undefined || each.formId === formId) && isMeant(each));
    },
  };
};
