// Writes with large bodies run in another thread, from parsing the body to the JSON of the response. What they compute, the code that
// they run for the first time, and the garbage of it delay nobody there.

import type { PlainCaller } from '../access/caller.ts';
import type { LargeJson } from '../text/large-json.ts';

type Values = Readonly<Record<string, unknown>>;

/** A write as data. */
export interface WriteRequest {
  /** The name of the operation. */
  readonly operation: string;
  readonly caller: PlainCaller;
  /** Validated. */
  readonly head: { readonly params: Values; readonly query: Values; readonly headers: Values };
  /** JSON that nobody has read yet. Whoever runs it may take its memory. */
  readonly body: Uint8Array;
}

export interface WriteResult {
  /** Short in a string (`json-bytes.ts`). */
  readonly json: string | LargeJson;
  /** What the response says beside its body. */
  readonly head: {
    readonly status: 200 | 201 | 202;
    readonly location: string | undefined;
    readonly entityTag: string | undefined;
  };
}

export interface LargeWrites {
  /**
   * Undefined: there is no such thread, and the write has to run in this one. Resolves when it is committed and reads of this process show
   * it. Rejects with the failure of the write, with `outcomeUnknown` if it was interrupted, or with `serviceBusy` if it had not begun.
   */
  run(request: WriteRequest): Promise<WriteResult> | undefined;
}
