// Writes bundle objects within a transaction. Imports, the management interface and bulk requests all use it, so an object
// is always checked, stored and added to the feed in the same way. All checks of an object come before its first write. What
// is written waits, so that the rows of many objects are written together; checks know of it.

import type { BundleLine, BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import {
  BundleFault,
  type PlacedObject,
  type PutOutcome,
  type VersionRole,
} from '../../../domain/manage/bundle-store.ts';
import type { ChangeKind } from '../../../domain/ports.ts';
import type { DocumentLine } from '../documents/document-writer.ts';
import type { FeedEntry, FeedWriter } from '../feed/change-feed.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import type { PublicationRows } from '../records/publication-rows.ts';
import type { UniqueValues } from '../records/unique-values.ts';
import { buildVersionRules, type VersionMode, type VersionRules } from '../records/version-rules.ts';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db, Engine } from '../sql/engine.ts';
import type { StoredDocument } from '../sql/stored-document.ts';
import { buildCheckLine } from './integrity-checks.ts';
import { buildPendingObjects, isGathered } from './pending-objects.ts';
import { buildReferences } from './reference-checks.ts';

export interface ObjectWriter {
  /** Reads at once what putting these objects will need. */
  expect(lines: readonly PlacedObject<BundleObject>[]): Promise<void>;
  /** The stored document of the object, which the caller has read under the lock of the workspace. */
  know(scope: WorkspaceScope, object: BundleObject, doc: string | undefined): void;
  /** The document that is stored under the key of the object, or will be. */
  find(scope: WorkspaceScope, object: DocumentLine): Promise<string | undefined>;
  /** If it throws `BundleFault`, nothing was written. `role` is that of `BundleWriter`. */
  put(scope: WorkspaceScope, object: BundleObject, role?: VersionRole): Promise<PutOutcome>;
  /** Call it before others read what was put. The end of the transaction does. */
  flush(): Promise<void>;
  /** Call it after a delete in the same transaction, and `flush` before that. */
  forget(kind: BundleObject['kind']): void;
}

/** Prepared once per store; `begin` is for one transaction. */
export interface ObjectWriters {
  begin(tx: Db, feed: FeedWriter, usage: UsageWriter, mode: VersionMode): ObjectWriter;
}

/** The lock of a tenant. Creating or deleting a workspace takes it before the lock of the workspace. */
export const tenantLock = ({ tenantId }: WorkspaceScope): WorkspaceScope => ({ tenantId, workspaceId: '' });

/** Kinds that bundle lines refer to. Deleting one of these makes cached look-ups invalid. */
const referredTo: ReadonlySet<BundleObject['kind']> = new Set([
  'tenant',
  'workspace',
  'environment',
  'content_model',
  'catalog',
  'record',
]);

const needsTenantLock = ({ kind }: BundleObject): boolean => kind === 'tenant' || kind === 'workspace';

export const buildObjectWriters = (
  { reads }: Engine,
  publications: PublicationRows,
  unique: UniqueValues,
): ObjectWriters => {
  const references = buildReferences(reads);
  const checkLine = buildCheckLine(reads);
  const versionRules = buildVersionRules(reads, unique);
  const pendingObjects = buildPendingObjects(reads, publications);

  return {
    begin(tx, feed, usage, mode) {
      const pending = pendingObjects.begin(tx, usage);
      const { records, flush } = pending;
      const found = references.begin(tx, records);
      const rules = versionRules.begin(tx, feed, mode, pending);
      feed.beforeEnd(flush);
      return {
        async expect(lines) {
          // The lock of a tenant comes first, so whoever takes one does so line by line.
          if (lines.some(({ object }) => needsTenantLock(object))) return;
          await flush();
          for (const { scope } of lines) await feed.lock(scope);
          await pending.expect(lines);
        },
        know: pending.know,
        find: pending.findDocument,
        async put(scope, object, role = 'latest') {
          // Before the checks: what they find must stay true until the transaction ends.
          if (needsTenantLock(object)) await feed.lock(tenantLock(scope));
          await feed.lock(scope);
          if (!isGathered(object.kind)) await flush();
          await checkLine(tx, found, records, scope, object);
          const written = await checkRules(rules, scope, object, role);
          const { outcome, before } = await pending.put(scope, object).catch(asFault);
          if (!isGathered(object.kind)) await flush();
          written?.();
          if (outcome !== 'unchanged') await feed.lists.put(scope, object, before);
          const entry = outcome === 'unchanged' ? undefined : feedEntry(object, before);
          if (entry !== undefined) await feed.append(scope, entry);
          return outcome;
        },
        flush,
        forget: (kind) => {
          pending.forget();
          if (!referredTo.has(kind)) return;
          found.forget();
          rules.forget();
        },
      };
    },
  };
};

/** Checks records and versions against their models. Returns what to do once the object is written, if anything. */
const checkRules = async (
  rules: VersionRules,
  scope: WorkspaceScope,
  object: BundleObject,
  role: VersionRole,
): Promise<(() => void) | undefined> => {
  switch (object.kind) {
    case 'content_model':
      return () => rules.forget();
    case 'record':
      await rules.checkRecord(scope, object);
      return undefined;
    case 'version':
      return rules.check(scope, object, role);
    default:
      return undefined;
  }
};

/** A limit that is exceeded is a fault of the line. */
const asFault = (error: unknown): never => {
  throw error instanceof Failure ? new BundleFault(error.message, '', error) : error;
};

/**
 * Recorded searches are not in the feed: no index contains them. A catalog that contains what it did, where it did, has no
 * `catalogId`; any other one has itself. `before`: as it was stored.
 */
export const feedEntry = (object: BundleObject, before?: StoredDocument): FeedEntry | undefined => {
  switch (object.kind) {
    case 'catalog':
      return { kind: 'catalog', catalogId: containsTheSame(object, before) ? '' : object.id, id: object.id };
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

const containsTheSame = (catalog: BundleLine<'catalog'>, before: StoredDocument | undefined): boolean => {
  if (before === undefined) return false;
  const contentsOf = ({ environment_ids, content_models }: Partial<BundleLine<'catalog'>>) =>
    JSON.stringify([environment_ids, content_models]);
  return contentsOf(catalog) === contentsOf(before.value);
};
