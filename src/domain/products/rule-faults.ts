// What is wrong with a merchandising rule that its schema cannot say.

import { parseInstant } from '../text/instant.ts';

interface WrittenRule {
  readonly when: { readonly from?: string; readonly until?: string };
  readonly boost?: readonly WrittenBoost[];
  readonly bury?: readonly WrittenBoost[];
}

interface WrittenBoost {
  readonly ids?: readonly string[];
  readonly filter?: readonly unknown[];
}

export interface RuleFault {
  readonly fault: 'conflicting' | 'too_few' | 'out_of_range';
  readonly field: 'when' | 'boost' | 'bury';
  /** Below the field. */
  readonly path: string;
  readonly message: string;
}

export const findRuleFaults = ({ when, boost, bury }: WrittenRule): RuleFault[] => [
  ...findTimeFaults(when),
  ...findBoostFaults('boost', boost ?? []),
  ...findBoostFaults('bury', bury ?? []),
];

const findTimeFaults = ({ from, until }: WrittenRule['when']): RuleFault[] => {
  const [start, end] = [from, until].map((text) => (text === undefined ? undefined : parseInstant(text)));
  if (start === undefined || end === undefined || start < end) return [];
  return [{ fault: 'out_of_range', field: 'when', path: 'until', message: 'must be later than from' }];
};

const findBoostFaults = (field: 'boost' | 'bury', boosts: readonly WrittenBoost[]): RuleFault[] =>
  boosts.flatMap(({ ids, filter }, index): RuleFault[] => {
    const path = String(index);
    if (ids === undefined && filter === undefined)
      return [{ fault: 'too_few', field, path, message: 'must have ids or a filter' }];
    if (ids === undefined || filter === undefined) return [];
    return [{ fault: 'conflicting', field, path, message: 'must have either ids or a filter, not both' }];
  });
