// Results that are already JSON. They are sent as they are, without being parsed or serialized again.

import { fromJsonBytes } from '../domain/text/json-bytes.ts';
import type { LargeJson } from '../domain/text/large-json.ts';

export class JsonText {
  /** UTF-8, one character per byte. */
  readonly bytes: string;

  constructor(bytes: string) {
    this.bytes = bytes;
  }

  /** The value, for code that has to inspect it. */
  parse(): unknown {
    return fromJsonBytes(this.bytes);
  }
}

/** A long one. It is sent once: its memory is free afterwards. */
export class LargeJsonResult {
  readonly json: LargeJson;

  constructor(json: LargeJson) {
    this.json = json;
  }
}
