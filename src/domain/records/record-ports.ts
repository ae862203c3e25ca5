// The ports of record operations. Each write is one transaction in one workspace, committed before it resolves. Published
// records are only available from a reader that is bound to an environment.

import type { Scope, WorkspaceScope } from '../access/scope.ts';
import type { Dependent } from '../failures/failures.ts';
import type { RequestBudget } from '../limits/request-budget.ts';
import type { ContentModel } from '../models/content-model.ts';
import type { UsedRecord } from '../models/model-use.ts';
import type { RefusedValues, Relation, UniqueValue } from '../models/value-errors.ts';
import type { IdempotencyKey } from './publication.ts';
import type { ContentRecord, PlacedVersion, RecordVersion, ShownRecord } from './record.ts';
import type { RecordQuery } from './record-query.ts';

/** A version before it has its number. */
export type NewVersion = Omit<RecordVersion, 'number'>;

export interface VersionWrite {
  readonly version: NewVersion;
  /** Every relation of the version. The related records must exist when the version is written. */
  readonly relations: readonly Relation[];
  readonly unique?: readonly UniqueValue[];
  readonly idempotency: IdempotencyKey | undefined;
  readonly now: string;
}

export type RecordWriteResult =
  | { readonly kind: 'done' | 'replayed'; readonly version: RecordVersion }
  | { readonly kind: 'key-reused' }
  /** A record or version with this id exists. */
  | { readonly kind: 'exists' }
  /** The model allows only one record, and has it. */
  | { readonly kind: 'single-exists' }
  | ({ readonly kind: 'refused' } & RefusedValues);

export type VersionWriteResult =
  | Exclude<RecordWriteResult, { readonly kind: 'single-exists' }>
  | { readonly kind: 'no-record' }
  /** The base is not a version of the record, or was deleted. Nothing was written. */
  | { readonly kind: 'no-base'; readonly latest: RecordVersion }
  /** Another version was saved after the base. Nothing was written. */
  | { readonly kind: 'changed'; readonly base: RecordVersion; readonly latest: RecordVersion };

export type RemoveResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'absent' }
  /** `dependents` are the first hundred of `count`. */
  | { readonly kind: 'needed'; readonly dependents: readonly Dependent[]; readonly count: number };

export interface RecordStore {
  /** Every model of the workspace, in any order. */
  listContentModels(workspace: WorkspaceScope, budget?: RequestBudget): Promise<readonly ContentModel[]>;
  findRecord(workspace: WorkspaceScope, model: string, recordId: string): Promise<ContentRecord | undefined>;
  /** The values that would be rejected if the record were written now. */
  findRefusedValues(
    workspace: WorkspaceScope,
    record: { readonly id: string; readonly model: string },
    values: Pick<VersionWrite, 'relations' | 'unique'>,
  ): Promise<RefusedValues>;
  /** Creates the record and its version 1. Throws `contentModelNotFound` if the model was deleted. */
  createRecord(
    workspace: WorkspaceScope,
    record: ContentRecord,
    write: VersionWrite & { readonly isSingle: boolean },
  ): Promise<RecordWriteResult>;
  /** Saves the next version if `baseVersionId` is the latest. */
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
  /** The result is `needed` if it is published anywhere or is the only version of its record. */
  removeVersion(workspace: WorkspaceScope, recordId: string, versionId: string): Promise<RemoveResult>;
  /**
   * Deletes the record and its versions. The result is `needed` if it is published anywhere (unless `cascade` unpublishes it),
   * or if the latest or a published version of another record relates to it.
   */
  removeRecord(
    workspace: WorkspaceScope,
    model: string,
    recordId: string,
    options: { readonly cascade: boolean; readonly now: string },
  ): Promise<RemoveResult>;
}

/** Which versions to read: those published in the environment, or the latest of each record, published or not. */
export type RecordView = 'published' | 'latest';

export interface PageSearch {
  readonly model: string;
  readonly view: RecordView;
  /** The locale chain, see `locale.ts`. */
  readonly chain: readonly string[];
  readonly page: { readonly skip: number; readonly limit: number };
}

/** Reads the records of one environment in bounded steps, and yields to other requests in between. */
export interface RecordReader {
  /** Every record of the model in id order, in batches. No transaction is held between batches. */
  readRecords(model: string, view: RecordView, budget?: RequestBudget): AsyncIterable<ShownRecord[]>;
  /** The ids of a page in their order, and the exact total. Undefined: not to be told without going through all records. */
  findPage(
    query: RecordQuery,
    search: PageSearch,
    budget?: RequestBudget,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number } | undefined>;
  /**
   * Ids of the records that have the slug in any version and locale, in order. Callers must check whether a record is visible
   * under it. The slug must be normalized, see `page-slug.ts`.
   */
  readSlugHolders(slug: string, budget?: RequestBudget): AsyncIterable<string>;
  /** The requested records that are visible, of any model, in one read unless they are long. */
  findRecords(recordIds: readonly string[], view: RecordView, budget?: RequestBudget): Promise<ShownRecord[]>;
}

export interface RecordReads extends RecordReader {
  /**
   * Runs `work` with a reader that sees one state of the workspace, whatever is committed meanwhile. `work` may run several
   * times; only its last result is used. It may have to wait for other requests of the workspace.
   */
  atOnce<T>(
    work: (reader: RecordReader) => Promise<T>,
    budget?: Pick<RequestBudget, 'releasePermit'>,
  ): Promise<T>;
}

export type RecordsIn = (scope: Scope) => RecordReads;

/** The texts that matter when a model is about to change. */
export interface ModelTexts {
  /**
   * Every record of the model, with the texts of its latest version and of each published version, in short batches.
   * No transaction is held between batches.
   */
  readUsedRecords(
    workspace: WorkspaceScope,
    model: string,
    budget?: RequestBudget,
  ): AsyncIterable<UsedRecord[]>;
}
