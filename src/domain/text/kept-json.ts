// An object of a large request, kept as JSON. One text costs the garbage collector next to nothing; the objects that it describes are
// copied again and again for as long as they are in use (Decision 0133).

import { parseJson } from './parse-json.ts';

export class KeptJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

/**
 * Returns what keeps objects with such members. The members of what is kept can be read as before. Each reading parses all of it: whoever
 * needs several members parses `json` instead.
 */
export const buildKeeper = (names: readonly string[]): ((value: unknown) => KeptJson) => {
  class Kept extends KeptJson {}
  for (const name of names)
    Object.defineProperty(Kept.prototype, name, {
      get(this: Kept) {
        return (parseJson(this.json) as Readonly<Record<string, unknown>>)[name];
      },
    });
  return (value) => new Kept(JSON.stringify(value));
};
