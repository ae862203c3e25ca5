// A Bloom-like filter over blocks of texts: the hashed set of the trigrams (three bytes) of each block tells whether
// the block can contain a substring. It may keep a block in vain but never drops one that matches. Substrings below
// three bytes cannot use it.

import { spend } from '../budget/work-budget.ts';
import { CHECKED_BLOCK } from '../budget/work-costs.ts';
import type { PackedText } from '../packing/packed-texts.ts';
import { forEachContaining } from './text-scan.ts';

export interface TrigramFilter {
  /** The first text of each block, and the end of the last one. Empty if there is no filter. */
  readonly blockStart: Uint32Array;
  /** The bitsets of all blocks, concatenated. */
  readonly bits: Uint32Array;
}

const PIECE_BYTES = 3;
/** About two bits per byte: a bitset stays half empty, and each trigram rules out half of the blocks. */
const BLOCK_BYTES = 2_048;
const BLOCK_BITS_LOG = 12;
const BLOCK_WORDS = (1 << BLOCK_BITS_LOG) / 32;

export const NO_GRAMS: TrigramFilter = { blockStart: new Uint32Array(0), bits: new Uint32Array(0) };

export const packGrams = (texts: PackedText, bytesMin: number): TrigramFilter => {
  const { bytes, start } = texts;
  const count = start.length - 1;
  if (count === 0 || bytes.length < bytesMin) return NO_GRAMS;
  const starts: number[] = [];
  for (let text = 0, from = 0; text < count; text += 1) {
    if (starts.length > 0 && (start[text + 1] as number) - from <= BLOCK_BYTES) continue;
    starts.push(text);
    from = start[text] as number;
  }
  const bits = new Uint32Array(starts.length * BLOCK_WORDS);
  const blockStart = Uint32Array.from([...starts, count]);
  for (let block = 0; block < starts.length; block += 1) {
    const first = block * BLOCK_WORDS;
    for (let text = blockStart[block] as number; text < (blockStart[block + 1] as number); text += 1) {
      const from = start[text] as number;
      const end = start[text + 1] as number;
      let bytesSoFar = ((bytes[from] as number) << 8) | ((bytes[from + 1] as number) << 16);
      for (let at = from + PIECE_BYTES - 1; at < end; at += 1) {
        bytesSoFar = (bytesSoFar >>> 8) | ((bytes[at] as number) << 16);
        const piece = hashPiece(bytesSoFar);
        const word = first + (piece >>> 5);
        bits[word] = (bits[word] as number) | (1 << (piece & 31));
      }
    }
  }
  return { blockStart, bits };
};

/** Blocks tested between two checks of the budget. */
const CHECKED_PER_STEP = 4_096;

/** As `forEachContaining`, but skips the blocks that cannot contain the substring. */
export const forEachFiltered = (
  texts: PackedText,
  { blockStart, bits }: TrigramFilter,
  substring: Uint8Array,
  visit: (index: number) => void,
): void => {
  const pieces = Math.max(0, substring.length - PIECE_BYTES + 1);
  if (blockStart.length === 0 || pieces === 0) {
    forEachContaining(texts, substring, visit);
    return;
  }
  const wanted = Uint32Array.from({ length: pieces }, (_, at) => pieceAt(substring, at));
  const blocks = blockStart.length - 1;
  let paidTo = 0;
  for (let block = 0; block < blocks; block += 1) {
    if (block >= paidTo) {
      spend(CHECKED_BLOCK * Math.min(CHECKED_PER_STEP, blocks - block));
      paidTo = block + CHECKED_PER_STEP;
    }
    if (!mayHold(bits, block, wanted)) continue;
    const first = block;
    // Scan adjacent blocks in one go.
    while (block + 1 < blocks && mayHold(bits, block + 1, wanted)) block += 1;
    forEachContaining(texts, substring, visit, blockStart[first], blockStart[block + 1]);
  }
};

const mayHold = (bits: Uint32Array, block: number, wanted: Uint32Array): boolean => {
  const first = block * BLOCK_WORDS;
  for (const piece of wanted) {
    if ((((bits[first + (piece >>> 5)] as number) >>> (piece & 31)) & 1) === 0) return false;
  }
  return true;
};

const pieceAt = (bytes: Uint8Array, at: number): number =>
  hashPiece((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16));

const hashPiece = (piece: number): number => Math.imul(piece, 0x9e37_79b1) >>> (32 - BLOCK_BITS_LOG);
