// The words of a search term as the documents of a catalog have them, language by language.

import type { MatchRule } from '../../../search/matching.ts';
import type { MatchKind } from '../../../search/ranking.ts';
import type { SearchQuery } from './opened-catalog.ts';

/** Stems that all stand together for a word. */
export interface WordWay {
  readonly kind: MatchKind;
  /** Documents match if they have all stems of one of these. */
  readonly phrases: readonly (readonly string[])[];
  /** A word of the index with the weight of all of them, in documents that have them as they were typed. Only of the kind `prefix`. */
  readonly prefix?: string;
  /** Finds documents with further ones, which are too many to be listed. Only of the kind `prefix`. */
  readonly others?: SearchQuery;
}

export interface ResolvedWord {
  readonly surface: string;
  readonly stem: string;
  /** Best first. Empty: no document has the word. */
  readonly ways: readonly WordWay[];
  /** The stems that stand for the word in a phrase. */
  readonly alone: ReadonlySet<string>;
  /** An upper bound of the matching documents. */
  readonly documents: number;
  /** The word's weight in the query. */
  readonly repeated: number;
  /** Whether the first of its synonyms are the parts of the compound that it is itself: these do not count beside it. */
  readonly hasParts: boolean;
  /** Whether some document has it, or what stands for it, without a correction. */
  readonly isKnown: boolean;
  /** Whether it was taken for words near it. */
  readonly isCorrected: boolean;
}

export interface ResolvedLanguage {
  readonly language: string;
  /** Of the locale chain, in its order: these documents are searched in this language. */
  readonly locales: readonly string[];
  readonly words: readonly ResolvedWord[];
  /** Of the language. */
  readonly statistics: { readonly documents: number; readonly totalLength: number };
  readonly written: number;
  readonly dropped: number;
}

export interface ResolvedTerm {
  readonly text: string;
  readonly languages: readonly ResolvedLanguage[];
  /** Whether the strict rule found too few. */
  readonly isRelaxed: boolean;
}

/** `productRule` or `contentRule`. */
export type RuleOf = (
  asked: { readonly words: { readonly length: number }; readonly written: number; readonly dropped: number },
  documents: number,
  isRelaxed: boolean,
) => MatchRule;
