// What is written to the index.

/** One document: its id in the index, and its body without `place`, `live` and `version`, which the writer adds. */
export interface SearchDocument {
  readonly locale: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An object of a catalog as its documents, one for each locale, and the words that the dictionary needs. */
export interface IndexedObject {
  /** The product id, or the key of the content item, see `sortableText`. */
  readonly id: string;
  readonly kind: 'product' | 'content';
  readonly documents: readonly SearchDocument[];
  /** See `surfaceWord`: what the dictionary must have. */
  readonly words: ReadonlySet<string>;
}

/** What an object that the store does not have any more is written as. */
export const deletedObject = (kind: IndexedObject['kind'], id: string): IndexedObject => ({
  id,
  kind,
  documents: [],
  words: new Set(),
});
