// Words of scripts without spaces: Han as characters and pairs, kana and South-East Asian scripts by dictionary. A
// pair of Han characters in a query is found wherever the two are adjacent in a document, however either text was
// segmented. Not here: readings, script conversion, compound splitting.
import { classOf, HAN } from './char-class.ts';

// The dictionaries depend on the script, not the locale, so one segmenter serves all languages; the locale is fixed
// only so that the process default does not matter.
let segmenter: Intl.Segmenter | undefined;

function segmentsOf(run: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return segmenter.segment(run);
}

/** Everything that a run of a document can be found by. A run of Han alone needs no segmenter. */
export function segmentDocumentRun(run: string, onlyHan: boolean, words: string[]): void {
  if (onlyHan) {
    pushCharactersAndPairs(run, words);
    return;
  }
  for (const part of hanParts(run)) pushCharactersAndPairs(part, words);
  for (const { segment } of segmentsOf(run)) {
    if (hanParts(segment).length === 0) words.push(segment);
  }
}

/**
 * The words that a run of a query asks for. The segmenter only chooses among what every document is indexed by: one
 * character, one pair, or the pairs of a longer word. Kana attached to Han in one word is inflection (食べる, 食べた) and
 * is dropped.
 */
export function segmentQueryRun(run: string, words: string[]): void {
  for (const { segment } of segmentsOf(run)) {
    const parts = hanParts(segment);
    if (parts.length === 0) words.push(segment);
    for (const part of parts) pushPairs(part, words);
  }
}

function hanParts(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (classOf(character.codePointAt(0) ?? 0) === HAN) {
      part += character;
    } else if (part !== '') {
      parts.push(part);
      part = '';
    }
  }
  if (part !== '') parts.push(part);
  return parts;
}

function pushCharactersAndPairs(han: string, words: string[]): void {
  let previous = '';
  for (const character of han) {
    words.push(character);
    if (previous !== '') words.push(previous + character);
    previous = character;
  }
}

function pushPairs(han: string, words: string[]): void {
  const characters = [...han];
  if (characters.length === 1) words.push(han);
  for (let at = 1; at < characters.length; at += 1) {
    words.push(`${characters[at - 1]}${characters[at]}`);
  }
}
