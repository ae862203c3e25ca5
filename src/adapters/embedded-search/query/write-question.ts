// A question to a search thread as JSON. A filter may have ten thousand rules: those of a long one are written in short steps.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { SearchQuestion } from './search-task.ts';

/** So many rules are written in far less than a step. */
const RULES_AT_ONCE = 500;
const STEP_MS = 1;

/** A promise while a long filter is written. */
export const writeQuestion = (question: SearchQuestion): string | Promise<string> => {
  const { query } = question;
  return 'groups' in query && isLong(query.groups)
    ? writeInSteps(question, query.groups)
    : JSON.stringify(question);
};

const isLong = (groups: readonly FilterGroup[]): boolean => {
  let rules = 0;
  for (const group of groups) rules += group.rules.length;
  return rules > RULES_AT_ONCE;
};

const writeInSteps = async (
  { kind, query }: SearchQuestion,
  groups: readonly FilterGroup[],
): Promise<string> => {
  // The request has just been read in this turn.
  await nextTurn();
  const yieldIfDue = buildYield(undefined, STEP_MS);
  const written: string[] = [];
  for (const group of groups) {
    written.push(JSON.stringify(group));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  const others = JSON.stringify({ ...query, groups: undefined });
  // Joining and sending a megabyte takes a step too.
  await nextTurn();
  // There are always others: the currency, for one.
  return `{"kind":"${kind}","query":{"groups":[${written.join(',')}],${others.slice(1)}}`;
};
