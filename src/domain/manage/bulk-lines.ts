// What a bulk request asks of the outside: its bytes as lines that were understood, and a place for results that nobody
// has read yet. Neither of them knows a store.

import type { WorkspaceScope } from '../access/scope.ts';
import type { BulkStep } from './managed-resource.ts';

/** Who sends a bulk request, and what they want of it. */
export interface BulkSender extends WorkspaceScope {
  readonly isOperator: boolean;
  /** Whether a line may have the key of an earlier one, and take its place. */
  readonly allowsDuplicates?: boolean;
}

export type BulkAction = 'write' | 'delete';

/**
 * Carries out a bulk request: its bytes in, its results out as lines, in pieces. The work begins with the first look at the
 * results and goes on however slowly they are read.
 */
export type RunBulk = (
  action: BulkAction,
  sender: BulkSender,
  body: AsyncIterable<Uint8Array>,
) => AsyncIterable<string>;

export interface BulkLine {
  /** Blank lines are counted too. */
  readonly number: number;
  /** Characters of the line, roughly what it takes to hold it. */
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
  /** Whether it was meant to say where the lines after it belong. */
  readonly isScope: boolean;
  /** Nothing after it can be read. */
  readonly isEnd: boolean;
}

/** Lines come one by one, as fast as they are taken; others get their turn between them. */
export interface BulkReader {
  /** Lines of a bundle. One with the key of an earlier line is a fault, unless duplicates are allowed. */
  readWrites(
    input: AsyncIterable<Uint8Array>,
    sender: Pick<BulkSender, 'tenantId' | 'workspaceId' | 'allowsDuplicates'>,
  ): AsyncIterable<BulkLine>;
  /** Lines of a kind and a key each, or whole lines of a bundle. */
  readDeletes(input: AsyncIterable<Uint8Array>): AsyncIterable<BulkLine>;
}

/** Texts in the order they were appended, for one reader. Whoever appends never waits for him; memory stays bounded. */
export interface TextSpool {
  append(text: string): Promise<void>;
  /** Nothing more comes. With a cause, the reader gets it after everything else. */
  end(cause?: unknown): void;
  /** Waits for more until the end. */
  read(): AsyncIterable<string>;
  close(): Promise<void>;
}
