// The word of a collection that a misspelt one most likely stands for.

import { foldText } from '../../../domain/text/fold-text.ts';
import { allowedEdits, mayMissFirst } from '../../analysis/edit-distance.ts';
import { findString, stringAt } from '../packing/packed-strings.ts';
import { findNearWords } from './near-words.ts';
import type { TextIndex } from './text-index.ts';

/**
 * The word that most texts have among those fewest edits away; ties go to the first by code units. The word without its diacritics comes
 * before any edit, as in matching. Undefined if none is near enough.
 */
export const nearestWord = (surface: string, texts: readonly TextIndex[]): string | undefined => {
  const unaccented = foldText(surface);
  if (unaccented !== surface && texts.some((index) => documentsOf(index, unaccented) > 0)) return unaccented;
  const edits = allowedEdits(surface);
  for (let most = 1; most <= edits; most += 1) {
    const found = mostFrequent(surface, texts, most, true);
    if (found !== undefined) return found;
  }
  return edits > 0 && mayMissFirst(surface) ? mostFrequent(surface, texts, 1, false) : undefined;
};

const documentsOf = ({ surfaces, surfaceDocuments }: TextIndex, surface: string): number => {
  const at = findString(surfaces, surface);
  return at === -1 ? 0 : (surfaceDocuments[at] as number);
};

const mostFrequent = (
  surface: string,
  texts: readonly TextIndex[],
  edits: number,
  keepsFirst: boolean,
): string | undefined => {
  const documents = new Map<string, number>();
  for (const index of texts) {
    for (const near of findNearWords(index.surfaces, surface, edits, keepsFirst)) {
      const holding = index.surfaceDocuments[near] as number;
      if (holding === 0) continue;
      const word = stringAt(index.surfaces, near);
      documents.set(word, (documents.get(word) ?? 0) + holding);
    }
  }
  let best: string | undefined;
  let most = 0;
  for (const [word, holding] of documents) {
    if (holding > most || (holding === most && (best === undefined || word < best))) {
      best = word;
      most = holding;
    }
  }
  return best;
};
