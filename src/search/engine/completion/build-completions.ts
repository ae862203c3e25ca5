// Builds completions from names, and merges those of several segments.

import { completable, wordStarts } from '../../completion.ts';
import { encodeUnits, type PackedText, TextPacker, textAt } from '../packing/packed-texts.ts';
import { BLOCK, type Completions, NO_WEIGHT } from './completions.ts';

/** Collects the names of one locale, each item once at most. */
export class CompletionsBuilder {
  private readonly added: { readonly item: number; readonly name: string; readonly weight: number }[] = [];

  add(item: number, name: string, weight: number | undefined): void {
    this.added.push({ item, name: completable(name), weight: weight ?? NO_WEIGHT });
  }

  /** `itemMap` gives the final ordinal of each item. */
  finish(items: number, itemMap: Uint32Array): Completions {
    const names: string[] = new Array(items).fill('');
    const weights = new Float64Array(items).fill(NO_WEIGHT);
    for (const { item, name, weight } of this.added) {
      const ordinal = itemMap[item] as number;
      names[ordinal] = name;
      weights[ordinal] = weight;
    }
    const packer = new TextPacker();
    for (const name of names) packer.add(name);
    return packCompletions(copyOf(packer.view()), weights, undefined);
  }
}

interface MergeSource {
  readonly completions: Completions;
  /** The new ordinal of each item. */
  readonly itemMap: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeCompletions = (sources: readonly MergeSource[], items: number): Completions => {
  const sourceOf: (MergeSource | undefined)[] = new Array(items);
  const itemOf = new Uint32Array(items);
  const weights = new Float64Array(items).fill(NO_WEIGHT);
  const sorted: number[] = [];
  for (const source of sources) {
    const { completions, itemMap, isKept } = source;
    for (let item = 0; item < itemMap.length; item += 1) {
      if (!isKept(item)) continue;
      const ordinal = itemMap[item] as number;
      sourceOf[ordinal] = source;
      itemOf[ordinal] = item;
      weights[ordinal] = completions.weights[item] ?? NO_WEIGHT;
    }
    completions.entryItem.forEach((item, entry) => {
      if (isKept(item))
        sorted.push((itemMap[item] as number) * OFFSETS + (completions.entryOffset[entry] as number));
    });
  }
  const packer = new TextPacker();
  for (let item = 0; item < items; item += 1) {
    const source = sourceOf[item];
    if (source === undefined) packer.addEmpty(1);
    else packer.copy(source.completions.names, itemOf[item] as number);
  }
  return packCompletions(copyOf(packer.view()), weights, sorted);
};

const copyOf = ({ bytes, start }: PackedText): PackedText => ({ bytes: bytes.slice(), start: start.slice() });

/** An offset takes less than this: an entry is one integer, its item times this number plus its offset. */
const OFFSETS = 512;

/** `entries`: all entries, best in runs that are sorted already; undefined: those of the names. */
const packCompletions = (
  names: PackedText,
  weights: Float64Array,
  entries: number[] | undefined,
): Completions => {
  const lengths = new Uint8Array(weights.length);
  const found: number[] = entries ?? [];
  for (let item = 0; item < weights.length; item += 1) {
    const name = textAt(names, item);
    lengths[item] = name.length;
    if (entries === undefined)
      for (const start of wordStarts(name))
        found.push(item * OFFSETS + encodeUnits(name.slice(0, start)).length);
  }
  // A plain array: unlike a typed one, it is sorted by merging runs.
  found.sort((a, b) => compareEntries(names, a, b));
  const order = orderItems(weights, lengths);
  const entryItem = Uint32Array.from(found, (entry) => Math.floor(entry / OFFSETS));
  return {
    names,
    lengths,
    weights: weights.some((weight) => weight !== NO_WEIGHT) ? weights : new Float64Array(0),
    order,
    entryItem,
    entryOffset: Uint16Array.from(found, (entry) => entry % OFFSETS),
    minima: findMinima(Uint32Array.from(entryItem, (item) => order[item] as number)),
  };
};

const compareEntries = ({ bytes, start }: PackedText, a: number, b: number): number => {
  const itemA = Math.floor(a / OFFSETS);
  const itemB = Math.floor(b / OFFSETS);
  let atA = (start[itemA] as number) + (a % OFFSETS);
  let atB = (start[itemB] as number) + (b % OFFSETS);
  const endA = start[itemA + 1] as number;
  const endB = start[itemB + 1] as number;
  while (atA < endA && atB < endB) {
    const difference = (bytes[atA] as number) - (bytes[atB] as number);
    if (difference !== 0) return difference;
    atA += 1;
    atB += 1;
  }
  return endA - atA - (endB - atB) || a - b;
};

/** A length takes less than this. */
const LENGTHS = 256;

const orderItems = (weights: Float64Array, lengths: Uint8Array): Uint32Array => {
  const items = weights.length;
  const ranks = new Map([...new Set(weights)].sort((a, b) => b - a).map((weight, rank) => [weight, rank]));
  const keys = Float64Array.from(
    weights,
    (weight, item) => ((ranks.get(weight) as number) * LENGTHS + (lengths[item] as number)) * items + item,
  ).sort();
  const order = new Uint32Array(items);
  keys.forEach((key, place) => {
    order[key % items] = place;
  });
  return order;
};

/** The levels above the entries; the last one has a single number. */
const findMinima = (orders: Uint32Array): Uint32Array => {
  const levels: Uint32Array[] = [];
  for (let below = orders; below.length > 1 || levels.length === 0; ) {
    const level = new Uint32Array(Math.ceil(below.length / BLOCK)).fill(0xffff_ffff);
    below.forEach((order, at) => {
      const block = Math.floor(at / BLOCK);
      level[block] = Math.min(level[block] as number, order);
    });
    levels.push(level);
    below = level;
  }
  const minima = new Uint32Array(levels.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const level of levels) {
    minima.set(level, at);
    at += level.length;
  }
  return minima;
};
