// A question to a search thread, and how it gets there: as JSON. A filter may have ten thousand rules; those of a long one have been kept as
// JSON since they were read, and only the thread parses them.

import type { ContentQuery } from '../../../domain/ports.ts';
import type { FilterGroup } from '../../../domain/products/product-filter.ts';
import { KeptGroup, readGroup, type SentFilter } from '../../../domain/products/sent-groups.ts';
import { parseJson } from '../../../domain/text/parse-json.ts';
import { ownTurn } from '../../../runtime/own-turns.ts';
import type { ProductQuestion } from './product-questions.ts';

export type SearchQuestion = { readonly kind: 'content'; readonly query: ContentQuery } | ProductQuestion;

/** A promise if groups were kept as JSON. */
export const writeQuestion = (question: SearchQuestion): string | Promise<string> => {
  const { query } = question;
  return 'groups' in query && query.groups.some((group) => group instanceof KeptGroup)
    ? writeKept(question, query.groups)
    : JSON.stringify(question);
};

const writeKept = async (
  { kind, query }: SearchQuestion,
  groups: readonly FilterGroup[],
): Promise<string> => {
  // The estimate was in this turn; joining and sending a megabyte takes a step too.
  await ownTurn();
  const written = groups.map(writeGroup);
  // There are always others: the currency, for one.
  const others = JSON.stringify({ ...query, groups: undefined });
  // All at once: what is joined from long texts is copied.
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
