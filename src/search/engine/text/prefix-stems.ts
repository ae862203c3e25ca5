// The stems that a word still being typed stands for: those of all live words that begin with it, without its own stem.
// As ids of each text's own dictionary; strings are only compared where several texts have to agree.

import { spend } from '../budget/work-budget.ts';
import { COMPLETED_WORD, LOOKUP } from '../budget/work-costs.ts';
import { nextWordNumber, stemMarks } from '../match/query-scratch.ts';
import { countStrings, findPacked, lowerBound, prefixEnd, startsWith } from '../packing/packed-strings.ts';
import type { TextIndex } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

const NONE: readonly never[] = [];

/** The stems that the text's own words give; `from` is where words that begin with the prefix begin. */
export const completeStems = (
  index: TextIndex,
  prefix: string,
  from: number,
  own: number,
): readonly number[] => {
  const { surfaces, surfaceStem, surfaceDocuments } = index;
  const to = prefixEnd(surfaces, from, prefix);
  // A whole word that no longer one begins with: hardly anything is asked as often.
  if (from === to || (to - from === 1 && surfaceStem[from] === own)) return NONE;
  spend(COMPLETED_WORD * (to - from));
  const found: number[] = [];
  const marks = stemMarks(countStrings(index.stems));
  const number = nextWordNumber();
  if (own !== -1) marks[own] = number;
  for (let surface = from; surface < to; surface += 1) {
    const stem = surfaceStem[surface] as number;
    if (marks[stem] === number || surfaceDocuments[surface] === 0) continue;
    marks[stem] = number;
    found.push(stem);
  }
  return found;
};

/**
 * A stem that one text reaches stands for the word in all of them, also in a text whose own words with that stem begin otherwise:
 * where `running` is known, `runni` finds `run` everywhere. Few stems are such, so only they are looked up.
 */
export const shareStems = (
  texts: readonly TextIndex[],
  lists: readonly Pick<WordLists, 'exact' | 'loose'>[],
  prefix: string,
): number[][] => {
  const reached = lists.map(({ loose }) => loose);
  // What begins otherwise could stand anywhere in the other dictionaries.
  const strange = texts.map((index, place) =>
    (reached[place] as readonly number[]).filter((stem) => !startsWith(index.stems, stem, prefix)),
  );
  return texts.map((index, place) => {
    const { stems, stemDocuments } = index;
    const all = [...(reached[place] as readonly number[])];
    const marks = stemMarks(countStrings(stems));
    const number = nextWordNumber();
    for (const stem of all) marks[stem] = number;
    const own = lists[place]?.exact ?? -1;
    if (own !== -1) marks[own] = number;
    const isNew = (stem: number): boolean => marks[stem] !== number && stemDocuments[stem] !== 0;
    const from = lowerBound(stems, prefix);
    const to = prefixEnd(stems, from, prefix);
    spend(COMPLETED_WORD * (to - from + all.length));
    for (let stem = from; stem < to; stem += 1) {
      if (isNew(stem) && isReached(texts, reached, place, stem)) all.push(stem);
    }
    strange.forEach((list, other) => {
      if (other === place) return;
      spend(LOOKUP * list.length);
      for (const stem of list) {
        const id = findPacked(stems, (texts[other] as TextIndex).stems, stem);
        if (id === -1 || !isNew(id)) continue;
        marks[id] = number;
        all.push(id);
      }
    });
    return all;
  });
};

/** Whether another text reaches the stem. */
const isReached = (
  texts: readonly TextIndex[],
  reached: readonly (readonly number[])[],
  place: number,
  stem: number,
): boolean => {
  const { stems } = texts[place] as TextIndex;
  return texts.some((other, at) => {
    const own = reached[at] as readonly number[];
    if (at === place || own.length === 0) return false;
    spend(LOOKUP + own.length);
    const id = findPacked(other.stems, stems, stem);
    return id !== -1 && own.includes(id);
  });
};
