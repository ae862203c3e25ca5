// Evaluates the filter rules of a record list cheaply: short values first, stopping at the first rule that decides, and no
// value is read, folded or parsed twice per record. `product-filter.ts` defines what the rules mean.

import { type RequestBudget, UNITS_PER_CHAR } from '../limits/request-budget.ts';
import type { AttributeScalar } from '../products/product.ts';
import type { FieldType } from '../products/product-fields.ts';
import {
  type Comparable,
  comparable,
  type FilterAction,
  type FilterGroup,
  type FilterRule,
  negations,
  parseFor,
} from '../products/product-filter.ts';
import { foldText } from '../text/fold-text.ts';

export interface FilteredField<Candidate> {
  readonly type: FieldType;
  /** Whether its texts can be long. */
  readonly isLong: boolean;
  readonly read: (from: Candidate) => readonly AttributeScalar[];
}

/** Yields the cost of each long step before it happens, and returns whether the candidate matches. */
export type Judge<Candidate> = (candidate: Candidate) => Generator<number, boolean>;

/** Synchronous unless it takes so long that other requests must run in between. */
export const decide = (
  judging: Generator<number, boolean>,
  { spend, pause }: RequestBudget,
): boolean | Promise<boolean> => {
  const goOn = (): boolean | Promise<boolean> => {
    for (let step = judging.next(); ; step = judging.next()) {
      if (step.done === true) return step.value;
      spend(step.value);
      const pauseNow = pause();
      if (pauseNow !== undefined) return pauseNow.then(goOn);
    }
  };
  return goOn();
};

/** A rule in the form that lists evaluate. */
export interface ListRule {
  readonly field: string;
  readonly type: FieldType;
  readonly isNegated: boolean;
  readonly action: FilterAction;
  /** The value to compare with; for `contains`, the folded text to look for. */
  readonly wanted: Comparable;
}

export const toListRule = (rule: FilterRule, type: FieldType): ListRule => {
  const opposite = negations[rule.action];
  const action = opposite ?? rule.action;
  return {
    field: rule.field,
    type,
    isNegated: opposite !== undefined,
    action,
    wanted: action === 'contains' ? foldText(rule.value) : parseFor(type, rule.value, rule.at),
  };
};

/** The cost of shorter texts is not counted. */
const LONG_CHARS = 2_000;

interface CompiledRule {
  readonly field: string;
  readonly isNegated: boolean;
  readonly cost: number;
  readonly holds: (values: ReadValues) => boolean;
}

/** The values of one field of a candidate. Derived values are computed once. */
class ReadValues {
  readonly raw: readonly AttributeScalar[];
  private readonly type: FieldType;
  private foldedTexts: readonly string[] | undefined;
  private comparables: readonly Comparable[] | undefined;

  constructor(raw: readonly AttributeScalar[], type: FieldType) {
    this.raw = raw;
    this.type = type;
  }

  get chars(): number {
    let chars = 0;
    for (const value of this.raw) if (typeof value === 'string') chars += value.length;
    return chars;
  }

  get folded(): readonly string[] {
    this.foldedTexts ??= this.raw.map((value) => foldText(String(value)));
    return this.foldedTexts;
  }

  get compared(): readonly Comparable[] {
    this.comparables ??=
      this.type === 'text'
        ? this.folded.map((text) => text.trim())
        : this.raw.map((value) => comparable(this.type, value));
    return this.comparables;
  }
}

/** Groups are ANDed; a group's operator combines its rules. Throws if a value does not parse for its field. */
export const compileFilter = <Candidate>(
  groups: readonly FilterGroup[],
  fields: ReadonlyMap<string, FilteredField<Candidate>>,
): Judge<Candidate> => {
  const compiled = groups
    .filter(({ rules }) => rules.length > 0)
    .map(({ operator, rules }) => ({
      endsWith: operator === 'OR',
      rules: rules
        .map((rule) => compileRule(rule, fields.get(rule.field)))
        .sort((one, other) => one.cost - other.cost),
    }))
    .sort((one, other) => costOf(one.rules) - costOf(other.rules));
  return function* judge(candidate) {
    const known = new Map<string, ReadValues>();
    for (const { endsWith, rules } of compiled) {
      let isDecided = false;
      for (const { field, isNegated, holds } of rules) {
        const values = known.get(field) ?? readValues(fields.get(field), candidate);
        known.set(field, values);
        const { chars } = values;
        if (chars > LONG_CHARS) yield chars * UNITS_PER_CHAR;
        isDecided = (holds(values) !== isNegated) === endsWith;
        if (isDecided) break;
      }
      if (isDecided !== endsWith) return false;
    }
    return true;
  };
};

const costOf = (rules: readonly CompiledRule[]): number => Math.max(...rules.map(({ cost }) => cost));

const readValues = <Candidate>(
  field: FilteredField<Candidate> | undefined,
  candidate: Candidate,
): ReadValues => new ReadValues(field?.read(candidate) ?? [], field?.type ?? 'text');

const compileRule = <Candidate>(
  rule: FilterRule,
  field: FilteredField<Candidate> | undefined,
): CompiledRule => {
  const opposite = negations[rule.action];
  const action = opposite ?? rule.action;
  return {
    field: rule.field,
    isNegated: opposite !== undefined,
    cost: cheapness(field) + Number(action === 'contains'),
    holds: field === undefined ? () => false : testOf({ ...rule, action }, field.type),
  };
};

const ranks: Readonly<Record<FieldType, number>> = { number: 0, boolean: 0, date: 2, text: 4 };

const cheapness = (field: { readonly type: FieldType; readonly isLong: boolean } | undefined): number =>
  field === undefined ? 0 : ranks[field.type] + (field.isLong ? 4 : 0);

const testOf = (rule: FilterRule, type: FieldType): ((values: ReadValues) => boolean) => {
  if (rule.action === 'contains') {
    const needle = foldText(rule.value);
    return ({ folded }) => folded.some((text) => text.includes(needle));
  }
  const wanted = parseFor(type, rule.value, rule.at);
  switch (rule.action) {
    case 'equal_to':
      return ({ compared }) => compared.includes(wanted);
    case 'greater_than':
      return ({ compared }) => compared.some((value) => value > wanted);
    case 'less_than':
      return ({ compared }) => compared.some((value) => value < wanted);
    case 'greater_than_or_equal_to':
      return ({ compared }) => compared.some((value) => value >= wanted);
    default:
      return ({ compared }) => compared.some((value) => value <= wanted);
  }
};
