// The stems that an unfinished word may become: those of all live words that start with it, except its own stem. Ids
// are those of each text index; strings are compared only between several of them.

import { spend } from '../budget/work-budget.ts';
import { LOOKUP, PREFIX_WORD } from '../budget/work-costs.ts';
import { findPacked } from '../packing/dictionary.ts';
import { countStrings, lowerBound, prefixEnd, startsWith } from '../packing/packed-strings.ts';
import { nextStamp, stemStamps } from '../packing/query-scratch.ts';
import type { TextIndex } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

const NONE: readonly never[] = [];

/** The stems of this text index's own words; `from` is the first word that starts with the prefix. */
export const completeStems = (
  index: TextIndex,
  prefix: string,
  from: number,
  own: number,
): readonly number[] => {
  const { surfaces, surfaceStem, surfaceDocuments } = index;
  const to = prefixEnd(surfaces, from, prefix);
  // The most common case: a whole word that no longer word starts with.
  if (from === to || (to - from === 1 && surfaceStem[from] === own)) return NONE;
  spend(PREFIX_WORD * (to - from));
  const found: number[] = [];
  const stamps = stemStamps(countStrings(index.stems));
  const stamp = nextStamp();
  if (own !== -1) stamps[own] = stamp;
  for (let surface = from; surface < to; surface += 1) {
    const stem = surfaceStem[surface] as number;
    if (stamps[stem] === stamp || surfaceDocuments[surface] === 0) continue;
    stamps[stem] = stamp;
    found.push(stem);
  }
  return found;
};

/**
 * A stem reached in one text index counts in all of them, even where its own words start differently: if `running`
 * occurs anywhere, `runni` finds `run` everywhere. Only few stems need this lookup.
 */
export const shareStems = (
  texts: readonly TextIndex[],
  lists: readonly Pick<WordLists, 'exact' | 'approximate'>[],
  prefix: string,
): number[][] => {
  const reached = lists.map(({ approximate }) => approximate);
  // Stems that do not start with the prefix could be anywhere in the other dictionaries.
  const strange = texts.map((index, textOrd) =>
    (reached[textOrd] as readonly number[]).filter((stem) => !startsWith(index.stems, stem, prefix)),
  );
  return texts.map((index, textOrd) => {
    const { stems, stemDocuments } = index;
    const all = [...(reached[textOrd] as readonly number[])];
    const stamps = stemStamps(countStrings(stems));
    const stamp = nextStamp();
    for (const stem of all) stamps[stem] = stamp;
    const own = lists[textOrd]?.exact ?? -1;
    if (own !== -1) stamps[own] = stamp;
    const isNew = (stem: number): boolean => stamps[stem] !== stamp && stemDocuments[stem] !== 0;
    const from = lowerBound(stems, prefix);
    const to = prefixEnd(stems, from, prefix);
    spend(PREFIX_WORD * (to - from + all.length));
    for (let stem = from; stem < to; stem += 1) {
      if (isNew(stem) && isReached(texts, reached, textOrd, stem)) all.push(stem);
    }
    strange.forEach((list, other) => {
      if (other === textOrd) return;
      spend(LOOKUP * list.length);
      for (const stem of list) {
        const id = findPacked(stems, (texts[other] as TextIndex).stems, stem);
        if (id === -1 || !isNew(id)) continue;
        stamps[id] = stamp;
        all.push(id);
      }
    });
    return all;
  });
};

/** Whether another text index reaches the stem. */
const isReached = (
  texts: readonly TextIndex[],
  reached: readonly (readonly number[])[],
  textOrd: number,
  stem: number,
): boolean => {
  const { stems } = texts[textOrd] as TextIndex;
  return texts.some((other, at) => {
    const own = reached[at] as readonly number[];
    if (at === textOrd || own.length === 0) return false;
    spend(LOOKUP + own.length);
    const id = findPacked(other.stems, stems, stem);
    return id !== -1 && own.includes(id);
  });
};
