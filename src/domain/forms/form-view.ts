// The forms of one environment in the texts of one locale chain, ready to be searched and sorted: names are folded once, and
// each order is sorted once. Every order is total: ties are sorted by id, ascending in both directions. A view is never
// changed; after a change of a few forms the next one is made from it. All loops take a budget.

import { type RequestBudget, UNITS_PER_CHAR, UNITS_PER_KEY } from '../limits/request-budget.ts';
import { mergeInSteps, type Sorting, sortInSteps } from '../limits/sort-in-steps.ts';
import { WorkSteps } from '../limits/work-steps.ts';
import type { SortOrder } from '../sort-order.ts';
import { foldText } from '../text/fold-text.ts';
import { localizedText } from '../text/locale.ts';
import { type FormPage, type FormQuery, type FormSort, type FormSummary, isShownIn } from './form-list.ts';

interface ShownForm {
  readonly form: FormSummary;
  /** Folded. */
  readonly displayName: string;
}

type OrderName = `${FormSort} ${SortOrder}`;
type Orders = ReadonlyMap<OrderName, readonly ShownForm[]>;

export interface FormView {
  readonly forms: ReadonlyMap<string, ShownForm>;
  /** By their names; each is sorted when it is first asked for. */
  readonly orders: Orders;
}

export interface ViewPlace {
  readonly environmentId: string;
  readonly chain: readonly string[];
  readonly defaultLocale: string;
}

/** To look at a form that did not change. */
const UNITS_PER_FORM = UNITS_PER_KEY;
const FOLD_UNITS_PER_CHAR = 10 * UNITS_PER_CHAR;
/** If more forms changed, orders are gone through form by form. */
const MOVED_MAX = 64;
/** To make or close a gap in an order. */
const UNITS_PER_MOVE = 5_000;
/** To look at a form of an order. */
const UNITS_PER_PLACE = 30;
/** Objects that a view has for a form, counted in characters. */
const OVERHEAD_CHARS = 64;
const PLACE_CHARS = 4;

/** `before` is a view of the same place; summaries that are still the same objects are not looked at again. */
export const prepareView = async (
  summaries: ReadonlyMap<string, FormSummary>,
  { environmentId, chain, defaultLocale }: ViewPlace,
  before: FormView | undefined,
  budget: RequestBudget,
): Promise<FormView> => {
  const steps = new WorkSteps(budget);
  const forms = new Map<string, ShownForm>();
  const fresh: ShownForm[] = [];
  const gone = new Set(await findDeleted(before, summaries, steps));
  for (const [id, form] of summaries) {
    const known = before?.forms.get(id);
    const pause = steps.spend(UNITS_PER_FORM);
    if (pause !== undefined) await pause;
    if (known?.form === form) {
      forms.set(id, known);
      continue;
    }
    if (known !== undefined) gone.add(known);
    if (isShownIn(form, environmentId)) {
      const text = localizedText(form, form.localized, 'displayName', chain, defaultLocale);
      const pauseToFold = steps.spend(text.length * FOLD_UNITS_PER_CHAR);
      if (pauseToFold !== undefined) await pauseToFold;
      const shown = { form, displayName: foldText(text) };
      forms.set(id, shown);
      fresh.push(shown);
    }
  }
  const orders = new Map<OrderName, readonly ShownForm[]>();
  for (const [name, order] of before?.orders ?? []) {
    orders.set(name, await updateOrder(order, sortings[name], gone, fresh, steps));
  }
  return { forms, orders };
};

/** Of the forms that the view showed. */
const findDeleted = async (
  before: FormView | undefined,
  summaries: ReadonlyMap<string, FormSummary>,
  steps: WorkSteps,
): Promise<ShownForm[]> => {
  const deleted: ShownForm[] = [];
  for (const [id, shown] of before?.forms ?? []) {
    const pause = steps.spend(UNITS_PER_PLACE);
    if (pause !== undefined) await pause;
    if (!summaries.has(id)) deleted.push(shown);
  }
  return deleted;
};

/** The same view, with this order. */
export const withOrder = async (
  view: FormView,
  sortBy: FormSort,
  sortOrder: SortOrder,
  budget: RequestBudget,
): Promise<FormView> => {
  const name = nameOf(sortBy, sortOrder);
  if (view.orders.has(name)) return view;
  const steps = new WorkSteps(budget);
  const order = await sortInSteps([...view.forms.values()], sortings[name], steps);
  return { ...view, orders: new Map([...view.orders, [name, order]]) };
};

export const hasOrder = ({ orders }: FormView, sortBy: FormSort, sortOrder: SortOrder): boolean =>
  orders.has(nameOf(sortBy, sortOrder));

/** The view must have the order of the query. `needle`: the folded search. */
export const findPage = async (
  { orders }: FormView,
  needle: string,
  { sortBy, sortOrder, skip, limit }: Pick<FormQuery, 'sortBy' | 'sortOrder' | 'skip' | 'limit'>,
  budget: RequestBudget,
): Promise<FormPage> => {
  const order = orders.get(nameOf(sortBy, sortOrder)) ?? [];
  if (needle === '') {
    return { total: order.length, items: order.slice(skip, skip + limit).map(({ form }) => form) };
  }
  const steps = new WorkSteps(budget);
  const items: FormSummary[] = [];
  let total = 0;
  for (const { form, displayName } of order) {
    const pause = steps.spend(UNITS_PER_PLACE + displayName.length * UNITS_PER_CHAR);
    if (pause !== undefined) await pause;
    if (!displayName.includes(needle)) continue;
    if (total >= skip && items.length < limit) items.push(form);
    total += 1;
  }
  return { total, items };
};

/** About how much memory it takes beside the summaries, in characters. */
export const charsOfView = ({ forms, orders }: FormView): number => {
  let chars = forms.size * orders.size * PLACE_CHARS;
  for (const { displayName } of forms.values()) chars += OVERHEAD_CHARS + displayName.length;
  return chars;
};

/** What is no longer there leaves the order, what is new takes its place in it. */
const updateOrder = async (
  order: readonly ShownForm[],
  sorting: Sorting<ShownForm>,
  gone: ReadonlySet<ShownForm>,
  fresh: readonly ShownForm[],
  steps: WorkSteps,
): Promise<readonly ShownForm[]> => {
  if (gone.size + fresh.length > MOVED_MAX) {
    const left: ShownForm[] = [];
    for (const shown of order) {
      const pause = steps.spend(UNITS_PER_PLACE);
      if (pause !== undefined) await pause;
      if (!gone.has(shown)) left.push(shown);
    }
    return mergeInSteps(left, await sortInSteps(fresh, sorting, steps), sorting, steps);
  }
  const moved = order.slice();
  for (const [forms, isThere] of [
    [gone, 1],
    [fresh, 0],
  ] as const) {
    for (const shown of forms) {
      const pause = steps.spend(UNITS_PER_MOVE + sorting.unitsOf(shown) * Math.log2(moved.length + 2));
      if (pause !== undefined) await pause;
      const place = findPlace(moved, shown, sorting);
      if (isThere === 1) moved.splice(place, 1);
      else moved.splice(place, 0, shown);
    }
  }
  return moved;
};

/** The number of forms that come before it. */
const findPlace = (
  order: readonly ShownForm[],
  shown: ShownForm,
  { compare }: Sorting<ShownForm>,
): number => {
  let from = 0;
  let to = order.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = order[middle] as ShownForm;
    if (other !== shown && compare(other, shown) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
};

const nameOf = (sortBy: FormSort, sortOrder: SortOrder): OrderName => `${sortBy} ${sortOrder}`;

const sortingBy = <K extends string | number>(
  keyOf: (shown: ShownForm) => K,
  direction: 1 | -1,
): Sorting<ShownForm> => ({
  compare: (one, other) => {
    const [key, otherKey] = [keyOf(one), keyOf(other)];
    if (key !== otherKey) return key < otherKey ? -direction : direction;
    return one.form.id < other.form.id ? -1 : 1;
  },
  unitsOf: (shown) => {
    const key = keyOf(shown);
    return UNITS_PER_PLACE + (typeof key === 'string' ? key.length : 1) * UNITS_PER_CHAR;
  },
});

const keys = {
  created_at: ({ form }: ShownForm) => form.createdMs,
  name: ({ form }: ShownForm) => form.foldedName,
  display_name: ({ displayName }: ShownForm) => displayName,
};

const sortings: Readonly<Record<OrderName, Sorting<ShownForm>>> = {
  'created_at asc': sortingBy(keys.created_at, 1),
  'created_at desc': sortingBy(keys.created_at, -1),
  'name asc': sortingBy(keys.name, 1),
  'name desc': sortingBy(keys.name, -1),
  'display_name asc': sortingBy(keys.display_name, 1),
  'display_name desc': sortingBy(keys.display_name, -1),
};
