// Which stretches of many texts can hold a text at all: of each stretch, the set of its three-byte pieces, hashed.
// A stretch may be named in vain, but none that holds the text is ever left out. Short texts are beyond it.

import { spend } from '../budget/work-budget.ts';
import { JUDGED_BLOCK } from '../budget/work-costs.ts';
import type { PackedText } from './column-text.ts';
import { forEachContaining } from './text-scan.ts';

export interface TrigramFilter {
  /** The text with which each stretch begins; one more entry ends the last. Empty where there are no sets. */
  readonly blockStart: Uint32Array;
  /** The sets one after another. */
  readonly bits: Uint32Array;
}

const PIECE_BYTES = 3;
/** About two bits a byte: half of a set stays empty, and each piece of a text rules out half of the stretches. */
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

/** So many stretches are judged between two looks at the budget. */
const JUDGED_AT_ONCE = 4_096;

/** As `forEachContaining`, but stretches that cannot hold the needle are not looked at. */
export const forEachHolding = (
  texts: PackedText,
  { blockStart, bits }: TrigramFilter,
  needle: Uint8Array,
  visit: (index: number) => void,
): void => {
  const pieces = Math.max(0, needle.length - PIECE_BYTES + 1);
  if (blockStart.length === 0 || pieces === 0) {
    forEachContaining(texts, needle, visit);
    return;
  }
  const wanted = Uint32Array.from({ length: pieces }, (_, at) => pieceAt(needle, at));
  const blocks = blockStart.length - 1;
  let paidTo = 0;
  for (let block = 0; block < blocks; block += 1) {
    if (block >= paidTo) {
      spend(JUDGED_BLOCK * Math.min(JUDGED_AT_ONCE, blocks - block));
      paidTo = block + JUDGED_AT_ONCE;
    }
    if (!mayHold(bits, block, wanted)) continue;
    const first = block;
    // Neighbours are looked through in one go.
    while (block + 1 < blocks && mayHold(bits, block + 1, wanted)) block += 1;
    forEachContaining(texts, needle, visit, blockStart[first], blockStart[block + 1]);
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
