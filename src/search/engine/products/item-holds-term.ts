// Whether one product holds enough words of a term by the strict rule. A few lookups instead of the sets of all products that hold
// the words.

import { buildAnalyzer } from '../../analysis/analyze.ts';
import { productRule } from '../../matching.ts';
import { spend } from '../budget/work-budget.ts';
import { LOOKUP, QUERY_CHARACTER, SEEK } from '../budget/work-costs.ts';
import { hasBit } from '../packing/bitset.ts';
import { stemOfWord } from '../text/query-words.ts';
import { seek } from '../text/seek.ts';
import type { TextIndex } from '../text/text-index.ts';
import type { WordLists } from '../text/word-lists.ts';
import type { ProductSegment } from './product-segment.ts';
import { effectiveTexts, type TermSearch } from './product-term-match.ts';

export const itemHoldsTerm = (
  segment: ProductSegment,
  item: number,
  term: string,
  search: TermSearch,
): boolean => {
  const texts = effectiveTexts(segment, search.locales);
  const own = texts.find(({ items }) => items.length === 0 || hasBit(items, item));
  if (own === undefined) return false;
  const { index } = own;
  if (holdsEveryWord(index, item, term)) return true;
  const resolved = search.resolveIn(index.language);
  const textOrd = resolved.texts.indexOf(index);
  const { required } = productRule(resolved, resolved.statistics.documents, false);
  let held = 0;
  for (const { lists } of resolved.words) {
    if (holdsWord(index, item, lists[textOrd] as WordLists)) held += 1;
    if (held >= required) return held > 0;
  }
  return false;
};

/** Exactly as written. A product holds its own name so, and nothing else has to be known of the words then. */
const holdsEveryWord = (index: TextIndex, item: number, term: string): boolean => {
  spend(QUERY_CHARACTER * term.length);
  const { words } = buildAnalyzer(index.language).readQuery(term);
  return (
    words.length > 0 &&
    words.every((word) => {
      spend(LOOKUP);
      const stem = stemOfWord(index, word);
      return stem !== -1 && holdsStem(index, item, stem);
    })
  );
};

const holdsWord = (index: TextIndex, item: number, { exact, synonyms, approximate }: WordLists): boolean =>
  (exact !== -1 && holdsStem(index, item, exact)) ||
  synonyms.some((phrase) => phrase.every((stem) => holdsStem(index, item, stem))) ||
  approximate.some((stem) => holdsStem(index, item, stem));

const holdsStem = ({ postingStart, postingItem }: TextIndex, item: number, stem: number): boolean => {
  spend(SEEK);
  const end = postingStart[stem + 1] as number;
  const at = seek(postingItem, postingStart[stem] as number, end, item);
  return at < end && postingItem[at] === item;
};
