// Synonyms in a query, the parts of compounds among them: which other phrases may stand for which of its words. Shared by every
// engine. Sets are analysed once; a query looks at those alone that it meets.

import type { SynonymSet } from '../domain/search/catalog.ts';
import { buildAnalyzer, type Token } from './analysis/analyze.ts';
import { languageOf } from './analysis/languages.ts';
import { spend } from './engine/budget/work-budget.ts';
import { ANALYSED_PHRASE, LOOKUP, MATCHED_PHRASE, QUERY_CHARACTER } from './engine/budget/work-costs.ts';

/** Words that stand together for one thing, all of them wanted. */
export interface Phrase {
  readonly stems: readonly string[];
  /** Its place among all phrases of the sets of its language; -1 for one that stands in no set. */
  readonly number: number;
}

/** The other phrases that may stand for a word, none of them twice. */
export interface WordPhrases {
  readonly phrases: readonly Phrase[];
  /** Whether the first of them are the word's own parts: wherever the word stands, they stand too. */
  readonly isCompound: boolean;
  /** How many of the last ones are but other ways to write the word: they say nothing of how rare it is, where it stands at all. */
  readonly spellings: number;
}

export const NO_PHRASES: WordPhrases = { phrases: [], isCompound: false, spellings: 0 };

/**
 * For each word of the query, the phrases that may stand for it: the parts of a compound, and the other phrases of every synonym
 * set of the language one of whose phrases covers that word. The number of query words stays. Empty where there are neither
 * sets nor compounds.
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

/** A phrase with the sets in which it stands. */
interface SetPhrase extends Phrase {
  readonly sets: PhraseSet[];
  /** How many phrases these have. */
  reach: number;
}

interface PhraseSet {
  /** Each once. */
  readonly phrases: SetPhrase[];
  /** Those that were given more than once: they stand for themselves too. */
  readonly repeated: Set<SetPhrase>;
}

/** What may stand for one word, as it is gathered. */
class PhraseList implements WordPhrases {
  readonly phrases: Phrase[];
  readonly isCompound: boolean;
  readonly spellings = 0;
  private seen: Set<Phrase> | undefined;

  constructor(compound: WordPhrases | undefined) {
    this.phrases = compound === undefined ? [] : [...compound.phrases];
    this.isCompound = compound?.isCompound === true;
  }

  /** Adds the other phrases of every set that holds the phrase. */
  addOthers(phrase: SetPhrase): void {
    for (const { phrases, repeated } of phrase.sets) {
      spend(MATCHED_PHRASE * phrases.length);
      // Within one set nothing stands twice.
      if (this.phrases.length > 0) this.seen ??= new Set(this.phrases);
      for (const other of phrases) {
        if ((other === phrase && !repeated.has(phrase)) || this.seen?.has(other) === true) continue;
        this.phrases.push(other);
        this.seen?.add(other);
      }
    }
  }
}

/** A lone part is no other way to say the word: Hauptstadt is not any Stadt. */
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
  /** How far the given sets have been analysed: a set, and a phrase of it. */
  private setsDone = 0;
  private wordsDone = 0;
  private current: PhraseSet = { phrases: [], repeated: new Set() };
  /** By the stems of the phrase. */
  private readonly phrases = new Map<string, SetPhrase>();
  /** How many stems the phrases have that begin with a stem. */
  private readonly lengths = new Map<string, number[]>();

  /** How many phrases the sets of one phrase have together, at most. */
  private widest = 0;

  constructor(given: readonly SynonymSet[], language: string) {
    this.given = given;
    this.language = language;
  }

  /** How many sets are left to analyse. */
  get setsLeft(): number {
    return this.given.length - this.setsDone;
  }

  /** About how many phrases can stand for the words of a text, without finding out which. */
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

  /** Analyses what is left to analyse. Who runs out of budget on the way leaves to the next query what was done. */
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

  /** How many stems the phrases have that begin with the stem, each number once. */
  lengthsFrom(stem: string): readonly number[] {
    return this.lengths.get(stem) ?? NO_LENGTHS;
  }

  /** The phrase of so many words that stands in the query at `start`. */
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

/** So many phrases are not worth finding out more about. */
const FEW_PHRASES = 512;

/** Sets change seldom and are asked for with every query: each list of them is analysed once per language. */
const known = new WeakMap<readonly SynonymSet[], Map<string, AnalysedSets>>();

/** The sets of the language; undefined where there are none at all. */
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
