// The inverted index of one locale's texts over the items of one segment. Everything but the live counts is
// immutable; deleting a document lowers the counts of its words, so they are always exact. Item ordinals are those of
// the segment: an item without a text in this locale has no postings here.

import { type Dictionary, findWord } from '../packing/dictionary.ts';
import type { TitleWords } from './title-words.ts';
import type { WordShapes } from './word-shapes.ts';

export interface TextIndex {
  readonly locale: string;
  readonly language: string;
  /** Sorted dictionary of the words as written. */
  readonly surfaces: Dictionary;
  /** By which misspelt words find those near them. */
  readonly surfaceShapes: WordShapes;
  readonly surfaceStem: Uint32Array;
  /** Live documents per surface. */
  readonly surfaceDocuments: Uint32Array;
  /** Sorted dictionary of the stems by which words are compared. */
  readonly stems: Dictionary;
  /** Live documents per stem. */
  readonly stemDocuments: Uint32Array;
  readonly postingStart: Uint32Array;
  /** Ascending within one stem. */
  readonly postingItem: Uint32Array;
  /** Term frequency weighted by field, at most 255. */
  readonly postingWeight: Uint8Array;
  /** The surfaces of each item, ascending, as varint deltas. */
  readonly forwardStart: Uint32Array;
  readonly forward: Uint8Array;
  readonly title: TitleWords;
  /** Number of words in each item's text. */
  readonly lengths: Uint32Array;
  /** The document class of each item's text; 0 if it has none here or was deleted. */
  readonly classes: Uint32Array;
  /** Live documents, the sum of their lengths, and the length of the shortest one, which may have been deleted since. */
  readonly counters: Float64Array;
}

export const DOCUMENTS = 0;
export const TOTAL_LENGTH = 1;
/** No document has a shorter text: none scores higher with the same weight. */
export const SHORTEST = 2;

/** The counters of an index in which nothing was deleted yet. */
export const countTexts = ({ lengths, classes }: Pick<TextIndex, 'lengths' | 'classes'>): Float64Array => {
  let [documents, total, shortest] = [0, 0, Number.POSITIVE_INFINITY];
  for (let item = 0; item < classes.length; item += 1) {
    if (classes[item] === 0) continue;
    const length = lengths[item] as number;
    documents += 1;
    total += length;
    // A text without words is found by none.
    if (length > 0 && length < shortest) shortest = length;
  }
  return Float64Array.of(documents, total, shortest === Number.POSITIVE_INFINITY ? 0 : shortest);
};

/** Subtracts the item's text from the live counts; does nothing if it has none. */
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
  surfaceDocuments: copyOf(index.surfaceDocuments),
  stemDocuments: copyOf(index.stemDocuments),
  classes: copyOf(index.classes),
  counters: new Float64Array(index.counters),
});

const copyOf = (array: Uint32Array): Uint32Array => new Uint32Array(array);

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

/** Id of a stem with a live document, or -1. */
export const findLiveStem = (index: TextIndex, stem: string): number => {
  const id = findWord(index.stems, stem);
  return id !== -1 && (index.stemDocuments[id] as number) > 0 ? id : -1;
};

interface SegmentTexts {
  readonly texts: readonly { readonly index: TextIndex }[];
}

/** All locales that the segments have texts in. */
export const localesOf = (segments: readonly SegmentTexts[]): Set<string> => {
  const locales = new Set<string>();
  for (const { texts } of segments) for (const { index } of texts) locales.add(index.locale);
  return locales;
};

/** The text indexes of one language, over all segments. */
export const textsIn = (segments: readonly SegmentTexts[], language: string): TextIndex[] => {
  const found: TextIndex[] = [];
  for (const { texts } of segments) {
    for (const { index } of texts) if (index.language === language) found.push(index);
  }
  return found;
};
