// A format of another system: it turns files into objects of a bundle. It checks what only the format knows; the bundle's own schemas
// check the objects.

import type { BundleKind, BundleLine } from '../../contract/bundle.ts';
import type { ImportTarget } from '../../domain/manage/import-job.ts';

/** A file as text. It can be opened several times, so that a format may read it in more than one pass. */
export interface SourceFile {
  readonly name: string;
  /** Valid Unicode without a byte-order mark, in chunks of any length. */
  open(): AsyncIterable<string>;
}

export type SourceTarget = ImportTarget;

/** Where something is in the files. */
export interface SourcePlace {
  /** The name of the file, if there are several. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  /** The name of a column or a path within the entry, such as `Variant Price` or `fields.title`. */
  readonly column?: string;
}

export type SourceEntry = SourceObject | SourceFault | SourceSkip;

/** A bundle line without its scope, not checked yet. */
export interface SourceObject extends SourcePlace {
  readonly object: Readonly<Record<string, unknown>> & { readonly kind: BundleKind };
}

export interface SourceFault extends SourcePlace {
  /** What is wrong and what to do. It ends without a full stop and does not repeat the place. */
  readonly fault: string;
  /** The text that is wrong, shortened when it is shown. */
  readonly value?: string;
  /** Whether nothing after it can be read. */
  readonly isEnd?: boolean;
}

/** What is left out on purpose, such as drafts. */
export interface SourceSkip extends SourcePlace {
  readonly skipped: string;
  /** Set if a record stays published as it is: what is published is not in the files. */
  readonly recordId?: string;
}

/** What the files speak for: pruning leaves everything else alone, except products. It may be asked when all was read. */
export interface SourceReach {
  readonly reach: {
    readonly isOwnItem?: (item: BundleLine<'content_item'>) => boolean;
    /** Why nothing must be imported if the catalog has this item. */
    readonly refusalOf?: (item: BundleLine<'content_item'>) => string | undefined;
    readonly isOwnForm?: (form: BundleLine<'form'>) => boolean;
    readonly isOwnModel?: (model: BundleLine<'content_model'>) => boolean;
    /** The record of such a version is its own too. */
    readonly isOwnVersion?: (version: BundleLine<'version'>) => boolean;
  };
}

export interface SourceFormat {
  readonly name: string;
  /** Reads in constant memory. Bad input becomes faults; only failures of the machine are thrown. */
  read(files: readonly SourceFile[], target: SourceTarget): AsyncIterable<SourceEntry | SourceReach>;
}
