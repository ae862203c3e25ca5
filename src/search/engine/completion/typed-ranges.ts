// The entries that complete a typed text: those that begin with it, and those that are one edit away from it.

import { misspelt, type TypedText } from '../../completion.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { allEntries, type Completions, type EntryRange, prefixEntries } from './completions.ts';
import { nearEntries } from './near-entries.ts';

export type RangesIn = (completions: Completions) => readonly EntryRange[];

export const exactRanges = ({ finished, unfinished }: TypedText): RangesIn => {
  const prefix = encodeUnits(finished + unfinished);
  return (completions) =>
    prefix.length === 0 ? [] : [prefixEntries(completions, allEntries(completions), prefix)];
};

/** Undefined if no word of the text is long enough. */
export const nearRanges = (typed: TypedText): RangesIn | undefined => {
  const texts = misspelt(typed);
  return texts.length === 0 ? undefined : (completions) => nearEntries(completions, texts);
};
