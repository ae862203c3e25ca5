// What a transaction knows of records and versions: read ahead for many lines at once, and kept up to date with what the
// transaction writes, which may not be in the database yet.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Db } from '../sql/engine.ts';
import { prepareForIds } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { mentionsOf } from './version-mentions.ts';

/** Ids that are read ahead. Others are read when they are needed. */
const IDS_MAX = 4_000;

export interface KnownVersion {
  readonly recordId: string;
  readonly number: number;
  readonly locales: readonly string[];
}

type Version = Extract<BundleObject, { readonly kind: 'version' }>;
type Queries = ReturnType<typeof prepareQueries>;

/** Prepared once per store; `begin` is for one transaction. `flush` writes what is pending. */
export const buildKnownRecords = (db: Db) => {
  const queries = prepareQueries(db);
  return { begin: (tx: Db, flush: () => Promise<void>) => new KnownRecords(queries, tx, flush) };
};

export class KnownRecords {
  readonly #queries: Queries;
  readonly #tx: Db;
  readonly #flush: () => Promise<void>;
  /** Models of records; undefined if there is no such record. */
  readonly #models = new Map<string, string | undefined>();
  readonly #versions = new Map<string, KnownVersion | undefined>();
  /** The highest number of a version, by record. Zero if there is none. */
  readonly #latest = new Map<string, number>();

  constructor(queries: Queries, tx: Db, flush: () => Promise<void>) {
    this.#queries = queries;
    this.#tx = tx;
    this.#flush = flush;
  }

  /** Writes everything that is pending in the transaction. */
  flush(): Promise<void> {
    return this.#flush();
  }

  /** Reads at once what these lines of a workspace refer to. Call it with nothing pending. */
  async expect(scope: WorkspaceScope, objects: readonly BundleObject[]): Promise<void> {
    const { records, versions, numbered } = idsOf(objects);
    const { tenantId, workspaceId } = scope;
    const place = { tenantId, workspaceId };
    if (records.size > 0) {
      for (const id of records) this.#models.set(nameOf(scope, id), undefined);
      for (const row of await this.#queries.models(this.#tx, place, records)) {
        this.#models.set(nameOf(scope, row.record_id), row.model);
      }
    }
    if (versions.size > 0) {
      for (const id of versions) this.#versions.set(nameOf(scope, id), undefined);
      for (const row of await this.#queries.versions(this.#tx, place, versions)) {
        this.#versions.set(nameOf(scope, row.version_id), toKnown(row));
      }
    }
    if (numbered.size > 0) {
      for (const id of numbered) this.#latest.set(nameOf(scope, id), 0);
      for (const row of await this.#queries.latest(this.#tx, place, numbered)) {
        this.#latest.set(nameOf(scope, row.record_id), row.number);
      }
    }
  }

  /** The models of those that exist, by id. */
  async findModels(scope: WorkspaceScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const unknown = ids.filter((id) => !this.#models.has(nameOf(scope, id)));
    const { tenantId, workspaceId } = scope;
    const rows =
      unknown.length === 0 ? [] : await this.#queries.models(this.#tx, { tenantId, workspaceId }, unknown);
    for (const { record_id: id, model } of rows) found.set(id, model);
    for (const id of ids) {
      const model = this.#models.get(nameOf(scope, id));
      if (model !== undefined) found.set(id, model);
    }
    return found;
  }

  async findModel(scope: WorkspaceScope, id: string): Promise<string | undefined> {
    return (await this.findModels(scope, [id])).get(id);
  }

  async findVersion(scope: WorkspaceScope, id: string): Promise<KnownVersion | undefined> {
    const name = nameOf(scope, id);
    if (this.#versions.has(name)) return this.#versions.get(name);
    const { tenantId, workspaceId } = scope;
    const [row] = await this.#queries.versions(this.#tx, { tenantId, workspaceId }, [id]);
    return row && toKnown(row);
  }

  /** The highest number of the record's versions, or zero. */
  async findLatest(scope: WorkspaceScope, recordId: string): Promise<number> {
    const known = this.#latest.get(nameOf(scope, recordId));
    if (known !== undefined) return known;
    await this.flush();
    const { tenantId, workspaceId } = scope;
    const [row] = await this.#queries.latest(this.#tx, { tenantId, workspaceId }, [recordId]);
    return row?.number ?? 0;
  }

  /** The version of the record that has the number. */
  async findNumbered(scope: WorkspaceScope, recordId: string, number: number): Promise<string | undefined> {
    if ((await this.findLatest(scope, recordId)) < number) return undefined;
    await this.flush();
    const { tenantId, workspaceId } = scope;
    const row = await this.#queries.numbered.first(this.#tx, { tenantId, workspaceId, recordId, number });
    return row?.version_id;
  }

  /** Call it when the object is written. */
  note(scope: WorkspaceScope, object: BundleObject): void {
    if (object.kind === 'record') this.#models.set(nameOf(scope, object.id), object.model);
    if (object.kind === 'version') this.#noteVersion(scope, object);
  }

  /** Call it with nothing pending. */
  forget(): void {
    this.#models.clear();
    this.#versions.clear();
    this.#latest.clear();
  }

  #noteVersion(scope: WorkspaceScope, { id, record_id: recordId, number, localized }: Version): void {
    const [name, record] = [nameOf(scope, id), nameOf(scope, recordId)];
    const before = this.#versions.get(name);
    const latest = this.#latest.get(record);
    // If the latest version got another number, another one may be the latest now.
    if (latest === undefined || (before !== undefined && before.number === latest && number < latest)) {
      this.#latest.delete(record);
    } else {
      this.#latest.set(record, Math.max(latest, number));
    }
    this.#versions.set(name, { recordId, number, locales: Object.keys(localized).sort() });
  }
}

const nameOf = ({ tenantId, workspaceId }: WorkspaceScope, id: string): string =>
  JSON.stringify([tenantId, workspaceId, id]);

const toKnown = (row: { record_id: string; number: number; locales: string }): KnownVersion => ({
  recordId: row.record_id,
  number: row.number,
  locales: parseStored<string[]>(row.locales),
});

/** Of records that lines are or refer to, of versions, and of records that get versions. */
const idsOf = (objects: readonly BundleObject[]) => {
  const [records, versions, numbered] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const object of objects) {
    switch (object.kind) {
      case 'record':
        records.add(object.id);
        break;
      case 'version':
        records.add(object.record_id);
        versions.add(object.id);
        numbered.add(object.record_id);
        for (const { target_id: id } of mentionsOf(object)) if (records.size < IDS_MAX) records.add(id);
        break;
      case 'publication':
        versions.add(object.version_id);
        break;
      default:
    }
  }
  return { records, versions, numbered };
};

const prepareQueries = (db: Db) => {
  const scope = { tenantId: '', workspaceId: '' };
  return {
    models: prepareForIds(scope, (value, ids) =>
      // The revision is in no index but that of ids: SQLite would go through the index of models for many ids.
      inWorkspace(db, value)
        .selectFrom('record')
        .select(['record_id', 'model', 'revision'])
        .where('record_id', 'in', ids),
    ),
    versions: prepareForIds(scope, (value, ids) =>
      inWorkspace(db, value)
        .selectFrom('version')
        .select(['version_id', 'record_id', 'number', 'locales'])
        .where('version_id', 'in', ids),
    ),
    latest: prepareForIds(scope, (value, ids) =>
      inWorkspace(db, value)
        .selectFrom('version')
        .select((eb) => ['record_id', eb.fn.max('number').as('number')])
        .where('record_id', 'in', ids)
        .groupBy('record_id'),
    ),
    numbered: prepareInWorkspace(db, { recordId: '', number: 0 }, (workspace, value) =>
      workspace
        .selectFrom('version')
        .select('version_id')
        .where('record_id', '=', value.recordId)
        .where('number', '=', value.number),
    ),
  };
};
