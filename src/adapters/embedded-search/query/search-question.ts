// A question to a search thread, and how it gets there: as JSON. A filter may have ten thousand rules: those of a long one are written in
// short steps, unless the request has kept them as JSON.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentQuery } from '../../../domain/ports.ts';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import { KeptGroup, readGroup, type SentFilter } from '../../../domain/products/sent-groups.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import type { ProductQuestion } from './product-questions.ts';

export type SearchQuestion = { readonly kind: 'content'; readonly query: ContentQuery } | ProductQuestion;

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
  for (const group of groups) {
    if (group instanceof KeptGroup) return true;
    rules += group.rules.length;
  }
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
    written.push(writeGroup(group));
    const pause = yieldIfDue();
    if (pause !== undefined) await pause;
  }
  // There are always others: the currency, for one.
  const others = JSON.stringify({ ...query, groups: undefined });
  // Joining and sending a megabyte takes a step too.
  await nextTurn();
  // At once: what is joined from texts that are long already is copied once more.
  written[0] = `{"kind":"${kind}","query":{"groups":[${written[0]}`;
  written.push(`${written.pop()}],${others.slice(1)}}`);
  return written.join(',');
};

/** A group as a search thread gets it: the thread parses what was kept. */
type WrittenGroup = FilterGroup | { readonly sent: SentFilter; readonly index: number };

const writeGroup = (group: FilterGroup): string =>
  group instanceof KeptGroup ? `{"sent":${group.json},"index":${group.index}}` : JSON.stringify(group);

/** In the search thread. */
export const readQuestion = (text: string): SearchQuestion => {
  const question = parseJson(text) as SearchQuestion;
  const { query } = question;
  if (!('groups' in query)) return question;
  const groups = (query.groups as readonly WrittenGroup[]).map((group) =>
    'sent' in group ? readGroup(group.sent, group.index) : group,
  );
  // Safe: only the groups are replaced, in the query of the kind that it was.
  return { ...question, query: { ...query, groups } } as SearchQuestion;
};
