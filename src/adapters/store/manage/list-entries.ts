// What the index of a list stores of an object: the values that filters compare, and the folded texts that `search`
// searches. Tenants and workspaces have no index: no workspace's lock covers their lists.

import { createHash } from 'node:crypto';
import { managedKinds } from '../../../contract/manage/manage-resources.ts';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ResourceKey, ResourceKind } from '../../../domain/manage/managed-resource.ts';
import { textsOf } from '../../../domain/manage/resource-query.ts';
import { type DocumentKind, documentTables } from '../sql/document-tables.ts';
import type { Columns } from '../sql/key-range.ts';

export type ListedKind = Exclude<ResourceKind, 'tenant' | 'workspace'>;

/** One list: the objects of a kind in a catalog, or in the workspace itself (`''`). */
export interface ListId extends WorkspaceScope {
  readonly catalogId: string;
  readonly kind: ListedKind;
}

/** The sort key of an object in its list. `locale` is `''` except for content items. */
export interface ListKey {
  readonly id: string;
  readonly locale: string;
}

export interface ListEntry {
  /** The values it is found by, each once. */
  readonly terms: readonly string[];
  readonly text: string;
}

const TERM_CHARS_MAX = 200;
/** Folded text contains no capital letter, and neither does a folded search: it never matches across two texts. */
export const TEXT_SEPARATOR = 'A';

const rows = new Map(managedKinds.map((row) => [row.kind as string, row]));

export const isListed = (kind: DocumentKind): kind is ListedKind =>
  kind !== 'tenant' && kind !== 'workspace' && rows.has(kind);

/** JSON, so that `true` and `"true"` differ; the digest of a long value. */
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
  return { terms: [...terms], text: textsOf(object, searched).join(TEXT_SEPARATOR) };
};

/** Undefined if `parent` does not name exactly one list. */
export const findList = (
  { tenantId, workspaceId }: WorkspaceScope,
  kind: ResourceKind,
  parent: ResourceKey,
): ListId | undefined => {
  if (!isListed(kind)) return undefined;
  const names = isInCatalog(kind) ? ['catalog_id'] : [];
  const given = Object.keys(parent);
  if (given.length !== names.length || names.some((name) => parent[name] === undefined)) return undefined;
  return { tenantId, workspaceId, catalogId: parent['catalog_id'] ?? '', kind };
};

/** `key`: the columns of the object's primary key, or more of them. */
export const listOf = (
  { tenantId, workspaceId }: WorkspaceScope,
  kind: ListedKind,
  key: Readonly<Record<string, string | number>>,
): ListId => ({
  tenantId,
  workspaceId,
  catalogId: isInCatalog(kind) ? String(key['catalog_id']) : '',
  kind,
});

/** As it is stored: the database replaces unpaired surrogates. */
export const listKeyOf = (kind: ListedKind, key: Readonly<Record<string, string | number>>): ListKey => ({
  id: String(key[idColumn(kind)]).toWellFormed(),
  locale: hasLocale(kind) ? String(key['locale']).toWellFormed() : '',
});

/** The same for the same key only. */
export const listKeyName = ({ id, locale }: ListKey): string => `${id.length} ${id}${locale}`;

/** The columns of the primary key after tenant and workspace, in order. */
export const keyInList = ({ kind, catalogId }: ListId, { id, locale }: ListKey): Columns => ({
  ...(isInCatalog(kind) ? { catalog_id: catalogId } : {}),
  [idColumn(kind)]: id,
  ...(hasLocale(kind) ? { locale } : {}),
});

/** In the order of the database: by the bytes of UTF-8. */
export const compareListKeys = (one: ListKey, other: ListKey): number =>
  compareText(one.id, other.id) || compareText(one.locale, other.locale);

const compareText = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
};

/** Surrogates are characters beyond all others. */
const rankOf = (unit: number): number => {
  if (unit < 0xd8_00) return unit;
  return unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00;
};

const isInCatalog = (kind: ListedKind): boolean => documentTables[kind].names.includes('catalog_id');

const hasLocale = (kind: ListedKind): boolean => documentTables[kind].key.includes('locale');

const idColumn = (kind: ListedKind): string => documentTables[kind].key[isInCatalog(kind) ? 1 : 0] ?? '';
