// Writes documents. The stored document is read first, so that the difference is counted and checked against the limits before
// anything is written; it also tells whether the object was created, updated or unchanged. In a transaction that writes many,
// the documents of many objects are read at once, and those that changed are written at once.

import type { BundleLine } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PutOutcome } from '../../../domain/manage/bundle-store.ts';
import { measureBefore, measureOf } from '../limits/measure.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { canonicalJsonWithout } from '../sql/canonical-json.ts';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db } from '../sql/engine.ts';
import { StoredDocument } from '../sql/stored-document.ts';
import {
  buildDocumentStatements,
  type DocumentCells,
  type DocumentStatements,
  idColumnOf,
  type StatementsOf,
} from './document-statements.ts';

/** A bundle line that is stored as a document. */
export type DocumentLine = {
  readonly [K in DocumentKind]: BundleLine<K> & { readonly kind: K };
}[DocumentKind];

export interface PlacedLine {
  readonly scope: WorkspaceScope;
  readonly object: DocumentLine;
}

export interface Put {
  readonly outcome: PutOutcome;
  /** What was stored before, if anything. */
  readonly before?: StoredDocument | undefined;
}

/** Writes of one transaction. Until `flush`, the database does not have all of them. */
export interface DocumentWriter {
  /** Reads the documents of these objects at once. Call it with nothing pending. */
  expect(lines: readonly PlacedLine[]): Promise<void>;
  /** The stored document is known: it need not be read. */
  know(scope: WorkspaceScope, object: DocumentLine, doc: string | undefined): void;
  /** The document that the object would replace, pending ones included. */
  find(scope: WorkspaceScope, object: DocumentLine): Promise<string | undefined>;
  /** If it throws `limitExceeded`, nothing was written. */
  put(scope: WorkspaceScope, object: DocumentLine): Promise<Put>;
  flush(): Promise<void>;
  /** Call it after other writes of documents, with nothing pending. */
  forget(): void;
}

/** For a transaction that writes few: at once. */
export type WriteDocument = (
  tx: Db,
  usage: UsageWriter,
  scope: WorkspaceScope,
  object: DocumentLine,
  isNew?: boolean,
) => Promise<PutOutcome>;

/** Prepared once per store. */
export interface DocumentWriters {
  begin(tx: Db, usage: UsageWriter): DocumentWriter;
  readonly write: WriteDocument;
}

/** In no id. */
const BETWEEN = '\u0000';

/** Pending documents. More are written before more are taken. */
const ROWS_MAX = 1_024;
const CHARS_MAX = 4 * 1024 * 1024;

export const buildDocumentWriters = (db: Db): DocumentWriters => {
  const statementsOf = buildDocumentStatements(db);
  const begin: DocumentWriters['begin'] = (tx, usage) => new OpenDocuments(tx, usage, statementsOf);
  return {
    begin,
    write: async (tx, usage, scope, object, isNew = false) => {
      const writer = begin(tx, usage);
      if (isNew) writer.know(scope, object, undefined);
      const { outcome } = await writer.put(scope, object);
      await writer.flush();
      return outcome;
    },
  };
};

interface Pending {
  readonly scope: WorkspaceScope;
  readonly statements: DocumentStatements;
  /** By the names of their keys. */
  readonly rows: Map<string, DocumentCells>;
}

class OpenDocuments implements DocumentWriter {
  readonly #tx: Db;
  readonly #usage: UsageWriter;
  readonly #statementsOf: StatementsOf;
  /** By the names of their keys; undefined for those that do not exist. */
  readonly #known = new Map<string, string | undefined>();
  readonly #pending = new Map<string, Pending>();
  #rows = 0;
  #chars = 0;

  constructor(tx: Db, usage: UsageWriter, statementsOf: StatementsOf) {
    this.#tx = tx;
    this.#usage = usage;
    this.#statementsOf = statementsOf;
  }

  async expect(lines: readonly PlacedLine[]): Promise<void> {
    this.#known.clear();
    for (const group of Map.groupBy(lines, placeOf).values()) {
      const [{ scope, object }] = group as [PlacedLine];
      const { key } = documentTables[object.kind];
      const rows = group.map((line) => columnsOf(line.object));
      const statements = this.#statementsOf(object.kind, { ...rows[0], doc: '' });
      const idColumn = idColumnOf(key);
      const ids = new Set(rows.map((row) => row[idColumn] as string));
      const { tenantId, workspaceId } = scope;
      const shared = { tenantId, workspaceId, catalog_id: String(rows[0]?.['catalog_id']) };
      const stored = await statements.findMany(
        this.#tx,
        shared,
        Array.from(ids, (id) => ({ id })),
      );
      for (const row of rows) this.#known.set(nameOf(object.kind, scope, row), undefined);
      for (const row of stored) {
        const name = nameOf(object.kind, scope, row as unknown as DocumentCells);
        if (row.doc === null) this.#known.delete(name);
        else this.#known.set(name, row.doc);
      }
    }
  }

  know(scope: WorkspaceScope, object: DocumentLine, doc: string | undefined): void {
    this.#known.set(nameOf(object.kind, scope, columnsOf(object)), doc);
  }

  find(scope: WorkspaceScope, object: DocumentLine): Promise<string | undefined> {
    const columns = columnsOf(object);
    return this.#find(scope, object.kind, columns, nameOf(object.kind, scope, columns));
  }

  async put(scope: WorkspaceScope, object: DocumentLine): Promise<Put> {
    const doc = canonicalJsonWithout(object, 'kind');
    const columns = columnsOf(object);
    const name = nameOf(object.kind, scope, columns);
    const stored = await this.#find(scope, object.kind, columns, name);
    const before = stored === undefined ? undefined : new StoredDocument(stored);
    if (stored === doc) return { outcome: 'unchanged', before };
    const after = measureOf(object, doc);
    if (after !== undefined) {
      await this.#usage.replace(
        scope,
        before === undefined ? undefined : measureBefore(after, before),
        after,
      );
    }
    await this.#note(scope, object.kind, name, { ...columns, doc });
    return { outcome: before === undefined ? 'created' : 'updated', before };
  }

  async flush(): Promise<void> {
    for (const { scope, statements, rows } of this.#pending.values()) {
      const { tenantId, workspaceId } = scope;
      await statements.put(this.#tx, { tenantId, workspaceId }, [...rows.values()]);
    }
    this.#pending.clear();
    this.#rows = 0;
    this.#chars = 0;
  }

  forget(): void {
    this.#known.clear();
  }

  async #find(
    scope: WorkspaceScope,
    kind: DocumentKind,
    columns: DocumentCells,
    name: string,
  ): Promise<string | undefined> {
    if (this.#known.has(name)) return this.#known.get(name);
    const { tenantId, workspaceId } = scope;
    const { find } = this.#statementsOf(kind, { ...columns, doc: '' });
    return (await find.first(this.#tx, { ...columns, tenantId, workspaceId }))?.doc;
  }

  async #note(
    scope: WorkspaceScope,
    kind: DocumentKind,
    name: string,
    row: DocumentCells & { readonly doc: string },
  ): Promise<void> {
    const { tenantId, workspaceId } = scope;
    const place = [kind, tenantId, workspaceId].join(BETWEEN);
    const pending = this.#pending.get(place) ?? {
      scope,
      statements: this.#statementsOf(kind, row),
      rows: new Map<string, DocumentCells>(),
    };
    this.#pending.set(place, pending);
    pending.rows.set(name, row);
    this.#known.set(name, row.doc);
    this.#rows += 1;
    this.#chars += row.doc.length;
    if (this.#rows < ROWS_MAX && this.#chars < CHARS_MAX) return;
    await this.flush();
    this.#known.clear();
  }
}

/** The columns of its row, except the document. Safe: each table takes objects of its kind. */
const columnsOf = (object: DocumentLine): DocumentCells =>
  (documentTables[object.kind] as DocumentTable<never>).columns(object as never);

const placeOf = ({ scope, object }: PlacedLine): string => {
  const { catalog_id: catalogId = '' } = object as { readonly catalog_id?: string };
  return [object.kind, scope.tenantId, scope.workspaceId, catalogId].join(BETWEEN);
};

const nameOf = (
  kind: DocumentKind,
  { tenantId, workspaceId }: WorkspaceScope,
  row: DocumentCells,
): string => {
  let name = `${kind}${BETWEEN}${tenantId}${BETWEEN}${workspaceId}`;
  for (const column of documentTables[kind].key) name += `${BETWEEN}${row[column]}`;
  return name;
};
