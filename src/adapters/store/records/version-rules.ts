// Versions that come in as lines, held against what the workspace says of them: their values against the model, their
// numbers against the versions that stand. What was read of models is remembered for the rest of the transaction.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { misfitsOf, versionNeverChanges } from '../../../domain/failures/data-failures.ts';
import { type FieldError, invalidValues } from '../../../domain/failures/failures.ts';
import { BundleFault, type VersionRole } from '../../../domain/manage/bundle-store.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import { checkTexts } from '../../../domain/models/field-values.ts';
import { loadComponents } from '../../../domain/models/load-components.ts';
import { refusedErrors } from '../../../domain/models/value-errors.ts';
import type { ComponentModels } from '../../../domain/models/value-shapes.ts';
import { sentTexts } from '../../../domain/records/record-text.ts';
import { unbudgeted } from '../../../runtime/yield-to-event-loop.ts';
import type { FeedWriter } from '../feed/change-feed.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import { readDocument, toContentModel } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import { published } from './publication-rows.ts';
import { findMissingRelations } from './record-relations.ts';
import { UniqueIndex } from './unique-index.ts';
import type { UniqueValues } from './unique-values.ts';

/** `append`: versions are only ever added, the next of their record. `restore`: history may be brought back as it was. */
export type VersionMode = 'append' | 'restore';

export interface VersionRules {
  /** Throws `BundleFault` unless the version may be written. Gives what has to be done once it is. */
  hold(scope: WorkspaceScope, version: BundleLine<'version'>, role: VersionRole): Promise<() => void>;
  /** Throws `BundleFault` for a second record of a model that takes one only. */
  holdRecord(scope: WorkspaceScope, record: BundleLine<'record'>): Promise<void>;
  /** To be called when a model was written, or something deleted. */
  forget(): void;
}

type Version = BundleLine<'version'>;
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
): { begin(tx: Db, feed: FeedWriter, mode: VersionMode): VersionRules } => {
  const queries = prepareQueries(db);
  return {
    begin: (tx, feed, mode) => new RulesOfTransaction(queries, tx, mode, new UniqueIndex(tx, feed, unique)),
  };
};

class RulesOfTransaction implements VersionRules {
  readonly #queries: Queries;
  readonly #tx: Db;
  readonly #mode: VersionMode;
  readonly #models = new Map<string, Promise<KnownModel | undefined>>();
  readonly #unique: UniqueIndex;

  constructor(queries: Queries, tx: Db, mode: VersionMode, unique: UniqueIndex) {
    this.#queries = queries;
    this.#tx = tx;
    this.#mode = mode;
    this.#unique = unique;
  }

  forget(): void {
    this.#models.clear();
    this.#unique.forget();
  }

  async hold(scope: WorkspaceScope, version: Version, role: VersionRole): Promise<() => void> {
    const { tenantId, workspaceId } = scope;
    const { id, record_id: recordId, number } = version;
    const stored = await this.#queries.version.first(this.#tx, { tenantId, workspaceId, id });
    if (stored?.doc === canonicalJsonWithout(version, 'kind')) return NOTHING_TO_DO;
    const newest = await this.#queries.latest.first(this.#tx, { tenantId, workspaceId, recordId });
    const isNewest = newest === undefined || number >= newest.number;
    if (this.#mode === 'append') assertAppends(version, stored !== undefined, newest?.number ?? 0);
    if (role === 'as-is') return NOTHING_TO_DO;
    if (role === 'history' && !(await this.#isInPlace(scope, version))) return NOTHING_TO_DO;
    return this.#holdValues(scope, version, role === 'latest' && isNewest);
  }

  async holdRecord(scope: WorkspaceScope, { id, model }: BundleLine<'record'>): Promise<void> {
    const { tenantId, workspaceId } = scope;
    const stored = await this.#queries.record.first(this.#tx, { tenantId, workspaceId, id });
    if (stored !== undefined) {
      if (stored.model === model) return;
      throw new BundleFault(
        `model: the record is of ${JSON.stringify(stored.model)} and cannot become one of another model`,
        'model',
      );
    }
    const known = await this.#modelOf(scope, model);
    if (known?.model.type !== 'single') return;
    if ((await this.#queries.recordOf.first(this.#tx, { tenantId, workspaceId, model })) !== undefined) {
      throw new BundleFault(`model: ${JSON.stringify(model)} takes one record only and has it`, 'model');
    }
  }

  async #isInPlace({ tenantId, workspaceId }: WorkspaceScope, version: Version): Promise<boolean> {
    const { id, record_id: recordId } = version;
    const place = await this.#queries.place.first(this.#tx, { tenantId, workspaceId, recordId, id });
    return place !== undefined;
  }

  async #holdValues(scope: WorkspaceScope, version: Version, isLatest: boolean): Promise<() => void> {
    const { tenantId, workspaceId } = scope;
    const id = version.record_id;
    const record = await this.#queries.record.first(this.#tx, { tenantId, workspaceId, id });
    const known = record && (await this.#modelOf(scope, record.model));
    // A version without any text has nothing to be held against.
    if (known === undefined || Object.keys(version.localized).length === 0) return NOTHING_TO_DO;
    const { model, components } = known;
    const self = { id, model: model.internalName };
    const check = await checkTexts(model, components, sentTexts(version.localized), unbudgeted());
    const errors: FieldError[] = [
      ...check.errors,
      ...refusedErrors({
        relations: await findMissingRelations(this.#tx, scope, check.relations, self),
        taken: isLatest ? await this.#unique.findTaken(scope, model, id, check.unique) : [],
      }),
    ];
    if (errors.length > 0) throw new BundleFault(misfitsOf(errors), '', invalidValues(errors));
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
    const row = await this.#queries.modelByName.first(this.#tx, { tenantId, workspaceId, name });
    if (row === undefined) return undefined;
    const model = toContentModel(readDocument<'content_model'>(row.doc));
    const findById = async (id: string) => {
      const found = await this.#queries.modelById.first(this.#tx, { tenantId, workspaceId, id });
      return found && toContentModel(readDocument<'content_model'>(found.doc));
    };
    return { model, components: await loadComponents(findById, model) };
  }
}

const assertAppends = ({ number }: Version, stands: boolean, latest: number): void => {
  if (stands) {
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

const prepareQueries = (db: Db) => {
  const workspace = { tenantId: '', workspaceId: '' };
  const versions = (value: typeof workspace) =>
    db
      .selectFrom('version')
      .where('tenant_id', '=', value.tenantId)
      .where('workspace_id', '=', value.workspaceId);
  return {
    version: prepareQuery({ ...workspace, id: '' }, (value) =>
      versions(value).select('doc').where('version_id', '=', value.id),
    ),
    latest: prepareQuery({ ...workspace, recordId: '' }, (value) =>
      versions(value)
        .select('number')
        .where('record_id', '=', value.recordId)
        .orderBy('number', 'desc')
        .limit(1),
    ),
    record: prepareQuery({ ...workspace, id: '' }, (value) =>
      db
        .selectFrom('record')
        .select('model')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('record_id', '=', value.id),
    ),
    recordOf: prepareQuery({ ...workspace, model: '' }, (value) =>
      db
        .selectFrom('record')
        .select('record_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('model', '=', value.model)
        .limit(1),
    ),
    modelByName: prepareQuery({ ...workspace, name: '' }, (value) =>
      db
        .selectFrom('content_model')
        .select('doc')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('internal_name', '=', value.name),
    ),
    modelById: prepareQuery({ ...workspace, id: '' }, (value) =>
      db
        .selectFrom('content_model')
        .select('doc')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('model_id', '=', value.id),
    ),
    place: prepareQuery({ ...workspace, recordId: '', id: '' }, (value) =>
      db
        .selectFrom('publication')
        .select('record_id')
        .where('tenant_id', '=', value.tenantId)
        .where('workspace_id', '=', value.workspaceId)
        .where('record_id', '=', value.recordId)
        .where('version_id', '=', value.id)
        .where('state', '=', published)
        .limit(1),
    ),
  };
};
