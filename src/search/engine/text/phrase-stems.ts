// Resolves synonym phrases to the stem ids of each text index. Looked up once per phrase and dictionary, since
// neither changes, and cached while they live. Live document counts are read with every query.

import type { AnalysedSets, Phrase, WordPhrases } from '../../synonyms.ts';
import { spend } from '../budget/work-budget.ts';
import { LONG_PHRASE, MATCHED_PHRASE, nextPostings, RESOLVED_PHRASE, SEEK } from '../budget/work-costs.ts';
import { type Dictionary, findWord } from '../packing/dictionary.ts';
import { seek } from './seek.ts';
import type { TextIndex } from './text-index.ts';

/** The ids of a phrase's stems, -1 for an unknown one; empty if all are unknown. */
type StemIds = readonly number[];

const UNKNOWN: StemIds = [];

const tables = new WeakMap<Dictionary, WeakMap<AnalysedSets, StemIds[]>>();

/** By phrase number. */
const tableOf = ({ stems }: TextIndex, sets: AnalysedSets): StemIds[] => {
  let bySets = tables.get(stems);
  if (bySets === undefined) {
    bySets = new WeakMap();
    tables.set(stems, bySets);
  }
  let table = bySets.get(sets);
  if (table === undefined) {
    table = [];
    bySets.set(sets, table);
  }
  return table;
};

const lookUp = ({ stems }: TextIndex, phrase: Phrase): StemIds => {
  const ids = phrase.stems.map((stem) => findWord(stems, stem));
  return ids.every((id) => id === -1) ? UNKNOWN : ids;
};

interface ResolvedPhrases {
  /** By text index: the phrases whose stems it all has, the rarest stem of each first. */
  readonly lists: readonly (readonly (readonly number[])[])[];
  /** By text index: whether its first phrase is made of the word's own compound parts. */
  readonly hasParts: readonly boolean[];
  /** An upper bound of the documents that hold one of the phrases but not the word itself. */
  readonly documents: number;
}

/**
 * Keeps the phrases whose stems are all known, in each text index that has all of them. A document with a compound
 * also has its parts, so only documents beyond the `exact` ones are counted for them. Other spellings count only if
 * no document has the word itself.
 */
export const resolvePhrases = (
  { phrases, isCompound, spellings }: WordPhrases,
  sets: AnalysedSets | undefined,
  texts: readonly TextIndex[],
  exact: number,
): ResolvedPhrases => {
  const lists: (readonly number[])[][] = texts.map(() => []);
  const hasParts: boolean[] = texts.map(() => false);
  const known = sets === undefined ? undefined : texts.map((index) => tableOf(index, sets));
  const ids: StemIds[] = new Array(texts.length);
  let documents = 0;
  for (let at = 0; at < phrases.length; at += 1) {
    const phrase = phrases[at] as Phrase;
    spend(MATCHED_PHRASE * texts.length);
    for (let place = 0; place < texts.length; place += 1)
      ids[place] = idsIn(texts[place] as TextIndex, known?.[place], phrase);
    const held = leastHeld(phrase, texts, ids);
    if (held === 0) continue;
    if (phrase.stems.length > 1) spend(LONG_PHRASE * texts.length);
    if (exact === 0 || at < phrases.length - spellings)
      documents += Math.max(0, isCompound && at === 0 ? held - exact : held);
    for (let place = 0; place < texts.length; place += 1) {
      const own = byRarity(texts[place] as TextIndex, ids[place] as StemIds);
      if (own === undefined) continue;
      lists[place]?.push(own);
      if (isCompound && at === 0) hasParts[place] = true;
    }
  }
  return { lists, hasParts, documents };
};

const idsIn = (index: TextIndex, table: StemIds[] | undefined, phrase: Phrase): StemIds => {
  const isKept = table !== undefined && phrase.number !== -1;
  const known = isKept ? table[phrase.number] : undefined;
  if (known !== undefined) return known;
  spend(RESOLVED_PHRASE * phrase.stems.length);
  const ids = lookUp(index, phrase);
  if (isKept) {
    // No holes: V8 reads sparse arrays slowly.
    while (table.length < phrase.number) table.push(undefined as unknown as StemIds);
    table[phrase.number] = ids;
  }
  return ids;
};

/** The number of documents, over all text indexes, that hold the rarest stem. */
const leastHeld = (phrase: Phrase, texts: readonly TextIndex[], ids: readonly StemIds[]): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let part = 0; part < phrase.stems.length && least > 0; part += 1) {
    let held = 0;
    for (let place = 0; place < texts.length; place += 1)
      held += documentsOf(texts[place] as TextIndex, ids[place]?.[part] ?? -1);
    least = Math.min(least, held);
  }
  return least;
};

/**
 * The rarest stem leads: its list is scanned, and the others are sought in. Undefined if the text index lacks a live
 * one.
 */
const byRarity = (index: TextIndex, ids: StemIds): StemIds | undefined => {
  if (ids.length === 0) return undefined;
  for (const id of ids) if (documentsOf(index, id) === 0) return undefined;
  return ids.length === 1 ? ids : ids.toSorted((a, b) => documentsOf(index, a) - documentsOf(index, b));
};

export const documentsOf = ({ stemDocuments }: TextIndex, stem: number): number =>
  stem === -1 ? 0 : (stemDocuments[stem] as number);

/** Whether some live document holds every word of one of the phrases. */
export const holdsAnyPhrase = (
  texts: readonly TextIndex[],
  lists: readonly { readonly synonyms: readonly (readonly number[])[] }[],
): boolean =>
  lists.some(({ synonyms }, place) =>
    synonyms.some((phrase) => holdsPhrase(texts[place] as TextIndex, phrase)),
  );

const holdsPhrase = (index: TextIndex, phrase: readonly number[]): boolean => {
  const { postingStart, postingItem, classes } = index;
  const [lead = -1, ...rest] = phrase;
  // A phrase of one stem is known to have a live document.
  if (rest.length === 0) return true;
  spend(LONG_PHRASE);
  const places = rest.map((stem) => postingStart[stem] as number);
  const end = postingStart[lead + 1] as number;
  let paidTo = postingStart[lead] as number;
  for (let posting = paidTo; posting < end; posting += 1) {
    if (posting === paidTo) {
      paidTo = nextPostings(posting, end);
      spend(SEEK * rest.length * (paidTo - posting));
    }
    const item = postingItem[posting] as number;
    if (classes[item] === 0) continue;
    const holdsAll = rest.every((stem, other) => {
      const stop = postingStart[stem + 1] as number;
      const at = seek(postingItem, places[other] as number, stop, item);
      places[other] = at;
      return at < stop && postingItem[at] === item;
    });
    if (holdsAll) return true;
  }
  return false;
};
