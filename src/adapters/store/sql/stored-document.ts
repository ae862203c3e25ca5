// A document as it is stored. Parsed at most once, and only if anybody asks for its value.

import { parseStored } from './stored-json.ts';

export class StoredDocument {
  readonly doc: string;
  #value: Readonly<Record<string, unknown>> | undefined;

  constructor(doc: string) {
    this.doc = doc;
  }

  /** Without `kind`, which the table tells. */
  get value(): Readonly<Record<string, unknown>> {
    this.#value ??= parseStored<Readonly<Record<string, unknown>>>(this.doc);
    return this.#value;
  }
}
