// Builds the requested page of a content search: merges the sources in one total order and returns their stored
// fields.

import type { ContentQuery } from '../../../domain/ports.ts';
import { spend } from '../budget/work-budget.ts';
import { HEAP_ITEM } from '../budget/work-costs.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { rankedValue } from '../packing/ranked-strings.ts';
import { jsonAt } from '../packing/stored-json.ts';
import { type ContentSegment, type ContentTexts, compareKeys } from './content-segment.ts';

export interface FoundContent {
  readonly key: string;
  readonly locale: string;
  /** JSON, one character per byte of its UTF-8. */
  readonly shown: string;
}

/** The first items of one locale of one segment, sorted. */
export interface Source {
  readonly segment: ContentSegment;
  readonly texts: ContentTexts;
  readonly items: readonly number[];
  /** Larger for earlier items; comparable within one source. */
  readonly keys: readonly number[];
}

export const hitOf = ({ segment, texts }: Source, item: number): FoundContent => ({
  key: stringAt(segment.keys, item),
  locale: texts.index.locale,
  shown: jsonAt(texts.shown, item),
});

/** Ranks filled between two checks of the budget. */
const RANKS_PER_STEP = 32;

/** Merges several sources into the requested page: repeatedly takes the best of their heads. */
export const mergeSources = (sources: readonly Source[], query: ContentQuery): FoundContent[] => {
  const compare = order(query);
  const places = sources.map(() => 0);
  const hits: FoundContent[] = [];
  for (let rank = 0; rank < query.skip + query.limit; rank += 1) {
    if (rank % RANKS_PER_STEP === 0) spend(HEAP_ITEM * sources.length * RANKS_PER_STEP);
    let next = -1;
    for (let number = 0; number < sources.length; number += 1) {
      const source = sources[number] as Source;
      const place = places[number] as number;
      if (place === source.items.length) continue;
      if (next === -1 || compare(source, place, sources[next] as Source, places[next] as number) < 0)
        next = number;
    }
    if (next === -1) break;
    const source = sources[next] as Source;
    const place = places[next] as number;
    if (rank >= query.skip) hits.push(hitOf(source, source.items[place] as number));
    places[next] = place + 1;
  }
  return hits;
};

export const directionOf = ({ sortOrder }: ContentQuery): 1 | -1 => (sortOrder === 'desc' ? 1 : -1);

/** Whether keys are the values themselves rather than ranks within a source. */
export const isNumeric = ({ sortBy }: ContentQuery): boolean =>
  sortBy === 'relevance' || sortBy === 'created_at' || sortBy === 'modified_at';

/** Compares the items at two positions of two sources. */
type Compare = (a: Source, placeA: number, b: Source, placeB: number) => number;

const order = (query: ContentQuery): Compare => (isNumeric(query) ? compareNumbers : compareTexts(query));

const compareNumbers: Compare = (a, placeA, b, placeB) => {
  const keyA = a.keys[placeA] as number;
  const keyB = b.keys[placeB] as number;
  return keyA === keyB ? compareItems(a, placeA, b, placeB) : keyB - keyA;
};

/** Ranks mean nothing outside their own source, so the values are compared. */
const compareTexts = (query: ContentQuery): Compare => {
  const direction = directionOf(query);
  return (a, placeA, b, placeB) => {
    const valueA = rankedValueOf(a, placeA, query);
    const valueB = rankedValueOf(b, placeB, query);
    if (valueA === valueB) return compareItems(a, placeA, b, placeB);
    if (valueA === null) return 1;
    if (valueB === null) return -1;
    return valueA < valueB ? direction : -direction;
  };
};

const compareItems: Compare = (a, placeA, b, placeB) =>
  compareKeys(a.segment, a.items[placeA] as number, b.segment, b.items[placeB] as number);

const rankedValueOf = ({ texts, items }: Source, place: number, { sortBy }: ContentQuery): string | null =>
  rankedValue(
    sortBy === 'title' ? texts.title : sortBy === 'created_by' ? texts.createdBy : texts.modifiedBy,
    items[place] as number,
  );
