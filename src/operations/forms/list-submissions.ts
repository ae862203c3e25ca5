// Lists the submissions of a form, newest first.

import {
  type listSubmissions as contract,
  LIST_SUBMISSIONS_LIMIT,
} from '../../contract/forms/list-submissions.ts';
import type { SubmissionStore } from '../../domain/forms/submission-ports.ts';
import { type Allowance, type Meter, REQUEST_UNITS_MAX } from '../../domain/limits/request-budget.ts';
import { assertPageFits, pageOf } from '../page.ts';
import type { MovableUseCase } from '../use-case.ts';
import { readFilter, requireForm, toSubmissionItem, workspaceOf } from './submission-window.ts';

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, 'findForm' | 'listSubmissions'>;
  readonly meter: Meter;
}

const ALLOWANCE: Allowance = {
  units: REQUEST_UNITS_MAX,
  part: 'list',
  advice: 'list a shorter period, or fewer submissions at once',
};

export const buildListSubmissions =
  ({ submissions, meter }: Dependencies): MovableUseCase<typeof contract> =>
  async ({ scope }, { params, query }) => {
    const page = pageOf(query, LIST_SUBMISSIONS_LIMIT.default);
    const filter = readFilter(query);
    const form = await requireForm(submissions, scope, params.form_id);
    const workspace = workspaceOf(scope);
    return meter.run(workspace, ALLOWANCE, async (budget) => {
      const { items, total } = await submissions.listSubmissions(workspace, form.id, filter, page, budget);
      const shown = items.map(toSubmissionItem);
      await assertPageFits(shown, budget);
      return { total_count: total, items: shown };
    });
  };
