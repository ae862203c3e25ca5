// Publishes and unpublishes a version in one environment, locale by locale. Publishing and importing both use it, so they
// write the same states. Rows of other locales are never changed.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PublicationState } from '../../../domain/records/publication.ts';
import type { Db } from '../sql/engine.ts';
import { prepareBatches } from '../sql/prepared-batches.ts';
import { prepareInWorkspace } from '../sql/prepared-query.ts';
import { scopeColumnsOf } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';

/** A version in an environment. */
export interface PublicationPlace {
  readonly workspace: WorkspaceScope;
  readonly environmentId: string;
  readonly recordId: string;
  readonly versionId: string;
}

export interface Placement extends PublicationPlace {
  readonly locales: readonly string[];
  readonly publishedAt: string;
  /** Whether a locale that already shows this version keeps its time. If not, it gets `publishedAt`. */
  readonly keepsTime: boolean;
}

export interface StoredVersion {
  readonly recordId: string;
  readonly locales: readonly string[];
}

/** Publications of one transaction. Until `flush`, the database does not have all of them. */
export interface PublicationWriter {
  /** Reads what is published in these places at once. Call it with nothing pending. */
  expect(places: readonly PublicationPlace[]): Promise<void>;
  /** Tells whether anything changed, and whether the version was in that environment before. */
  place(placement: Placement): Promise<'unchanged' | 'created' | 'updated'>;
  flush(): Promise<void>;
  /** Call it after other writes of publications, with nothing pending. */
  forget(): void;
}

export interface PublicationRows {
  findVersion(tx: Db, workspace: WorkspaceScope, versionId: string): Promise<StoredVersion | undefined>;
  begin(tx: Db): PublicationWriter;
  /** Whether it was published in any of the locales. No older version takes its place; the time is kept. */
  unpublish(tx: Db, placement: Omit<Placement, 'publishedAt' | 'keepsTime'>): Promise<boolean>;
}

export const published: PublicationState = 'published';
const superseded: PublicationState = 'superseded';
const unpublished: PublicationState = 'unpublished';

/** Pending rows. More are written before more are taken. */
const ROWS_MAX = 1_024;

export const buildPublicationRows = (db: Db): PublicationRows => {
  const queries = prepareQueries(db);
  return {
    async findVersion(tx, { tenantId, workspaceId }, versionId) {
      const row = await queries.version.first(tx, { tenantId, workspaceId, versionId });
      return row && { recordId: row.record_id, locales: parseStored<string[]>(row.locales) };
    },
    begin: (tx) => new OpenPublications(queries, tx),
    async unpublish(tx, { workspace, environmentId, recordId, versionId, locales }) {
      const { tenantId, workspaceId } = workspace;
      const found = await queries.find(tx, { tenantId, workspaceId, environmentId }, [
        { recordId, versionId },
      ]);
      const shown = found.filter(
        (row) => row.version_id === versionId && row.state === published && locales.includes(row.locale),
      );
      const rows = shown.map((row) => ({ ...row, environment_id: environmentId, state: unpublished }));
      await queries.put(tx, { tenantId, workspaceId }, rows);
      return shown.length > 0;
    },
  };
};

const cells = {
  environment_id: '',
  record_id: '',
  locale: '',
  version_id: '',
  state: '',
  published_at: '',
};

type PublicationCells = Readonly<typeof cells>;
type Queries = ReturnType<typeof prepareQueries>;

interface KnownPlace {
  readonly workspace: WorkspaceScope;
  /** What the record's locales show there. */
  readonly shown: Map<string, PublicationCells>;
  /** Versions that are or were published there, as far as they were asked for. */
  readonly versions: Set<string>;
}

class OpenPublications implements PublicationWriter {
  readonly #queries: Queries;
  readonly #tx: Db;
  /** By environment and record. */
  readonly #known = new Map<string, KnownPlace>();
  /** By workspace, then by key: a row is written once. */
  readonly #pending = new Map<string, { workspace: WorkspaceScope; rows: Map<string, PublicationCells> }>();
  #rows = 0;

  constructor(queries: Queries, tx: Db) {
    this.#queries = queries;
    this.#tx = tx;
  }

  async expect(places: readonly PublicationPlace[]): Promise<void> {
    this.#known.clear();
    const groups = Map.groupBy(places, ({ workspace: { tenantId, workspaceId }, environmentId }) =>
      JSON.stringify([tenantId, workspaceId, environmentId]),
    );
    for (const group of groups.values()) {
      const [{ workspace, environmentId }] = group as [PublicationPlace];
      const { tenantId, workspaceId } = workspace;
      const asked = group.map(({ recordId, versionId }) => ({ recordId, versionId }));
      const found = await this.#queries.find(this.#tx, { tenantId, workspaceId, environmentId }, asked);
      for (const place of group) {
        this.#known.set(nameOf(place), { workspace, shown: new Map(), versions: new Set() });
      }
      for (const row of found) {
        const known = this.#known.get(nameOf({ workspace, environmentId, recordId: row.record_id }));
        known?.versions.add(row.version_id);
        const cells = { ...row, environment_id: environmentId };
        if (row.state === published) known?.shown.set(row.locale, cells);
      }
    }
  }

  async place(placement: Placement): Promise<'unchanged' | 'created' | 'updated'> {
    const { environmentId, recordId, versionId, publishedAt, keepsTime } = placement;
    if (!this.#known.has(nameOf(placement))) {
      await this.flush();
      await this.expect([placement]);
    }
    const { shown, versions } = this.#known.get(nameOf(placement)) as KnownPlace;
    let isChanged = false;
    for (const locale of placement.locales) {
      const current = shown.get(locale);
      const isShown = current?.version_id === versionId;
      if (isShown && (keepsTime || current.published_at === publishedAt)) continue;
      isChanged = true;
      if (current !== undefined && !isShown) this.#note(placement, { ...current, state: superseded });
      const row = {
        environment_id: environmentId,
        record_id: recordId,
        locale,
        version_id: versionId,
        state: published,
        published_at: publishedAt,
      };
      shown.set(locale, row);
      this.#note(placement, row);
    }
    if (!isChanged) return 'unchanged';
    const outcome = versions.has(versionId) ? 'updated' : 'created';
    versions.add(versionId);
    if (this.#rows >= ROWS_MAX) await this.flush();
    return outcome;
  }

  async flush(): Promise<void> {
    for (const { workspace, rows } of this.#pending.values()) {
      const { tenantId, workspaceId } = workspace;
      await this.#queries.put(this.#tx, { tenantId, workspaceId }, [...rows.values()]);
    }
    this.#pending.clear();
    this.#rows = 0;
  }

  forget(): void {
    this.#known.clear();
  }

  #note({ workspace }: PublicationPlace, row: PublicationCells): void {
    const name = JSON.stringify([workspace.tenantId, workspace.workspaceId]);
    const pending = this.#pending.get(name) ?? { workspace, rows: new Map<string, PublicationCells>() };
    this.#pending.set(name, pending);
    const { environment_id, record_id, locale, version_id } = row;
    pending.rows.set(JSON.stringify([environment_id, record_id, locale, version_id]), row);
    this.#rows += 1;
  }
}

const nameOf = ({
  workspace: { tenantId, workspaceId },
  environmentId,
  recordId,
}: Omit<PublicationPlace, 'versionId'>): string =>
  JSON.stringify([tenantId, workspaceId, environmentId, recordId]);

const prepareQueries = (db: Db) => ({
  version: prepareInWorkspace(db, { versionId: '' }, (workspace, value) =>
    workspace
      .selectFrom('version')
      .select(['record_id', 'locales'])
      .where('version_id', '=', value.versionId),
  ),
  /** What the records show in the environment, and where the versions are or were. */
  find: prepareBatches(
    db,
    { environmentId: '' },
    { recordId: '', versionId: '' },
    (workspace, { environmentId }, rows) =>
      workspace
        .selectFrom('publication')
        .select(['record_id', 'locale', 'version_id', 'state', 'published_at'])
        .where('environment_id', '=', environmentId)
        .where(
          'record_id',
          'in',
          rows.map(({ recordId }) => recordId),
        )
        .where((eb) =>
          eb.or([
            eb('state', '=', published),
            eb(
              'version_id',
              'in',
              rows.map(({ versionId }) => versionId),
            ),
          ]),
        ),
    { mayRepeat: true },
  ),
  put: prepareBatches(db, {}, cells as PublicationCells, (workspace, _, rows) =>
    workspace
      .insertInto('publication')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns([
            ...scopeColumnsOf('publication'),
            ...(['environment_id', 'record_id', 'locale', 'version_id'] as const),
          ])
          .doUpdateSet((eb) => ({
            state: eb.ref('excluded.state'),
            published_at: eb.ref('excluded.published_at'),
          })),
      ),
  ),
});
