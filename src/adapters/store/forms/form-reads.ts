// Forms as one environment shows them: one by id or name, and pages of lists. Lists are kept without fields, and prepared for
// searching and sorting once per environment and locale (decision 0121). Nothing is read again that did not change.

import { type Scope, type WorkspaceScope, workspaceKey } from '../../../domain/access/scope.ts';
import { serviceBusy } from '../../../domain/failures/unavailable-failures.ts';
import type { Form } from '../../../domain/forms/form.ts';
import { type FormPage, type FormQuery, isShownIn } from '../../../domain/forms/form-list.ts';
import {
  type FormView,
  findPage,
  hasOrder,
  prepareView,
  type ViewPlace,
  withOrder,
} from '../../../domain/forms/form-view.ts';
import { type RequestBudget, UNITS_PER_KEY } from '../../../domain/limits/request-budget.ts';
import { WorkSteps } from '../../../domain/limits/work-steps.ts';
import { foldText } from '../../../domain/text/fold-text.ts';
import { localeChain, normalizeLocale } from '../../../domain/text/locale.ts';
import { buildConsistentRead } from '../records/consistent-read.ts';
import { readDocument, toForm } from '../sql/documents.ts';
import type { Engine } from '../sql/engine.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { buildFormListReads, type FormList } from './form-lists.ts';
import { KeptLists } from './kept-forms.ts';
import { SharedWork } from './shared-work.ts';

export interface FormReads {
  findForm(scope: Scope, idOrName: string, budget: RequestBudget): Promise<Form | undefined>;
  listForms(scope: Scope, query: FormQuery, budget: RequestBudget): Promise<FormPage>;
}

/** How often a form is looked for again because it changed while it was. */
const ATTEMPTS_MAX = 3;
const RETRY_SECONDS = 1;

export const buildFormReads = (engine: Engine, kept = new KeptLists()): FormReads => {
  const readList = buildReadList(engine, kept);
  const readView = buildReadView(kept);
  const findById = prepareFindById(engine);
  return {
    async findForm(scope, idOrName, budget) {
      const found = await findById(scope, idOrName.toLowerCase());
      if (found !== undefined) return found;
      for (let attempts = 1; ; attempts += 1) {
        const list = await readList(scope, budget);
        const id = await findNamed(list, scope.environmentId, idOrName, budget);
        if (id === undefined) return undefined;
        const form = await findById(scope, id);
        const isSameState = engine.revision(scope) === list.state?.revision;
        if (form?.name === idOrName && (isSameState || attempts === ATTEMPTS_MAX)) return form;
        if (attempts === ATTEMPTS_MAX) throw serviceBusy(RETRY_SECONDS);
      }
    },

    async listForms(scope, query, budget) {
      const list = await readList(scope, budget);
      if (!list.environmentIds.has(scope.environmentId)) return { total: 0, items: [] };
      const view = await readView(scope, list, query, budget);
      return findPage(view, foldText(query.search), query, budget);
    },
  };
};

type ReadList = (workspace: WorkspaceScope, budget: RequestBudget) => Promise<FormList>;

/** A list that has everything that was committed before the call. */
const buildReadList = (engine: Engine, kept: KeptLists): ReadList => {
  const lists = buildFormListReads(engine.reads);
  const readConsistently = buildConsistentRead(engine);
  const reading = new SharedWork<FormList>();

  const findCurrent = (workspace: WorkspaceScope): FormList | undefined => {
    const list = kept.find(workspace);
    return list?.state?.revision === engine.revision(workspace) ? list : undefined;
  };

  return async (workspace, budget) => {
    const current = findCurrent(workspace);
    if (current !== undefined) return current;
    const key = workspaceKey(workspace);
    // What others began to read before this call may be too old for it. What they begin later is not.
    await reading.settled(key, budget);
    return (
      findCurrent(workspace) ??
      reading.run(key, budget, async () => {
        const list = await readConsistently(
          workspace,
          (db, check, state) => {
            const checked = { ...budget, pause: () => budget.pause()?.then(check) };
            return lists.read(db, workspace, state, kept.find(workspace), checked);
          },
          budget,
        );
        kept.keep(workspace, list);
        return list;
      })
    );
  };
};

type ReadView = (scope: Scope, list: FormList, query: FormQuery, budget: RequestBudget) => Promise<FormView>;

/** A view of the list that has the order of the query. */
const buildReadView = (kept: KeptLists): ReadView => {
  const preparing = new SharedWork<FormView>();
  return async (scope, list, { locale, defaultLocale, sortBy, sortOrder }, budget) => {
    const { environmentId } = scope;
    const base = normalizeLocale(defaultLocale);
    const chain = list.locales.shorten(localeChain(locale, defaultLocale), base);
    const place: ViewPlace = { environmentId, chain, defaultLocale };
    const name = JSON.stringify([environmentId, base, chain]);
    const known = kept.findView(scope, name);
    if (known?.listId === list.id && hasOrder(known.view, sortBy, sortOrder)) return known.view;
    const key = JSON.stringify([list.id, name, sortBy, sortOrder]);
    return preparing.run(key, budget, async () => {
      const before = kept.findView(scope, name);
      const view =
        before?.listId === list.id ? before.view : await prepareView(list.forms, place, before?.view, budget);
      const ordered = await withOrder(view, sortBy, sortOrder, budget);
      kept.keepView(scope, list, name, ordered);
      return ordered;
    });
  };
};

/** The id of the only form of the environment with this name. */
const findNamed = async (
  { forms, environmentIds }: FormList,
  environmentId: string,
  name: string,
  budget: RequestBudget,
): Promise<string | undefined> => {
  if (!environmentIds.has(environmentId)) return undefined;
  const steps = new WorkSteps(budget);
  const ids: string[] = [];
  for (const form of forms.values()) {
    const pause = steps.spend(UNITS_PER_KEY / 10);
    if (pause !== undefined) await pause;
    if (form.name === name && isShownIn(form, environmentId)) ids.push(form.id);
  }
  return ids.length === 1 ? ids[0] : undefined;
};

const prepareFindById = ({ reads }: Engine) => {
  const formInEnvironment = prepareInWorkspace(reads, { environmentId: '', formId: '' }, (workspace, value) =>
    workspace
      .selectFrom(['form', 'environment'])
      .select('form.doc')
      .where('form.form_id', '=', value.formId)
      .where('environment.environment_id', '=', value.environmentId),
  );
  return async (
    { tenantId, workspaceId, environmentId }: Scope,
    formId: string,
  ): Promise<Form | undefined> => {
    const row = await formInEnvironment.first(reads, { tenantId, workspaceId, environmentId, formId });
    if (row === undefined) return undefined;
    const doc = readDocument<'form'>(row.doc);
    return isShownIn({ environmentIds: doc.environment_ids }, environmentId) ? toForm(doc) : undefined;
  };
};
