// Builds completions from names, and merges those of several segments.

import { completable, STARTS_MAX, wordStarts } from '../../completion.ts';
import { GrowableUint32 } from '../packing/growable.ts';
import { encodeUnits, type PackedText, TextPacker, textAt } from '../packing/packed-texts.ts';
import { mergeRuns, orderSlices, type Slices } from '../packing/text-order.ts';
import { BLOCK, type Completions, NO_WEIGHT, weightOf } from './completions.ts';

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
    const packed = copyOf(packer.view());
    return packCompletions(packed, weights, findEntries(packed));
  }
}

interface MergeSource {
  readonly completions: Completions;
  /** The new ordinal of each item. */
  readonly itemMap: Uint32Array;
  readonly isKept: (item: number) => boolean;
}

export const mergeCompletions = (sources: readonly MergeSource[], items: number): Completions => {
  const sourceOf: (Completions | undefined)[] = new Array(items);
  const itemOf = new Uint32Array(items);
  for (const { completions, itemMap, isKept } of sources) {
    for (let item = 0; item < itemMap.length; item += 1) {
      if (!isKept(item)) continue;
      const ordinal = itemMap[item] as number;
      sourceOf[ordinal] = completions;
      itemOf[ordinal] = item;
    }
  }
  const packer = new TextPacker();
  const weights = new Float64Array(items).fill(NO_WEIGHT);
  for (let item = 0; item < items; item += 1) {
    const source = sourceOf[item];
    if (source === undefined) {
      packer.addEmpty(1);
    } else {
      packer.copy(source.names, itemOf[item] as number);
      weights[item] = weightOf(source, itemOf[item] as number);
    }
  }
  const names = copyOf(packer.view());
  return packCompletions(names, weights, mergeEntries(sources, names));
};

/** The entries of all sources, sorted: each source is a sorted run. */
const mergeEntries = (sources: readonly MergeSource[], names: PackedText): SortedEntries => {
  const entries = new Entries(names);
  const runs: number[] = [];
  for (const { completions, itemMap, isKept } of sources) {
    runs.push(entries.items.length);
    const { entryItem, entryOffset } = completions;
    for (let entry = 0; entry < entryItem.length; entry += 1) {
      const item = entryItem[entry] as number;
      if (!isKept(item)) continue;
      const ordinal = itemMap[item] as number;
      entries.add(ordinal, (names.start[ordinal] as number) + (entryOffset[entry] as number));
    }
  }
  return { entries, sorted: mergeRuns(entries.slices(), runs) };
};

const copyOf = ({ bytes, start }: PackedText): PackedText => ({ bytes: bytes.slice(), start: start.slice() });

/** Starts of words, one after another. */
class Entries {
  readonly items = new GrowableUint32(64);
  private readonly names: PackedText;
  private readonly starts = new GrowableUint32(64);
  private readonly ends = new GrowableUint32(64);

  constructor(names: PackedText) {
    this.names = names;
  }

  add(item: number, start: number): void {
    this.items.push(item);
    this.starts.push(start);
    this.ends.push(this.names.start[item + 1] as number);
  }

  slices(): Slices {
    return { bytes: this.names.bytes, start: this.starts.view(), end: this.ends.view() };
  }

  /** Where in the bytes of its name the entry starts. */
  offsetOf(entry: number): number {
    return this.starts.at(entry) - (this.names.start[this.items.at(entry)] as number);
  }
}

interface SortedEntries {
  readonly entries: Entries;
  /** The entries by text. */
  readonly sorted: Uint32Array;
}

const findEntries = (names: PackedText): SortedEntries => {
  const entries = new Entries(names);
  for (let item = 0; item + 1 < names.start.length; item += 1)
    forEachStart(names, item, (start) => entries.add(item, start));
  return { entries, sorted: orderSlices(entries.slices()) };
};

const packCompletions = (
  names: PackedText,
  weights: Float64Array,
  { entries, sorted }: SortedEntries,
): Completions => {
  const lengths = Uint8Array.from(weights, (_, item) => countUnits(names, item));
  const order = orderItems(weights, lengths);
  const entryItem = sorted.map((entry) => entries.items.at(entry));
  return {
    names,
    lengths,
    weights: weights.some((weight) => weight !== NO_WEIGHT) ? weights : new Float64Array(0),
    order,
    entryItem,
    entryOffset: Uint16Array.from(sorted, (entry) => entries.offsetOf(entry)),
    minima: findMinima(entryItem.map((item) => order[item] as number)),
  };
};

/** Every unit has one byte that does not continue another. */
const countUnits = ({ bytes, start }: PackedText, item: number): number => {
  let units = 0;
  const end = start[item + 1] as number;
  for (let at = start[item] as number; at < end; at += 1)
    if (((bytes[at] as number) & 0xc0) !== 0x80) units += 1;
  return units;
};

const GAP = 0x20;

/** Visits the starts of the words of a name, as `wordStarts` finds them, in bytes. */
const forEachStart = (names: PackedText, item: number, visit: (start: number) => void): void => {
  const { bytes } = names;
  const from = names.start[item] as number;
  const end = names.start[item + 1] as number;
  for (let at = from; at < end; at += 1) {
    if ((bytes[at] as number) < 0x80) continue;
    const name = textAt(names, item);
    for (const start of wordStarts(name)) visit(from + encodeUnits(name.slice(0, start)).length);
    return;
  }
  // Of ASCII there are only letters, digits and spaces.
  let left = STARTS_MAX;
  for (let at = from; at < end && left > 0; at += 1) {
    if (bytes[at] === GAP || (at > from && bytes[at - 1] !== GAP)) continue;
    visit(at);
    left -= 1;
  }
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
