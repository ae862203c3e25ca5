// What was sent in by a form, the newest first.

import { type listSubmissions as contract, LIST_SUBMISSIONS_LIMIT } from '../contract/list-submissions.ts';
import type { SubmissionStore } from '../domain/submission-ports.ts';
import { assertPageFits, pageOf } from './page.ts';
import { readFilter, requireForm, toSubmissionItem, workspaceOf } from './submission-window.ts';
import type { UseCase } from './use-case.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'findForm' | 'listSubmissions'>;
}

export const buildListSubmissions =
  ({ submissions }: Dependencies): UseCase<typeof contract> =>
  async ({ scope }, { params, query }) => {
    const page = pageOf(query, LIST_SUBMISSIONS_LIMIT.default);
    const filter = readFilter(query);
    const form = await requireForm(submissions, scope, params.form_id);
    const { items, total } = await submissions.listSubmissions(workspaceOf(scope), form.id, filter, page);
    const shown = items.map(toSubmissionItem);
    assertPageFits(shown);
    return { total_count: total, items: shown };
  };
