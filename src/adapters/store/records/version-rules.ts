// Checks versions of bundle lines: their values against the model, and their numbers against existing versions. Models are
// cached for the rest of the transaction.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { versionNeverChanges } from '../../../domain/failures/data-failures.ts';
import { invalidValues, misfitsOf } from '../../../domain/failures/field-failures.ts';
import { countedTogether } from '../../../domain/failures/first-hundred.ts';
import { BundleFault, type VersionRole } from '../../../domain/manage/bundle-store.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import { checkTexts } from '../../../domain/models/field-values.ts';
import { loadComponents } from '../../../domain/models/load-components.ts';
import { sentTexts } from '../../../domain/models/record-text.ts';
import { refusedErrors } from '../../../domain/models/value-errors.ts';
import type { ComponentModels } from '../../../domain/models/value-shapes.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import { readDocument, toContentModel } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareModelQueries } from '../sql/model-queries.ts';
import type { KnownRecords } from './known-records.ts';
import { prepareRecordQueries } from './record-queries.ts';
import { findMissingRelations } from './record-relations.ts';
import { UniqueIndex } from './unique-index.ts';
import type { UniqueValues } from './unique-values.ts';

/** `append`: a version must be the next one of its record. `restore`: old versions may be written again. */
export type VersionMode = 'append' | 'restore';

export interface VersionRules {
  /** Throws `BundleFault` unless the version may be written. Returns what to do once it is. */
  check(scope: WorkspaceScope, version: BundleLine<'version'>, role: VersionRole): Promise<() => void>;
  /** Throws `BundleFault` for a second record of a model that has one record only. */
  checkRecord(scope: WorkspaceScope, record: BundleLine<'record'>): Promise<void>;
  /** Clears the cache. Call it after a model was written or anything was deleted. */
  forget(): void;
}

type Version = BundleLine<'version'>;

/** What the transaction has written, also what is not in the database yet. */
export interface Written {
  readonly records: KnownRecords;
  /** The document of a version with the id of this one. */
  findDocument(scope: WorkspaceScope, version: Version): Promise<string | undefined>;
  /** Afterwards all of it is in the database. */
  flush(): Promise<void>;
}

type Queries = ReturnType<typeof prepareQueries>;

interface KnownModel {
  readonly model: ContentModel;
  readonly components: ComponentModels;
}

const NOTHING_TO_DO = (): void => {};

/** Prepared once per store; `begin` is for one transaction. */
export const buildVersionRules = (
  db: Db,
  unique: UniqueValues,
): { begin(tx: Db, feed: FeedWriter, mode: VersionMode, written: Written): VersionRules } => {
  const queries = prepareQueries(db);
  return {
    begin: (tx, feed, mode, written) => {
      const flushLists = async (): Promise<void> => {
        await written.flush();
        await feed.records.flush();
      };
      return new RulesOfTransaction(queries, tx, mode, written, new UniqueIndex(tx, flushLists, unique));
    },
  };
};

class RulesOfTransaction implements VersionRules {
  readonly #queries: Queries;
  readonly #tx: Db;
  readonly #mode: VersionMode;
  readonly #models = new Map<string, Promise<KnownModel | undefined>>();
  readonly #written: Written;
  readonly #unique: UniqueIndex;

  constructor(queries: Queries, tx: Db, mode: VersionMode, written: Written, unique: UniqueIndex) {
    this.#queries = queries;
    this.#tx = tx;
    this.#mode = mode;
    this.#written = written;
    this.#unique = unique;
  }

  forget(): void {
    this.#models.clear();
    this.#unique.forget();
  }

  async check(scope: WorkspaceScope, version: Version, role: VersionRole): Promise<() => void> {
    const { record_id: recordId, number } = version;
    const stored = await this.#written.findDocument(scope, version);
    if (stored === canonicalJsonWithout(version, 'kind')) return NOTHING_TO_DO;
    const newest = await this.#written.records.findLatest(scope, recordId);
    const isNewest = number >= newest;
    if (this.#mode === 'append') assertAppends(version, stored !== undefined, newest);
    if (role === 'as-is') return NOTHING_TO_DO;
    if (role === 'history' && !(await this.#isPublished(scope, version))) return NOTHING_TO_DO;
    return this.#checkValues(scope, version, role === 'latest' && isNewest);
  }

  async checkRecord(scope: WorkspaceScope, { id, model }: BundleLine<'record'>): Promise<void> {
    const stored = await this.#written.records.findModel(scope, id);
    if (stored !== undefined) {
      if (stored === model) return;
      throw new BundleFault(
        `model: the record is of ${JSON.stringify(stored)} and cannot become one of another model`,
        'model',
      );
    }
    const known = await this.#modelOf(scope, model);
    if (known?.model.type !== 'single') return;
    await this.#written.flush();
    const { tenantId, workspaceId } = scope;
    if ((await this.#queries.recordOfModel.first(this.#tx, { tenantId, workspaceId, model })) !== undefined) {
      throw new BundleFault(`model: ${JSON.stringify(model)} takes one record only and has it`, 'model');
    }
  }

  async #isPublished({ tenantId, workspaceId }: WorkspaceScope, version: Version): Promise<boolean> {
    const { id: versionId, record_id: recordId } = version;
    const asked = { tenantId, workspaceId, recordId, versionId };
    await this.#written.flush();
    return (await this.#queries.publishedLocales.first(this.#tx, asked)) !== undefined;
  }

  async #checkValues(scope: WorkspaceScope, version: Version, isLatest: boolean): Promise<() => void> {
    const { records } = this.#written;
    const id = version.record_id;
    const name = await records.findModel(scope, id);
    const known = name === undefined ? undefined : await this.#modelOf(scope, name);
    // A version without any text has nothing to check.
    if (known === undefined || Object.keys(version.localized).length === 0) return NOTHING_TO_DO;
    const { model, components } = known;
    const self = { id, model: model.internalName };
    const check = await checkTexts(model, components, sentTexts(version.localized), unbudgeted());
    const errors = countedTogether(
      check.errors,
      refusedErrors({
        relations: await findMissingRelations((ids) => records.findModels(scope, ids), check.relations, self),
        taken: isLatest ? await this.#unique.findTaken(scope, model, id, check.unique) : [],
      }),
    );
    if (errors.count > 0) throw new BundleFault(misfitsOf(errors), '', invalidValues(errors));
    return isLatest ? () => this.#unique.keep(scope, model, id, check.unique) : NOTHING_TO_DO;
  }

  #modelOf(scope: WorkspaceScope, name: string): Promise<KnownModel | undefined> {
    const { tenantId, workspaceId } = scope;
    const key = JSON.stringify([tenantId, workspaceId, name]);
    const known = this.#models.get(key) ?? this.#readModel(scope, name);
    this.#models.set(key, known);
    return known;
  }

  async #readModel({ tenantId, workspaceId }: WorkspaceScope, name: string): Promise<KnownModel | undefined> {
    const row = await this.#queries.models.byName.first(this.#tx, { tenantId, workspaceId, name });
    if (row === undefined) return undefined;
    const model = toContentModel(readDocument<'content_model'>(row.doc));
    const findById = async (id: string) => {
      const found = await this.#queries.models.byId.first(this.#tx, { tenantId, workspaceId, id });
      return found && toContentModel(readDocument<'content_model'>(found.doc));
    };
    return { model, components: await loadComponents(findById, model) };
  }
}

const assertAppends = ({ number }: Version, exists: boolean, latest: number): void => {
  if (exists) {
    const failure = versionNeverChanges();
    throw new BundleFault(failure.message, 'id', failure);
  }
  if (number <= latest) {
    throw new BundleFault(
      `number: must be above ${latest}, the number of the record's latest version; only an import brings history back`,
      'number',
    );
  }
};

const prepareQueries = (db: Db) => ({ ...prepareRecordQueries(db), models: prepareModelQueries(db) });
