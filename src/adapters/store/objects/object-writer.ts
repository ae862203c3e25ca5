// Writes one bundle object within a transaction. Imports, the management interface and bulk requests all use it, so an object
// is always checked, stored and added to the feed in the same way. All checks come before the first write.

import type { BundleObject } from '../../../contract/bundle.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { Failure } from '../../../domain/failures/failures.ts';
import { BundleFault, type PutOutcome, type VersionRole } from '../../../domain/manage/bundle-store.ts';
import type { ChangeKind } from '../../../domain/ports.ts';
import type { FeedEntry, FeedWriter } from '../feed/change-feed.ts';
import type { UsageWriter } from '../limits/usage-writer.ts';
import type { PublicationRows } from '../records/publication-rows.ts';
import type { UniqueValues } from '../records/unique-values.ts';
import { keepMentions } from '../records/version-mentions.ts';
import { buildVersionRules, type VersionMode, type VersionRules } from '../records/version-rules.ts';
import { keepSlugs } from '../records/version-slugs.ts';
import { type DocumentKind, type DocumentTable, documentTables } from '../sql/document-tables.ts';
import type { Db, Engine } from '../sql/engine.ts';
import { buildWriteDocument } from './document-writer.ts';
import { buildCheckLine } from './integrity-checks.ts';
import { buildReferences } from './reference-checks.ts';
import { buildWriteRow } from './row-writer.ts';

export interface ObjectWriter {
  /** If it throws `BundleFault`, nothing was written. `role` is that of `BundleWriter`. */
  put(scope: WorkspaceScope, object: BundleObject, role?: VersionRole): Promise<PutOutcome>;
  /** Call it after a delete in the same transaction: clears the cached look-ups. */
  forget(): void;
}

/** Prepared once per store; `begin` is for one transaction. */
export interface ObjectWriters {
  begin(tx: Db, feed: FeedWriter, usage: UsageWriter, mode: VersionMode): ObjectWriter;
}

/** The lock of a tenant. Creating or deleting a workspace takes it before the lock of the workspace. */
export const tenantLock = ({ tenantId }: WorkspaceScope): WorkspaceScope => ({ tenantId, workspaceId: '' });

export const buildObjectWriters = (
  { reads }: Engine,
  publications: PublicationRows,
  unique: UniqueValues,
): ObjectWriters => {
  const references = buildReferences(reads);
  const checkLine = buildCheckLine(reads, publications);
  const versionRules = buildVersionRules(reads, unique);
  const writeDocument = buildWriteDocument(reads);
  const writeRow = buildWriteRow(reads, publications);

  const write = async (
    tx: Db,
    usage: UsageWriter,
    scope: WorkspaceScope,
    object: BundleObject,
  ): Promise<PutOutcome> => {
    switch (object.kind) {
      case 'publication':
      case 'search_event':
      case 'popular_term':
        return writeRow(tx, scope, object);
      case 'version': {
        const outcome = await writeDocument<'version'>(tx, usage, scope, object);
        if (outcome !== 'unchanged') {
          await keepMentions(tx, scope, object, outcome);
          await keepSlugs(tx, scope, object, outcome);
        }
        return outcome;
      }
      default:
        return writeDocument(tx, usage, scope, object);
    }
  };

  return {
    begin(tx, feed, usage, mode) {
      const found = references.begin(tx);
      const rules = versionRules.begin(tx, feed, mode);
      return {
        async put(scope, object, role = 'latest') {
          // Before the checks: what they find must stay true until the transaction ends.
          if (object.kind === 'tenant' || object.kind === 'workspace') await feed.lock(tenantLock(scope));
          await feed.lock(scope);
          await checkLine(tx, found, scope, object);
          const written = await checkRules(rules, scope, object, role);
          const outcome = await write(tx, usage, scope, object).catch(asFault);
          written?.();
          if (outcome !== 'unchanged') await feed.lists.put(scope, object, outcome === 'created');
          const entry = outcome === 'unchanged' ? undefined : feedEntry(object);
          if (entry !== undefined) await feed.append(scope, entry);
          return outcome;
        },
        forget: () => {
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

/** Recorded searches are not in the feed: no index contains them. */
export const feedEntry = (object: BundleObject): FeedEntry | undefined => {
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
