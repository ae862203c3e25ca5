// The ports of a bulk request: a reader that turns bytes into parsed lines, and a spool for results that the client has not
// read yet. Neither knows a store.

import type { WorkspaceScope } from '../access/scope.ts';
import type { BulkStep } from './managed-resource.ts';

/** Who sends a bulk request, and with which options. */
export interface BulkSender extends WorkspaceScope {
  readonly isOperator: boolean;
  /** Whether a line may repeat the key of an earlier line and replace it. */
  readonly allowsDuplicates?: boolean;
}

export type BulkAction = 'write' | 'delete';

/**
 * Runs a bulk request: bytes in, result lines out, in chunks. The work starts when the results are first read, and continues
 * however slowly they are read. If it has to wait for its turn, it does not begin at all once `gone` aborts.
 */
export type RunBulk = (
  action: BulkAction,
  sender: BulkSender,
  body: AsyncIterable<Uint8Array>,
  gone?: AbortSignal,
) => AsyncIterable<string>;

export interface BulkLine {
  /** Line number; blank lines count too. */
  readonly number: number;
  /** Characters of the line, as an estimate of its memory. */
  readonly size: number;
  readonly content:
    | { readonly kind: 'step'; readonly step: BulkStep }
    | { readonly kind: 'scope'; readonly scope: WorkspaceScope }
    | LineFault;
}

export interface LineFault {
  readonly kind: 'fault';
  readonly message: string;
  readonly code: string;
  /** Whether it is a scope line. */
  readonly isScope: boolean;
  /** Whether nothing after it can be read. */
  readonly isEnd: boolean;
}

/** Reads line by line on demand, and yields to other requests in between. */
export interface BulkReader {
  /** Lines of a bundle. A line that repeats an earlier key is a fault, unless duplicates are allowed. */
  readWrites(
    input: AsyncIterable<Uint8Array>,
    sender: Pick<BulkSender, 'tenantId' | 'workspaceId' | 'allowsDuplicates'>,
  ): AsyncIterable<BulkLine>;
  /** Lines with a kind and a key, or complete bundle lines. */
  readDeletes(input: AsyncIterable<Uint8Array>): AsyncIterable<BulkLine>;
}

/** A queue of texts with one reader. Appending never waits for the reader, and memory stays bounded. */
export interface TextSpool {
  append(text: string): Promise<void>;
  /** Ends the queue. The reader gets `cause`, if given, after everything else. */
  end(cause?: unknown): void;
  /** Reads until the end, waiting for more. */
  read(): AsyncIterable<string>;
  close(): Promise<void>;
}
