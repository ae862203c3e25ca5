// The groups of a filter, made from what a request sends. Those of a large request stay JSON for as long as nobody asks for their rules:
// most of them are only passed on to a search thread (Decision 0133).

import { KeptJson } from '../text/kept-json.ts';
import { parseJson } from '../text/parse-json.ts';
import type { FilterAction, FilterGroup, FilterRule } from './product-filter.ts';

/** An item of `filter` as it is sent. */
export interface SentFilter {
  readonly group?: {
    readonly operator?: FilterGroup['operator'];
    readonly rules?: readonly {
      readonly field_name: string;
      readonly action: FilterAction;
      readonly value: string;
    }[];
  };
}

export const readGroups = (filter: readonly SentFilter[]): FilterGroup[] =>
  filter.map((sent, index) =>
    sent instanceof KeptJson ? new KeptGroup(sent.json, index) : readGroup(sent, index),
  );

/** `index`: its place in the filter. */
export const readGroup = ({ group }: SentFilter, index: number): FilterGroup => ({
  operator: group?.operator ?? 'AND',
  rules: (group?.rules ?? []).map((rule, ruleIndex) => ({
    field: rule.field_name,
    action: rule.action,
    value: rule.value,
    at: rulePath(index, ruleIndex),
  })),
});

/** A group that is parsed when it is read for the first time. */
export class KeptGroup implements FilterGroup {
  /** A `SentFilter`. */
  readonly json: string;
  readonly index: number;
  private parsed: FilterGroup | undefined;

  constructor(json: string, index: number) {
    this.json = json;
    this.index = index;
  }

  get operator(): FilterGroup['operator'] {
    return this.read().operator;
  }

  get rules(): readonly FilterRule[] {
    return this.read().rules;
  }

  /** For whoever writes a query without knowing of this class. */
  toJSON(): FilterGroup {
    return this.read();
  }

  private read(): FilterGroup {
    this.parsed ??= readGroup(parseJson(this.json) as SentFilter, this.index);
    return this.parsed;
  }
}

/** The paths of rules, by group and rule: there are 10,000 at most, and a request may need them all. */
const rulePaths: string[][] = [];

const rulePath = (group: number, rule: number): string => {
  let paths = rulePaths[group];
  if (paths === undefined) {
    paths = [];
    rulePaths[group] = paths;
  }
  paths[rule] ??= `filter.${group}.group.rules.${rule}.value`;
  return paths[rule];
};
