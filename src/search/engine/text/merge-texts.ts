// Merges the TextIndexes of one locale from several segments, without deleted documents.

import { indexStrings } from '../packing/dictionary.ts';
import { GrowableBytes } from '../packing/growable.ts';
import { sortPostings } from '../packing/list-order.ts';
import { mergeDictionaries, NO_RANK } from '../packing/ranked-strings.ts';
import { countTexts, forEachSurface, type TextIndex } from './text-index.ts';
import { NO_TITLES, packTitles, type TitleWords, titleWordAt, titleWordBytes } from './title-words.ts';
import { shapeWords } from './word-shapes.ts';

interface MergeSource {
  readonly index: TextIndex;
  /** The new ordinal of each item; NO_RANK if it was deleted. */
  readonly itemMap: Uint32Array;
  /** The new number of each document class. */
  readonly classes: Uint32Array;
}

export const mergeTexts = (sources: readonly MergeSource[], items: number): TextIndex => {
  const [first] = sources;
  if (first === undefined) throw new Error('nothing to merge');
  const stems = mergeDictionaries(
    sources.map(({ index }) => ({ strings: index.stems, keeps: (stem) => index.stemDocuments[stem] !== 0 })),
  );
  const surfaces = mergeDictionaries(
    sources.map(({ index }) => ({
      strings: index.surfaces,
      keeps: (word) => index.surfaceDocuments[word] !== 0,
    })),
  );
  const origins = originOf(sources, items);
  return {
    locale: first.index.locale,
    language: first.index.language,
    surfaces: indexStrings(surfaces.strings),
    surfaceShapes: shapeWords(surfaces.strings),
    ...mergeSurfaces(sources, surfaces.moved, stems.moved, surfaces.strings.start.length - 1),
    stems: indexStrings(stems.strings),
    ...mergePostings(sources, stems.moved, stems.strings.start.length - 1),
    ...mergeForward(sources, origins, surfaces.moved, items),
    title: mergeTitles(sources, origins, stems.moved, items),
    ...mergeDocuments(sources, items),
  };
};

const mergeSurfaces = (
  sources: readonly MergeSource[],
  moved: readonly Uint32Array[],
  movedStems: readonly Uint32Array[],
  count: number,
) => {
  const surfaceStem = new Uint32Array(count);
  const surfaceDocuments = new Uint32Array(count);
  sources.forEach(({ index }, source) => {
    const target = moved[source] as Uint32Array;
    for (let surface = 0; surface < target.length; surface += 1) {
      const to = target[surface] as number;
      if (to === NO_RANK) continue;
      surfaceStem[to] = (movedStems[source] as Uint32Array)[index.surfaceStem[surface] as number] as number;
      surfaceDocuments[to] = (surfaceDocuments[to] as number) + (index.surfaceDocuments[surface] as number);
    }
  });
  return { surfaceStem, surfaceDocuments };
};

const mergePostings = (sources: readonly MergeSource[], moved: readonly Uint32Array[], count: number) => {
  const stemDocuments = new Uint32Array(count);
  sources.forEach(({ index }, source) => {
    const target = moved[source] as Uint32Array;
    for (let stem = 0; stem < target.length; stem += 1) {
      const to = target[stem] as number;
      if (to !== NO_RANK)
        stemDocuments[to] = (stemDocuments[to] as number) + (index.stemDocuments[stem] as number);
    }
  });
  const postingStart = new Uint32Array(count + 1);
  for (let stem = 0; stem < count; stem += 1) {
    postingStart[stem + 1] = (postingStart[stem] as number) + (stemDocuments[stem] as number);
  }
  const total = postingStart[count] as number;
  const postingItem = new Uint32Array(total);
  const postingWeight = new Uint8Array(total);
  const next = postingStart.slice();
  sources.forEach(({ index, itemMap }, source) => {
    const target = moved[source] as Uint32Array;
    for (let stem = 0; stem < target.length; stem += 1) {
      const to = target[stem] as number;
      if (to === NO_RANK) continue;
      let at = next[to] as number;
      const end = index.postingStart[stem + 1] as number;
      for (let posting = index.postingStart[stem] as number; posting < end; posting += 1) {
        const item = index.postingItem[posting] as number;
        if (index.classes[item] === 0) continue;
        postingItem[at] = itemMap[item] as number;
        postingWeight[at] = index.postingWeight[posting] as number;
        at += 1;
      }
      next[to] = at;
    }
  });
  for (let stem = 0; stem < count; stem += 1) {
    sortPostings(postingItem, postingWeight, postingStart[stem] as number, postingStart[stem + 1] as number);
  }
  return { stemDocuments, postingStart, postingItem, postingWeight };
};

const mergeForward = (
  sources: readonly MergeSource[],
  { sourceOf, itemOf }: Origins,
  moved: readonly Uint32Array[],
  items: number,
) => {
  const forward = new GrowableBytes(1 << 16);
  const forwardStart = new Uint32Array(items + 1);
  for (let item = 0; item < items; item += 1) {
    forwardStart[item] = forward.length;
    const source = sourceOf[item] as number;
    if (source === NO_RANK) continue;
    const { index } = sources[source] as MergeSource;
    const target = moved[source] as Uint32Array;
    let previous = 0;
    forEachSurface(index, itemOf[item] as number, (surface) => {
      const to = target[surface] as number;
      forward.pushVarint(to - previous);
      previous = to;
    });
  }
  forwardStart[items] = forward.length;
  return { forwardStart, forward: forward.view().slice() };
};

const mergeTitles = (
  sources: readonly MergeSource[],
  { sourceOf, itemOf }: Origins,
  moved: readonly Uint32Array[],
  items: number,
): TitleWords => {
  if (sources.every(({ index }) => index.title.start.length === 0)) return NO_TITLES;
  return packTitles(items, (item, push) => {
    const source = sourceOf[item] as number;
    if (source === NO_RANK) return;
    const target = moved[source] as Uint32Array;
    const { start, bytes } = (sources[source] as MergeSource).index.title;
    const end = start[(itemOf[item] as number) + 1] as number;
    for (let at = start[itemOf[item] as number] as number; at < end; ) {
      const word = titleWordAt(bytes, at);
      at += titleWordBytes(word);
      push(2 * (target[word >>> 1] as number) + (word & 1));
    }
  });
};

interface Origins {
  readonly sourceOf: Uint32Array;
  readonly itemOf: Uint32Array;
}

/** For each new item, the source that has its live text, and its ordinal there. */
const originOf = (sources: readonly MergeSource[], items: number): Origins => {
  const sourceOf = new Uint32Array(items).fill(NO_RANK);
  const itemOf = new Uint32Array(items);
  sources.forEach(({ index, itemMap }, source) => {
    for (let item = 0; item < itemMap.length; item += 1) {
      if (index.classes[item] === 0) continue;
      sourceOf[itemMap[item] as number] = source;
      itemOf[itemMap[item] as number] = item;
    }
  });
  return { sourceOf, itemOf };
};

const mergeDocuments = (sources: readonly MergeSource[], items: number) => {
  const lengths = new Uint32Array(items);
  const classes = new Uint32Array(items);
  for (const source of sources) {
    const { index, itemMap } = source;
    for (let item = 0; item < itemMap.length; item += 1) {
      const documentClass = index.classes[item] as number;
      if (documentClass === 0) continue;
      const to = itemMap[item] as number;
      lengths[to] = index.lengths[item] as number;
      classes[to] = source.classes[documentClass] as number;
    }
  }
  return { lengths, classes, counters: countTexts({ lengths, classes }) };
};
