// What the index of a list keeps of an object: the values that filters ask for, and the folded texts that `search` looks in.
// Tenants and workspaces have no index: they stand above the workspaces, whose locks keep an index whole.

import { createHash } from 'node:crypto';
import { managedKinds } from '../../../contract/manage/manage-resources.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKey, ResourceKind } from '../../../domain/manage/managed-resource.ts';
import { textsOf } from '../../../domain/manage/resource-query.ts';
import { type DocumentKind, documentTables } from '../sql/document-tables.ts';
import type { Columns } from '../sql/key-range.ts';

export type ListedKind = Exclude<ResourceKind, 'tenant' | 'workspace'>;

/** One list: the objects of a kind in a catalog, or in the workspace itself (`''`). */
export type ListColumns = Readonly<Record<'tenant_id' | 'workspace_id' | 'catalog_id' | 'kind', string>>;

/** What an object is sorted by within its list. `locale` is `''` but for content items. */
export interface ListKey {
  readonly id: string;
  readonly locale: string;
}

export interface ListEntry {
  /** What it is found by: a JSON array of terms, each once. */
  readonly terms: string;
  readonly text: string;
}

const TERM_CHARS_MAX = 200;
/** Folded texts hold no capital letter, and neither does a folded search: it never matches across two texts. */
export const TEXT_SEPARATOR = 'A';

const rows = new Map(managedKinds.map((row) => [row.kind as string, row]));

export const isListed = (kind: DocumentKind): kind is ListedKind =>
  kind !== 'tenant' && kind !== 'workspace' && rows.has(kind);

/** As JSON, in which every text is another one; a long one by its digest. */
export const termOf = (field: string, value: unknown): string => {
  const term = JSON.stringify([field, value]);
  return term.length <= TERM_CHARS_MAX
    ? term
    : JSON.stringify([field, { digest: createHash('sha256').update(term).digest('base64url') }]);
};

export const entryOf = (kind: ListedKind, object: Readonly<Record<string, unknown>>): ListEntry => {
  const { filters = {}, searched = [] } = rows.get(kind) ?? {};
  const terms = new Set<string>();
  for (const { field } of Object.values(filters)) {
    const stored = object[field];
    for (const value of Array.isArray(stored) ? stored : [stored]) {
      if (value !== undefined && value !== null) terms.add(termOf(field, value));
    }
  }
  return { terms: JSON.stringify([...terms]), text: textsOf(object, searched).join(TEXT_SEPARATOR) };
};

/** Undefined when `parent` is no list but more or less than one. */
export const findList = (
  { tenantId, workspaceId }: WorkspaceScope,
  kind: ResourceKind,
  parent: ResourceKey,
): (ListColumns & { readonly kind: ListedKind }) | undefined => {
  if (!isListed(kind)) return undefined;
  const names = isInCatalog(kind) ? ['catalog_id'] : [];
  const given = Object.keys(parent);
  if (given.length !== names.length || names.some((name) => parent[name] === undefined)) return undefined;
  return { tenant_id: tenantId, workspace_id: workspaceId, catalog_id: parent['catalog_id'] ?? '', kind };
};

/** From the columns of its primary key. */
export const listOf = (kind: ListedKind, columns: Columns): ListColumns => ({
  tenant_id: columns['tenant_id'] ?? '',
  workspace_id: columns['workspace_id'] ?? '',
  catalog_id: isInCatalog(kind) ? (columns['catalog_id'] ?? '') : '',
  kind,
});

export const listKeyOf = (kind: ListedKind, columns: Columns): ListKey => ({
  id: columns[idColumn(kind)] ?? '',
  locale: hasLocale(kind) ? (columns['locale'] ?? '') : '',
});

/** The columns of the primary key, in its order. */
export const placeInList = (
  kind: ListedKind,
  { tenant_id, workspace_id, catalog_id }: ListColumns,
  { id, locale }: ListKey,
): Columns => ({
  tenant_id,
  workspace_id,
  ...(isInCatalog(kind) ? { catalog_id } : {}),
  [idColumn(kind)]: id,
  ...(hasLocale(kind) ? { locale } : {}),
});

const isInCatalog = (kind: ListedKind): boolean => documentTables[kind].names.includes('catalog_id');

const hasLocale = (kind: ListedKind): boolean => documentTables[kind].key.includes('locale');

const idColumn = (kind: ListedKind): string => documentTables[kind].key[isInCatalog(kind) ? 1 : 0] ?? '';
