// The words of a collection that a misspelt one may stand for.

import { foldText } from '../../../domain/text/fold-text.ts';
import { allowedEdits, mayMissFirst } from '../../analysis/edit-distance.ts';
import { findWord } from '../packing/dictionary.ts';
import { stringAt } from '../packing/packed-strings.ts';
import { findNearWords } from './near-words.ts';
import type { TextIndex } from './text-index.ts';

/**
 * Likeliest first: the word without its diacritics, as in matching, then by fewest edits, then by how many texts have the word; ties
 * in the order of code units. Words with another first letter come only if there is no other.
 */
export function* nearestWords(surface: string, texts: readonly TextIndex[]): Generator<string> {
  const given = new Set<string>();
  const unaccented = foldText(surface);
  if (unaccented !== surface && texts.some((index) => documentsOf(index, unaccented) > 0)) {
    given.add(unaccented);
    yield unaccented;
  }
  const edits = allowedEdits(surface);
  for (let most = 1; most <= edits; most += 1) {
    for (const word of byFrequency(surface, texts, most, true)) {
      if (given.has(word)) continue;
      given.add(word);
      yield word;
    }
  }
  if (given.size === 0 && edits > 0 && mayMissFirst(surface)) yield* byFrequency(surface, texts, 1, false);
}

const documentsOf = ({ surfaces, surfaceDocuments }: TextIndex, surface: string): number => {
  const at = findWord(surfaces, surface);
  return at === -1 ? 0 : (surfaceDocuments[at] as number);
};

const byFrequency = (
  surface: string,
  texts: readonly TextIndex[],
  edits: number,
  keepsFirst: boolean,
): string[] => {
  const documents = new Map<string, number>();
  for (const index of texts) {
    for (const near of findNearWords(index, surface, edits, keepsFirst)) {
      const holding = index.surfaceDocuments[near] as number;
      if (holding === 0) continue;
      const word = stringAt(index.surfaces, near);
      documents.set(word, (documents.get(word) ?? 0) + holding);
    }
  }
  return [...documents]
    .sort(([a, holdingA], [b, holdingB]) => holdingB - holdingA || (a < b ? -1 : 1))
    .map(([word]) => word);
};
