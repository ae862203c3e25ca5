// A block of a list index that is being changed: its slots, the size of its texts, and the changes in the slots of
// each term.

import { randomBytes } from 'node:crypto';
import { parseStored } from '../sql/stored-json.ts';
import { type BlockSlots, decodeSlots, noSlots, removeSlot } from './block-slots.ts';
import type { ListKey } from './list-entries.ts';
import {
  type BlockRow,
  type EntryRow,
  type ShortEntryRow,
  SLOT_WORDS,
  type TermRow,
} from './list-index-rows.ts';

const OWN_NAME = randomBytes(9).toString('base64url');
let namesMade = 0;

/** Never made before: a name drawn for this thread, and a number. */
export const makeName = (): string => {
  namesMade += 1;
  return `${OWN_NAME}${namesMade.toString(36)}`;
};

export const bytesOf = (text: string): number => Buffer.byteLength(text);

export interface OpenBlock {
  readonly block: string;
  readonly from: ListKey;
  readonly slots: BlockSlots;
  bytes: number;
  /** Slots or texts have changed, not only terms. */
  isRestamped: boolean;
  /** What changes in the words of each term. */
  readonly terms: Map<string, Float64Array>;
  /** Terms that lost a slot. */
  readonly lost: Set<string>;
}

export const newBlock = (from: ListKey): OpenBlock => ({
  block: makeName(),
  from,
  slots: noSlots(),
  bytes: 0,
  isRestamped: false,
  terms: new Map(),
  lost: new Set(),
});

export const openBlock = ({ block, from_id, from_locale, slots, bytes }: BlockRow): OpenBlock => ({
  block,
  from: { id: from_id, locale: from_locale },
  slots: decodeSlots(slots),
  bytes,
  isRestamped: false,
  terms: new Map(),
  lost: new Set(),
});

export const countTerms = (entries: readonly ShortEntryRow[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { terms } of entries) {
    for (const term of parseStored<string[]>(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
};

export const removeEntry = (open: OpenBlock, { slot, terms, text }: Omit<EntryRow, 'block'>): void => {
  removeSlot(open.slots, slot);
  open.isRestamped = true;
  open.bytes -= bytesOf(text);
  for (const term of parseStored<string[]>(terms)) dropTerm(open, term, slot);
};

export const addTerm = (open: OpenBlock, term: string, slot: number): void => changeTerm(open, term, slot, 1);

export const dropTerm = (open: OpenBlock, term: string, slot: number): void => {
  changeTerm(open, term, slot, -1);
  open.lost.add(term);
};

const changeTerm = ({ terms }: OpenBlock, term: string, slot: number, sign: 1 | -1): void => {
  let words = terms.get(term);
  if (words === undefined) {
    words = new Float64Array(SLOT_WORDS.length);
    terms.set(term, words);
  }
  words[slot >>> 5] = (words[slot >>> 5] ?? 0) + sign * 2 ** (slot & 31);
};

export const termRow = (term: string, block: string, words: Float64Array): TermRow => {
  const row: Record<string, string | number> = { term, block };
  for (const [word, name] of SLOT_WORDS.entries()) row[name] = words[word] ?? 0;
  return row as unknown as TermRow;
};
