// The objects that a transaction has put and that are not in the database yet, with what it knows of stored ones.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { PlacedObject } from '../../../domain/manage/bundle-store.ts';
import {
  buildDocumentWriters,
  type DocumentLine,
  type PlacedLine,
  type Put,
} from '../documents/document-writer.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import { buildKnownRecords } from '../records/known-records.ts';
import type { PublicationRows } from '../records/publication-rows.ts';
import { keepMentions } from '../records/version-mentions.ts';
import { VersionParts } from '../records/version-parts.ts';
import type { Written } from '../records/version-rules.ts';
import { keepSlugs } from '../records/version-slugs.ts';
import type { Db } from '../sql/engine.ts';
import { buildWriteRow, placementOf } from './row-writer.ts';

export interface PendingObjects extends Written {
  /** Reads at once what putting these objects will need. Call it with nothing pending. */
  expect(lines: readonly PlacedObject<BundleObject>[]): Promise<void>;
  know(scope: WorkspaceScope, object: BundleObject, doc: string | undefined): void;
  put(scope: WorkspaceScope, object: BundleObject): Promise<Put>;
  /** The document of an object with the key of this one. */
  findDocument(scope: WorkspaceScope, object: DocumentLine): Promise<string | undefined>;
  /** Call it after other writes, with nothing pending. */
  forget(): void;
}

/** Kinds that come in great numbers. Whatever checks of other lines need of them, this file knows. */
const gathered: ReadonlySet<BundleObject['kind']> = new Set([
  'category',
  'product',
  'content_item',
  'synonyms',
  'merchandising_rule',
  'attribute',
  'facet',
  'form',
  'record',
  'version',
  'publication',
  'search_event',
  'popular_term',
]);

export const isGathered = (kind: BundleObject['kind']): boolean => gathered.has(kind);

const isDocument = (object: BundleObject): object is DocumentLine =>
  object.kind !== 'publication' && object.kind !== 'search_event' && object.kind !== 'popular_term';

/** Prepared once per store; `begin` is for one transaction. */
export const buildPendingObjects = (
  db: Db,
  publications: PublicationRows,
): { begin(tx: Db, usage: UsageWriter): PendingObjects } => {
  const documentWriters = buildDocumentWriters(db);
  const knownRecords = buildKnownRecords(db);
  const writeRow = buildWriteRow(db);
  return {
    begin(tx, usage) {
      const documents = documentWriters.begin(tx, usage);
      const places = publications.begin(tx);
      const parts = new VersionParts(tx);
      const flush = async (): Promise<void> => {
        await documents.flush();
        await parts.flush();
        await places.flush();
      };
      const records = knownRecords.begin(tx, flush);

      const write = async (scope: WorkspaceScope, object: BundleObject): Promise<Put> => {
        switch (object.kind) {
          case 'publication': {
            const version = await records.findVersion(scope, object.version_id);
            return { outcome: await places.place(placementOf(scope, object, version)) };
          }
          case 'search_event':
          case 'popular_term':
            return { outcome: await writeRow(tx, scope, object) };
          case 'version': {
            const put = await documents.put(scope, object);
            if (put.outcome === 'created') await parts.add(scope, object);
            if (put.outcome !== 'updated') return put;
            await flush();
            await keepMentions(tx, scope, object, put.outcome);
            await keepSlugs(tx, scope, object, put.outcome);
            return put;
          }
          default:
            return documents.put(scope, object);
        }
      };

      return {
        records,
        flush,
        findDocument: (scope, object) => documents.find(scope, object),
        know: (scope, object, doc) => {
          if (isDocument(object)) documents.know(scope, object, doc);
        },
        async expect(lines) {
          await documents.expect(
            lines.filter(
              (line): line is PlacedLine => isGathered(line.object.kind) && isDocument(line.object),
            ),
          );
          records.forget();
          const groups = Map.groupBy(lines, ({ scope }) =>
            JSON.stringify([scope.tenantId, scope.workspaceId]),
          );
          for (const group of groups.values()) {
            const [{ scope }] = group as [PlacedObject<BundleObject>];
            await records.expect(
              scope,
              group.map(({ object }) => object),
            );
          }
          await places.expect(lines.flatMap(({ scope, object }) => placesOf(scope, object)));
        },
        async put(scope, object) {
          const put = await write(scope, object);
          if (put.outcome !== 'unchanged') records.note(scope, object);
          return put;
        },
        forget: () => {
          documents.forget();
          records.forget();
          places.forget();
        },
      };
    },
  };
};

const placesOf = (workspace: WorkspaceScope, object: BundleObject) =>
  object.kind === 'publication'
    ? [
        {
          workspace,
          environmentId: object.environment_id,
          recordId: object.record_id,
          versionId: object.version_id,
        },
      ]
    : [];
