// Synonyms in a query, including the parts of compounds: the phrases that may replace each of its words. Shared by
// every engine. Sets are analysed once; a query reads only those that it matches.

import type { SynonymSet } from '../domain/search/catalog.ts';
import { buildAnalyzer, type Token } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';
import { spend } from './engine/budget/work-budget.ts';
import { ANALYSED_PHRASE, LOOKUP, MATCHED_PHRASE, QUERY_CHARACTER } from './engine/budget/work-costs.ts';

/** Words that are all required together. */
export interface Phrase {
  readonly stems: readonly string[];
  /** Its index among all phrases of its language's sets; -1 if it is in no set. */
  readonly number: number;
}

/** The phrases that may replace a word, without duplicates. */
export interface WordPhrases {
  readonly phrases: readonly Phrase[];
  /** Whether the first phrase is made of the word's own compound parts, which occur wherever the word does. */
  readonly isCompound: boolean;
  /**
   * How many phrases at the end are only other spellings: they do not change the rarity of a word that occurs itself.
   */
  readonly spellings: number;
}

export const NO_PHRASES: WordPhrases = { phrases: [], isCompound: false, spellings: 0 };

/**
 * For each word of the query, the phrases that may replace it: the parts of a compound, and the other phrases of
 * every synonym set of the language in which some phrase covers that word. The number of query words does not change.
 * Empty if there are neither sets nor compounds.
 */
export const synonymPhrases = (
  words: readonly Token[],
  language: string,
  sets: AnalysedSets | undefined,
): readonly WordPhrases[] => {
  const compounds = compoundPhrases(words, language, sets);
  if (sets === undefined) return compounds;
  let perWord: PhraseList[] | undefined;
  for (let start = 0; start < words.length; start += 1) {
    for (const length of sets.lengthsFrom((words[start] as Token).stem)) {
      const phrase = sets.find(words, start, length);
      if (phrase === undefined) continue;
      perWord ??= words.map((_, place) => new PhraseList(compounds[place]));
      for (let place = start; place < start + length; place += 1) perWord[place]?.addOthers(phrase);
    }
  }
  return perWord ?? compounds;
};

/** A phrase and the sets that contain it. */
interface SetPhrase extends Phrase {
  readonly sets: PhraseSet[];
  /** The number of phrases in these sets. */
  reach: number;
}

interface PhraseSet {
  /** Distinct. */
  readonly phrases: SetPhrase[];
  /** Phrases given more than once: they are synonyms of themselves. */
  readonly repeated: Set<SetPhrase>;
}

/** Collects the phrases of one word. */
class PhraseList implements WordPhrases {
  readonly phrases: Phrase[];
  readonly isCompound: boolean;
  readonly spellings = 0;
  private seen: Set<Phrase> | undefined;

  constructor(compound: WordPhrases | undefined) {
    this.phrases = compound === undefined ? [] : [...compound.phrases];
    this.isCompound = compound?.isCompound === true;
  }

  /** Adds the other phrases of every set that contains the phrase. */
  addOthers(phrase: SetPhrase): void {
    for (const { phrases, repeated } of phrase.sets) {
      spend(MATCHED_PHRASE * phrases.length);
      // One set has no duplicates.
      if (this.phrases.length > 0) this.seen ??= new Set(this.phrases);
      for (const other of phrases) {
        if ((other === phrase && !repeated.has(phrase)) || this.seen?.has(other) === true) continue;
        this.phrases.push(other);
        this.seen?.add(other);
      }
    }
  }
}

/** A single part is not a synonym: Hauptstadt is not any Stadt. */
const compoundPhrases = (
  words: readonly Token[],
  language: string,
  sets: AnalysedSets | undefined,
): readonly WordPhrases[] => {
  const analyzer = buildAnalyzer(language);
  if (!analyzer.hasParts) return NO_COMPOUNDS;
  const parts = words.map(({ surface }) => analyzer.partsOf(surface));
  if (!parts.some(isSeveral)) return NO_COMPOUNDS;
  return parts.map((own) => {
    if (!isSeveral(own)) return NO_PHRASES;
    const stems = own.map((part) => analyzer.stemWord(part));
    return { phrases: [sets?.findStems(stems) ?? { stems, number: -1 }], isCompound: true, spellings: 0 };
  });
};

const NO_COMPOUNDS: readonly never[] = [];

const isSeveral = (parts: readonly string[]): boolean => parts.length > 1;

/** The synonym sets of one language, each phrase as its stems. */
export class AnalysedSets {
  private readonly language: string;
  private readonly given: readonly SynonymSet[];
  /** How far the given sets have been analysed: a set, and a phrase in it. */
  private setsDone = 0;
  private wordsDone = 0;
  private current: PhraseSet = { phrases: [], repeated: new Set() };
  /** By the stems of the phrase. */
  private readonly phrases = new Map<string, SetPhrase>();
  /** By first stem, the lengths of the phrases that start with it. */
  private readonly lengths = new Map<string, number[]>();

  /** The largest number of phrases that one phrase leads to. */
  private widest = 0;

  constructor(given: readonly SynonymSet[], language: string) {
    this.given = given;
    this.language = language;
  }

  get setsLeft(): number {
    return this.given.length - this.setsDone;
  }

  /** The approximate number of phrases for the words of a text, without finding which. */
  estimateMatches(text: string, words: number): number {
    if (words * this.widest < FEW_PHRASES) return words * this.widest;
    const read = buildAnalyzer(this.language).analyzeQuery(text);
    let met = 0;
    for (let start = 0; start < read.length; start += 1) {
      for (const length of this.lengthsFrom((read[start] as Token).stem)) {
        const phrase = this.find(read, start, length);
        if (phrase !== undefined) met += length * phrase.reach;
      }
    }
    return met;
  }

  /** Analyses the rest. If the budget runs out, the next query continues from there. */
  complete(): this {
    const { given, language } = this;
    for (; this.setsDone < given.length; this.setsDone += 1) {
      const { locale, words } = given[this.setsDone] as SynonymSet;
      spend(LOOKUP);
      if (locale !== null && languageOf(locale) !== language) continue;
      for (; this.wordsDone < words.length; this.wordsDone += 1) {
        const text = words[this.wordsDone] as string;
        spend(ANALYSED_PHRASE + QUERY_CHARACTER * text.length);
        this.add(buildAnalyzer(language).analyzeQuery(text));
      }
      for (const phrase of this.current.phrases) {
        phrase.reach += this.current.phrases.length;
        this.widest = Math.max(this.widest, phrase.reach);
      }
      this.wordsDone = 0;
      this.current = { phrases: [], repeated: new Set() };
    }
    return this;
  }

  /** The distinct lengths of the phrases that start with the stem. */
  lengthsFrom(stem: string): readonly number[] {
    return this.lengths.get(stem) ?? NO_LENGTHS;
  }

  /** The phrase of that length at `start` of the query. */
  find(words: readonly Token[], start: number, length: number): SetPhrase | undefined {
    if (start + length > words.length) return undefined;
    if (length === 1) return this.phrases.get((words[start] as Token).stem);
    return this.findStems(words.slice(start, start + length).map(({ stem }) => stem));
  }

  findStems(stems: readonly string[]): SetPhrase | undefined {
    return this.phrases.get(stems.join(' '));
  }

  private add(words: readonly Token[]): void {
    const [first] = words;
    if (first === undefined) return;
    const stems = words.map(({ stem }) => stem);
    const key = stems.join(' ');
    let phrase = this.phrases.get(key);
    if (phrase === undefined) {
      phrase = { stems, number: this.phrases.size, sets: [], reach: 0 };
      this.phrases.set(key, phrase);
      const lengths = this.lengths.get(first.stem);
      if (lengths === undefined) this.lengths.set(first.stem, [stems.length]);
      else if (!lengths.includes(stems.length)) lengths.push(stems.length);
    }
    if (phrase.sets.at(-1) === this.current) {
      this.current.repeated.add(phrase);
    } else {
      phrase.sets.push(this.current);
      this.current.phrases.push(phrase);
    }
  }
}

const NO_LENGTHS: readonly number[] = [];

/** Below this, no better estimate is needed. */
const FEW_PHRASES = 512;

/** Sets change rarely and every query needs them: each list is analysed once per language. */
const known = new WeakMap<readonly SynonymSet[], Map<string, AnalysedSets>>();

/** The sets of the language; undefined if there are none at all. */
export const analyseSets = (synonyms: readonly SynonymSet[], language: string): AnalysedSets | undefined =>
  synonyms.length === 0 ? undefined : knownSets(synonyms, language).complete();

/** The same, as far as they are analysed. */
export const knownSets = (synonyms: readonly SynonymSet[], language: string): AnalysedSets => {
  let byLanguage = known.get(synonyms);
  if (byLanguage === undefined) {
    byLanguage = new Map();
    known.set(synonyms, byLanguage);
  }
  let sets = byLanguage.get(language);
  if (sets === undefined) {
    sets = new AnalysedSets(synonyms, language);
    byLanguage.set(language, sets);
  }
  return sets;
};
