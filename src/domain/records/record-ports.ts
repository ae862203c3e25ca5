// What the record operations need from a store. Writes are one transaction each, committed before they resolve, and are
// bound to a workspace; what a storefront sees is only to be had from a reader bound to an environment.

import type { Scope, WorkspaceScope } from '../access/scope.ts';
import type { Dependent } from '../failures/failures.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { ContentModel } from '../models/content-model.ts';
import type { UsedRecord } from '../models/model-use.ts';
import type { IdempotencyKey } from '../ports.ts';
import type {
  ContentRecord,
  PlacedVersion,
  RecordVersion,
  Relation,
  ShownRecord,
  UniqueValue,
} from './record.ts';
import type { RecordQuery } from './record-query.ts';

/** A version before it has its number. */
export type NewVersion = Omit<RecordVersion, 'number'>;

export interface VersionWrite {
  readonly version: NewVersion;
  /** Every relation of the version; each must lead to a record that stands when the version is written. */
  readonly relations: readonly Relation[];
  readonly unique?: readonly UniqueValue[];
  readonly idempotency: IdempotencyKey | undefined;
  readonly now: string;
}

export type RecordWriteResult =
  | { readonly kind: 'done' | 'replayed'; readonly version: RecordVersion }
  | { readonly kind: 'key-reused' }
  /** The record's or the version's id is taken. */
  | { readonly kind: 'exists' }
  /** The model takes one record only, and has it. */
  | { readonly kind: 'single-exists' }
  | ({ readonly kind: 'refused' } & RefusedValues);

/** What is wrong with values because of what stands. */
export interface RefusedValues {
  /** They lead to no record, or to one of another model. */
  readonly relations: readonly Relation[];
  /** Another record holds these values already. */
  readonly taken: readonly UniqueValue[];
}

export type VersionWriteResult =
  | Exclude<RecordWriteResult, { readonly kind: 'single-exists' }>
  | { readonly kind: 'no-record' }
  /** The base is no version of the record, or not any more; nothing was written. */
  | { readonly kind: 'no-base'; readonly latest: RecordVersion }
  /** Another version was saved since the base; nothing was written. */
  | { readonly kind: 'changed'; readonly base: RecordVersion; readonly latest: RecordVersion };

export type RemoveResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  /** `dependents` are the first hundred of `count`. */
  | { readonly kind: 'needed'; readonly dependents: readonly Dependent[]; readonly count: number };

export interface RecordStore {
  /** Every model of the workspace, in no promised order. */
  listContentModels(workspace: WorkspaceScope, budget?: RequestBudget): Promise<readonly ContentModel[]>;
  findRecord(workspace: WorkspaceScope, model: string, recordId: string): Promise<ContentRecord | undefined>;
  /** What of the values would be refused if the record were written now. */
  findRefusedValues(
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model: string },
    values: Pick<VersionWrite, 'relations' | 'unique'>,
  ): Promise<RefusedValues>;
  /** The record and its version 1. Throws `contentModelNotFound` when the model is gone. */
  createRecord(
    workspace: WorkspaceScope,
    record: ContentRecord,
    write: VersionWrite & { readonly isSingle: boolean },
  ): Promise<RecordWriteResult>;
  /** The next version, if `baseVersionId` is the record's latest. */
  saveVersion(
    workspace: WorkspaceScope,
    write: VersionWrite & { readonly model: string; readonly baseVersionId: string },
  ): Promise<VersionWriteResult>;
  /** Newest first. */
  listVersions(
    workspace: WorkspaceScope,
    recordId: string,
    page: { readonly skip: number; readonly limit: number },
    budget?: RequestBudget,
  ): Promise<{ readonly total: number; readonly items: readonly PlacedVersion[] }>;
  findVersion(
    workspace: WorkspaceScope,
    recordId: string,
    versionId: string,
  ): Promise<PlacedVersion | undefined>;
  /** Needed while it is published somewhere, or the only one of its record. */
  removeVersion(workspace: WorkspaceScope, recordId: string, versionId: string): Promise<RemoveResult>;
  /**
   * The record with its versions. Needed by each environment in which it is published, unless `cascade` unpublishes it, and
   * always by other records whose latest or published version relates to it.
   */
  removeRecord(
    workspace: WorkspaceScope,
    model: string,
    recordId: string,
    options: { readonly cascade: boolean; readonly now: string },
  ): Promise<RemoveResult>;
}

/** Which state of records is read: what is published in the environment, or the latest version of each, published or not. */
export type RecordView = 'published' | 'latest';

export interface PageSearch {
  readonly model: string;
  readonly view: RecordView;
  /** Of locales, see `locale.ts`. */
  readonly chain: readonly string[];
  readonly page: { readonly skip: number; readonly limit: number };
}

/** Reads records as one environment shows them, in steps of bounded size; others go on between two of them. */
export interface RecordReader {
  /** Every record of the model in batches, in the order of ids; no transaction is held between two of them. */
  readRecords(model: string, view: RecordView, budget?: RequestBudget): AsyncIterable<ShownRecord[]>;
  /** The ids of a page in their order, and the exact total. Undefined: not to be told without going through all records. */
  findPage(
    query: RecordQuery,
    search: PageSearch,
    budget?: RequestBudget,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number } | undefined>;
  /**
   * Ids of the records that have the slug in any version and locale, shown or not, in order: whether one is shown under it is to be
   * seen from the record. The slug as it is compared, see `page-slug.ts`.
   */
  readSlugHolders(slug: string, budget?: RequestBudget): AsyncIterable<string>;
  /** Those of the asked records that are shown, of whatever model: all at once, unless they are long. */
  findRecords(recordIds: readonly string[], view: RecordView, budget?: RequestBudget): Promise<ShownRecord[]>;
}

export interface RecordReads extends RecordReader {
  /**
   * Runs the work over a reader all of whose reads are of one state of the workspace, whatever is committed meanwhile. The work
   * may be run several times; what it gives the last time counts.
   */
  atOnce<T>(work: (reader: RecordReader) => Promise<T>): Promise<T>;
}

export type RecordsIn = (scope: Scope) => RecordReads;

/** What of the data counts when its model is about to change. */
export interface ModelTexts {
  /**
   * Every record of the model in batches, with the texts of its latest version and of each that is published anywhere.
   * No transaction is held between two batches, and no batch is long.
   */
  readUsedRecords(
    workspace: WorkspaceScope,
    model: string,
    budget?: RequestBudget,
  ): AsyncIterable<UsedRecord[]>;
}
