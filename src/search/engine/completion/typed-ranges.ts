// The entries that complete a typed text: those that begin with it, and those that are one edit away from it.

import { misspelt, type TypedText } from '../../completion.ts';
import { encodeUnits } from '../packing/packed-texts.ts';
import { allEntries, type Completions, continuedEntries, type EntryRange } from './completions.ts';
import { nearEntries } from './near-entries.ts';

export type RangesIn = (completions: Completions) => readonly EntryRange[];

export const exactRanges = ({ finished, unfinished }: TypedText): RangesIn => {
  const bytes = encodeUnits(finished + unfinished);
  const typed = { bytes, from: 0, to: bytes.length };
  return (completions) =>
    bytes.length === 0 ? [] : [continuedEntries(completions, allEntries(completions), 0, typed)];
};

/** Undefined if no word of the text is long enough. */
export const nearRanges = (typed: TypedText): RangesIn | undefined => {
  const texts = misspelt(typed);
  return texts.length === 0 ? undefined : (completions) => nearEntries(completions, texts);
};
