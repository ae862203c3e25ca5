// What is written to the index.

/** One document. */
export interface SearchDocument {
  readonly locale: string;
  /** Its body as JSON, without `place`, `live` and `version`, which the writer adds. Written once, since much is made of it. */
  readonly json: string;
}

/** Words of documents as they are written, see `TextDocument`. */
export interface LanguageWords {
  readonly language: string;
  readonly surfaces: ReadonlySet<string>;
}

/** How many words a document has, see `TextDocument`. */
export type DocumentLength = readonly [locale: string, length: number];

export const toDocument = (locale: string, body: Readonly<Record<string, unknown>>): SearchDocument => ({
  locale,
  json: JSON.stringify(body),
});

/** An object of a catalog as its documents, one for each locale, and the words that the dictionary needs. */
export interface IndexedObject {
  /** The product id, or the key of the content item, see `sortableText`. */
  readonly id: string;
  readonly kind: 'product' | 'content';
  readonly documents: readonly SearchDocument[];
  /** What the dictionary must have. */
  readonly words: readonly LanguageWords[];
}

/** What an object that the store does not have any more is written as. */
export const deletedObject = (kind: IndexedObject['kind'], id: string): IndexedObject => ({
  id,
  kind,
  documents: [],
  words: [],
});
