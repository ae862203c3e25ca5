// Results that are already JSON. They are sent as they are, without being parsed or serialized again.

import type { SuccessHead } from '../contract/success-head.ts';
import { fromJsonBytes } from '../domain/text/json-bytes.ts';
import type { LargeJson } from '../domain/text/large-json.ts';

export class JsonText {
  /** UTF-8, one character per byte. */
  readonly bytes: string;
  /** Of a write: nobody can ask the JSON for it. */
  readonly head: SuccessHead | undefined;

  constructor(bytes: string, head?: SuccessHead) {
    this.bytes = bytes;
    this.head = head;
  }

  /** The value, for code that has to inspect it. */
  parse(): unknown {
    return fromJsonBytes(this.bytes);
  }
}

/** A long one. It is sent once: its memory is free afterwards. */
export class LargeJsonResult {
  readonly json: LargeJson;
  /** As above. */
  readonly head: SuccessHead | undefined;

  constructor(json: LargeJson, head?: SuccessHead) {
    this.json = json;
    this.head = head;
  }
}

/** What another thread returned. */
export const readyJson = (json: string | LargeJson, head?: SuccessHead): JsonText | LargeJsonResult =>
  typeof json === 'string' ? new JsonText(json, head) : new LargeJsonResult(json, head);
