// Import: bundle objects into the store, all in one transaction. A line is checked in full before any of it is written,
// so a refused line leaves nothing behind and the rest may go on.

import type { BundleObject } from '../../contract/bundle.ts';
import type { ChangeKind } from '../../domain/ports.ts';
import type { WorkspaceScope } from '../../domain/scope.ts';
import type { BundleStore, PutOutcome } from '../../import/bundle-store.ts';
import { startBreathing } from './breathing.ts';
import { type FeedEntry, writeWithFeed } from './change-feed.ts';
import { type DocumentKind, type DocumentTable, documentTables } from './document-tables.ts';
import { buildWriteDocument } from './document-writer.ts';
import type { Db, Engine } from './engine.ts';
import { buildCheckLine } from './line-checks.ts';
import type { PublicationRows } from './publication-rows.ts';
import { buildReferences, type References } from './references.ts';
import { buildWriteRow } from './row-writer.ts';

/** Another import may take this long before one that waits for it gives up. */
const PATIENCE_MS = 60_000;

/** Thrown to undo a transaction whose work said so; never seen outside. */
class Undo extends Error {}

export const buildWriteBundle = (
  engine: Engine,
  publications: PublicationRows,
): BundleStore['writeBundle'] => {
  const references = buildReferences(engine.reads);
  const putLine = buildPutLine(engine, publications);
  return async (work) => {
    try {
      await writeWithFeed(
        engine,
        async (tx, feed) => {
          const breathe = startBreathing();
          const found = references.begin(tx);
          let isOpen = true;
          const put = async (scope: WorkspaceScope, object: BundleObject): Promise<PutOutcome> => {
            if (!isOpen) throw new Error('the bundle is already written');
            await breathe();
            const outcome = await putLine(tx, found, scope, object);
            const entry = outcome === 'unchanged' ? undefined : feedEntry(object);
            if (entry !== undefined) await feed.append(scope, entry);
            return outcome;
          };
          const keep = await work({ put });
          isOpen = false;
          if (!keep) throw new Undo();
        },
        { patienceMs: PATIENCE_MS },
      );
      return true;
    } catch (error) {
      if (error instanceof Undo) return false;
      throw error;
    }
  };
};

const buildPutLine = ({ reads }: Engine, publications: PublicationRows) => {
  const checkLine = buildCheckLine(reads);
  const writeDocument = buildWriteDocument(reads);
  const writeRow = buildWriteRow(reads, publications);
  return async (
    tx: Db,
    references: References,
    scope: WorkspaceScope,
    object: BundleObject,
  ): Promise<PutOutcome> => {
    await checkLine(tx, references, scope, object);
    switch (object.kind) {
      case 'publication':
      case 'search_event':
      case 'popular_term':
        return writeRow(tx, scope, object);
      default:
        return writeDocument(tx, scope, object);
    }
  };
};

/** Recorded searches are not in the feed: nothing that follows it is made of them. */
const feedEntry = (object: BundleObject): FeedEntry | undefined => {
  switch (object.kind) {
    case 'search_event':
      return undefined;
    case 'publication':
      return { kind: 'publication', catalogId: '', id: object.record_id };
    case 'popular_term':
      return { kind: 'popular_term', catalogId: object.catalog_id, id: '' };
    default: {
      const kind: DocumentKind & ChangeKind = object.kind;
      const table = documentTables[kind] as DocumentTable<typeof kind>;
      return { kind, ...table.feed(object) };
    }
  }
};
