// A result that is already JSON. It is sent as it is, without being parsed or serialized again.

import { fromJsonBytes } from '../domain/text/json-bytes.ts';

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
