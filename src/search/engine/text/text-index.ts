// The words of one locale's texts over the items of one segment. Everything but the live counts is immutable;
// deleting a document lowers the counts of its words, so that they are exact at any time.
// Item ordinals are the segment's own: an item without a text in this locale simply has no postings here.

import { findString, type PackedStrings } from '../packing/packed-strings.ts';

export interface TextIndex {
  readonly locale: string;
  readonly language: string;
  /** Sorted: every word as written. */
  readonly surfaces: PackedStrings;
  readonly surfaceStem: Uint32Array;
  /** Live documents that hold the surface. */
  readonly surfaceDocuments: Uint32Array;
  /** Sorted: what words are compared by. */
  readonly stems: PackedStrings;
  /** Live documents that hold the stem. */
  readonly stemDocuments: Uint32Array;
  readonly postingStart: Uint32Array;
  /** Ascending within one stem. */
  readonly postingItem: Uint32Array;
  /** Occurrences weighted by field, 255 at most. */
  readonly postingWeight: Uint8Array;
  /** The surfaces of each item, ascending, as varint-coded gaps. */
  readonly forwardStart: Uint32Array;
  readonly forward: Uint8Array;
  /** Words in each item's text. */
  readonly lengths: Uint32Array;
  /** Which class of documents the item's text belongs to; 0 when it has none here, or it was deleted. */
  readonly classes: Uint32Array;
  /** Live documents, and the sum of their lengths. */
  readonly counters: Float64Array;
}

export const DOCUMENTS = 0;
export const TOTAL_LENGTH = 1;

/** Takes the item's text out of the live counts. A text that is not there is left alone. */
export const deleteText = (index: TextIndex, item: number): void => {
  if (index.classes[item] === 0) return;
  index.classes[item] = 0;
  index.counters[DOCUMENTS] = (index.counters[DOCUMENTS] as number) - 1;
  index.counters[TOTAL_LENGTH] = (index.counters[TOTAL_LENGTH] as number) - (index.lengths[item] as number);
  const stems = new Set<number>();
  forEachSurface(index, item, (surface) => {
    index.surfaceDocuments[surface] = (index.surfaceDocuments[surface] as number) - 1;
    stems.add(index.surfaceStem[surface] as number);
  });
  for (const stem of stems) index.stemDocuments[stem] = (index.stemDocuments[stem] as number) - 1;
};

/** The same index with its own copy of everything that deleting changes. */
export const cloneLiveCounts = (index: TextIndex): TextIndex => ({
  ...index,
  surfaceDocuments: ownCopy(index.surfaceDocuments),
  stemDocuments: ownCopy(index.stemDocuments),
  classes: ownCopy(index.classes),
  counters: new Float64Array(index.counters),
});

const ownCopy = (array: Uint32Array): Uint32Array => new Uint32Array(array);

export const forEachSurface = (index: TextIndex, item: number, visit: (surface: number) => void): void => {
  const { forward } = index;
  const end = index.forwardStart[item + 1] as number;
  let at = index.forwardStart[item] as number;
  let surface = 0;
  while (at < end) {
    let gap = 0;
    let shift = 0;
    let byte = forward[at] as number;
    while (byte > 127) {
      gap |= (byte & 127) << shift;
      shift += 7;
      at += 1;
      byte = forward[at] as number;
    }
    gap |= byte << shift;
    at += 1;
    surface += gap;
    visit(surface);
  }
};

/** Id of a stem that some live document holds, or -1. */
export const findLiveStem = (index: TextIndex, stem: string): number => {
  const id = findString(index.stems, stem);
  return id !== -1 && (index.stemDocuments[id] as number) > 0 ? id : -1;
};

/** In which the segments have texts. */
export const localesOf = (
  segments: readonly { readonly texts: readonly { readonly index: TextIndex }[] }[],
): Set<string> => {
  const locales = new Set<string>();
  for (const { texts } of segments) for (const { index } of texts) locales.add(index.locale);
  return locales;
};
