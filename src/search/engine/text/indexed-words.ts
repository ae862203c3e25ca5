// What a text index holds of one item, in words, so that two indexes can be compared whatever their numbers are.

import { firstNotBelow } from '../columns/column.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { forEachSurface, type TextIndex } from './text-index.ts';
import { titleWordAt, titleWordBytes } from './title-words.ts';

/** Of a live item: its words, by which stems with which weights it is found, its title and length. */
export const indexedWords = (index: TextIndex, item: number): string => {
  const words: string[] = [];
  const stems = new Set<number>();
  forEachSurface(index, item, (surface) => {
    const stem = index.surfaceStem[surface] as number;
    words.push(`${stringAt(index.surfaces, surface)}>${stringAt(index.stems, stem)}`);
    stems.add(stem);
  });
  const weights = [...stems].map((stem) => `${stringAt(index.stems, stem)}=${weightOf(index, stem, item)}`);
  return JSON.stringify([words, weights.sort(), titleOf(index, item), index.lengths[item]]);
};

/** Undefined if the item is not found by the stem. */
const weightOf = (
  { postingStart, postingItem, postingWeight }: TextIndex,
  stem: number,
  item: number,
): number | undefined => {
  const from = postingStart[stem] as number;
  const postings = postingItem.subarray(from, postingStart[stem + 1]);
  const at = firstNotBelow(postings, item);
  return postings[at] === item ? postingWeight[from + at] : undefined;
};

const titleOf = ({ title: { start, bytes }, stems }: TextIndex, item: number): string[] => {
  const words: string[] = [];
  const end = start[item + 1] ?? 0;
  for (let at = start[item] ?? 0; at < end; ) {
    const word = titleWordAt(bytes, at);
    at += titleWordBytes(word);
    words.push(`${stringAt(stems, word >>> 1)}${word & 1}`);
  }
  return words;
};

/** Whether items are found by no more stems than those of their words. Also of deleted ones: they keep both until a merge. */
export const hasExactPostings = (index: TextIndex): boolean => {
  let expected = 0;
  for (let item = 0; item + 1 < index.forwardStart.length; item += 1) {
    const stems = new Set<number>();
    forEachSurface(index, item, (surface) => void stems.add(index.surfaceStem[surface] as number));
    expected += stems.size;
  }
  return expected === index.postingItem.length;
};
