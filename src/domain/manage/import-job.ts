// An import of another system's files by the management interface: its formats, where its objects go, and the port that runs it.

import type { WorkspaceScope } from '../access/scope.ts';

/** Whether what a format writes belongs to a catalog. */
export const importFormats = {
  'shopify-csv': { needsCatalog: true },
  wxr: { needsCatalog: true },
  contentful: { needsCatalog: false },
  products: { needsCatalog: true },
  content: { needsCatalog: true },
  forms: { needsCatalog: false },
} as const;

export type ImportFormat = keyof typeof importFormats;

/** Where the objects go, and what the files may leave open. */
export interface ImportTarget {
  readonly catalogId: string | undefined;
  /** Where published records are published to. */
  readonly environmentIds: readonly string[];
  /** The locale of texts that do not name theirs. */
  readonly locale: string;
  /** Whether somebody asked for that locale: then it wins over a locale that a file names for all its texts. */
  readonly isLocaleGiven?: boolean;
  /** The currency of prices that do not name theirs. */
  readonly currency: string;
  /** How ids begin that a format makes from numbers; otherwise it chooses. */
  readonly idPrefix?: string | undefined;
  /** How such ids began in an earlier import of the same source. Pruning replaces them. */
  readonly oldIdPrefix?: string | undefined;
}

export interface ImportOptions {
  /** Import the good objects even if others are bad. */
  readonly keepGoing: boolean;
  /** Report what would happen, and undo it. */
  readonly isDryRun: boolean;
  /** Delete what the files no longer have. */
  readonly prunes: boolean;
}

export interface ImportJob extends ImportOptions {
  readonly format: ImportFormat;
  readonly scope: WorkspaceScope;
  readonly target: ImportTarget;
  /** The operator may keep others from writing for as long as it takes. */
  readonly isOperator: boolean;
}

/** A body of `multipart/form-data`: the files, and a mapping. */
export interface Upload {
  readonly boundary: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Aborts when the client disconnects: nobody wants the result any more. */
  readonly gone: AbortSignal;
}

/** What arrived. */
export interface UploadedFiles {
  /** At least one, each where it can be read, under the name that the client gave it. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
  /** The text of the mapping, if there is one. */
  readonly mapping: string | undefined;
}

export interface ReceivedUpload extends UploadedFiles {
  /** Removes the files. */
  close(): Promise<void>;
}

/** Throws a `Failure` if it is not a form with files, or too large. */
export type ReceiveUpload = (upload: Pick<Upload, 'boundary' | 'bytes'>) => Promise<ReceivedUpload>;

/**
 * Lines of JSON: how far it is, and at the end what was done. The work starts when they are first read, and is undone if nobody
 * reads them any more. Throws before the first line if the upload is bad.
 */
export type RunImport = (job: ImportJob, upload: Upload) => AsyncIterable<string>;
