// The forms of a workspace without their fields, each list of one consistent state. A list is brought up to date from the
// feed: only forms that changed are read. If the feed does not tell, all are read again. Documents are read and parsed in
// bounded steps.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { charsOf, FormLocales, type FormSummary } from '../../../domain/forms/form-list.ts';
import {
  inSteps,
  type RequestBudget,
  readingUnits,
  UNITS_PER_KEY,
  UNITS_PER_ROW,
} from '../../../domain/limits/request-budget.ts';
import { WorkSteps } from '../../../domain/limits/work-steps.ts';
import { type FeedMark, POSITIONS_MAX, prepareFeedMarks } from '../feed/changed-records.ts';
import { docBytes } from '../limits/measure.ts';
import type { ReadState } from '../records/consistent-read.ts';
import { readDocument, toFormSummary } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { EVERYTHING, type RowSet, readDocuments } from '../sql/key-range.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace, workspacePrefix } from '../sql/scoped-query.ts';

export interface FormList {
  /** Another one for each list. */
  readonly id: number;
  /** Of its state. Undefined: it can neither be kept nor be brought up to date. */
  readonly state: { readonly revision: number; readonly mark: FeedMark } | undefined;
  readonly forms: ReadonlyMap<string, FormSummary>;
  readonly environmentIds: ReadonlySet<string>;
  readonly locales: FormLocales;
  /** About how much memory it takes. */
  readonly chars: number;
}

export interface FormListReads {
  /** `before` is an older list of the same workspace. Throws what `budget` throws, which checks the state between steps. */
  read(
    db: Db,
    workspace: WorkspaceScope,
    state: ReadState | undefined,
    before: FormList | undefined,
    budget: RequestBudget,
  ): Promise<FormList>;
}

/** A list that is further behind is read again. */
const FOLLOWED_MAX = 10 * POSITIONS_MAX;

type Queries = ReturnType<typeof prepareQueries>;

interface Source {
  readonly db: Db;
  readonly workspace: WorkspaceScope;
  readonly budget: RequestBudget;
}

export const buildFormListReads = (reads: Db): FormListReads => {
  const queries = prepareQueries(reads);
  let lists = 0;
  return {
    async read(db, { tenantId, workspaceId }, state, before, budget) {
      const source = { db, workspace: { tenantId, workspaceId }, budget };
      lists += 1;
      const known = before && state && (await catchUp(queries, source, before, state, lists));
      return known ?? readAll(queries, source, state, lists);
    },
  };
};

/** Undefined: the feed does not tell what changed. */
const catchUp = async (
  queries: Queries,
  source: Source,
  before: FormList,
  { position, revision }: ReadState,
  id: number,
): Promise<FormList | undefined> => {
  if (before.state === undefined) return undefined;
  const { mark: since } = before.state;
  if (before.state.revision === revision) return before;
  const changed = await findChanged(queries, source, since, position);
  if (changed === undefined) return undefined;
  const state = { revision, mark: changed.mark };
  // The same forms: whatever was made from the list stays right.
  if (changed.ids.size === 0) return { ...before, state };
  const found = await readForms(queries, source, changed.ids);
  const { locales } = before;
  const forms = new Map<string, FormSummary>();
  const steps = new WorkSteps(source.budget);
  let { chars } = before;
  for (const [formId, form] of before.forms) {
    const pause = steps.spend(UNITS_PER_KEY);
    if (pause !== undefined) await pause;
    if (changed.ids.has(formId)) chars -= charsOf(form);
    else forms.set(formId, form);
  }
  for (const form of found) {
    forms.set(form.id, form);
    chars += charsOf(form);
    locales.add(form);
  }
  return { ...before, id, state, forms, chars };
};

const findChanged = async (
  { marks }: Queries,
  { db, workspace, budget }: Source,
  since: FeedMark,
  position: number,
): Promise<{ readonly ids: ReadonlySet<string>; readonly mark: FeedMark } | undefined> => {
  if (position < since.position || position - since.position > FOLLOWED_MAX) return undefined;
  if (position === since.position) {
    // Another revision of the same position: perhaps another copy of the data.
    const mark = await marks.find(db, workspace, position);
    return mark?.fingerprint === since.fingerprint ? { ids: new Set(), mark } : undefined;
  }
  const ids = new Set<string>();
  let mark = since;
  while (mark.position < position) {
    const to = Math.min(mark.position + POSITIONS_MAX, position);
    await budget.pause();
    budget.spend(UNITS_PER_ROW + (to - mark.position) * UNITS_PER_KEY);
    const changed = await marks.findChanged(db, workspace, mark, to);
    if (changed === undefined) return undefined;
    for (const formId of changed.ids) ids.add(formId);
    mark = changed.mark;
  }
  return { ids, mark };
};

const readAll = async (
  queries: Queries,
  source: Source,
  state: ReadState | undefined,
  id: number,
): Promise<FormList> => {
  const { db, workspace, budget } = source;
  const set: RowSet = { table: 'form', prefix: workspacePrefix(workspace), key: ['form_id'] };
  const forms = new Map<string, FormSummary>();
  const locales = new FormLocales();
  let chars = 0;
  for await (const rows of readDocuments(db, set, EVERYTHING, budget)) {
    for (const { doc = '' } of rows) {
      const form = toFormSummary(readDocument<'form'>(doc));
      forms.set(form.id, form);
      locales.add(form);
      chars += charsOf(form);
    }
  }
  const environments = await queries.environments.all(db, workspace);
  const mark = state && (await queries.marks.find(db, workspace, state.position));
  return {
    id,
    state: mark && { revision: (state as ReadState).revision, mark },
    forms,
    environmentIds: new Set(environments.map((row) => row.environment_id)),
    locales,
    chars,
  };
};

/** Those that still exist. */
const readForms = async (
  queries: Queries,
  { db, workspace, budget }: Source,
  ids: ReadonlySet<string>,
): Promise<FormSummary[]> => {
  budget.spend(ids.size * UNITS_PER_KEY);
  const forms: FormSummary[] = [];
  for (const { items, bytes } of inSteps(await queries.sizes(db, workspace, ids))) {
    await budget.pause();
    budget.spend(readingUnits(items.length, bytes));
    const formIds = items.map((row) => row.form_id);
    for (const { doc } of await queries.documents(db, workspace, formIds)) {
      forms.push(toFormSummary(readDocument<'form'>(doc)));
    }
  }
  return forms;
};

const prepareQueries = (reads: Db) => ({
  marks: prepareFeedMarks(reads, {
    kinds: new Set(['form']),
    wholesale: new Set(['environment']),
  }),
  environments: prepareInWorkspace(reads, {}, (workspace) =>
    workspace.selectFrom('environment').select('environment_id'),
  ),
  sizes: prepareForIds({ tenantId: '', workspaceId: '' }, (value, ids) =>
    inWorkspace(reads, value).selectFrom('form').select(['form_id', docBytes]).where('form_id', 'in', ids),
  ),
  documents: prepareForIds({ tenantId: '', workspaceId: '' }, (value, ids) =>
    inWorkspace(reads, value).selectFrom('form').select('doc').where('form_id', 'in', ids),
  ),
});
