// What the thread that answers and a thread that does a bulk request say to each other. Each side sends the next piece only
// when it is asked for one, so neither can be flooded.

import type { BulkAction, BulkSender } from '../../domain/bulk-lines.ts';
import { Failure, type FailureName } from '../../domain/failures.ts';

export interface BulkThreadRequest {
  readonly dataDir: string;
  readonly action: BulkAction;
  readonly sender: BulkSender;
}

export type ToBulkThread =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  /** The rest of the request will not come. */
  | { readonly kind: 'broken'; readonly failure: PlainFailure }
  | { readonly kind: 'read' }
  /** Nobody reads the results any more. */
  | { readonly kind: 'stop' };

export type FromBulkThread =
  | { readonly kind: 'read' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end' };

/** A failure as it passes between threads: a class does not. */
export interface PlainFailure {
  readonly status: number;
  readonly name: FailureName;
  readonly message: string;
  readonly code: string | undefined;
}

export const toPlain = ({ status, name, message, code }: Failure): PlainFailure => ({
  status,
  name,
  message,
  code,
});

export const fromPlain = ({ status, name, message, code }: PlainFailure): Failure =>
  new Failure(status, name, message, code === undefined ? {} : { code });
