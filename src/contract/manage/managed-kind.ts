// What the table of managed kinds says about a kind. It imports no schema: the store reads the table too, in threads that start
// faster without.

import type { Tag } from '../tags.ts';

export type ManagedKindName =
  | 'tenant'
  | 'workspace'
  | 'environment'
  | 'domain'
  | 'content_model'
  | 'catalog'
  | 'store'
  | 'category'
  | 'product'
  | 'content_item'
  | 'synonyms'
  | 'merchandising_rule'
  | 'attribute'
  | 'facet'
  | 'form';

export interface ManagedFilter {
  /** Field of the object. A list matches if it contains the value. */
  readonly field: string;
  readonly type: 'identifier' | 'text' | 'boolean' | 'locale' | 'model_type';
  readonly description: string;
  /** Of a parameter that several lists take. */
  readonly title?: string;
}

export interface ManagedKind {
  readonly kind: ManagedKindName;
  /** Used in messages; with hyphens, in the names of the operations. */
  readonly one: string;
  readonly many: string;
  readonly tag: Tag;
  /** Storefronts read it too, by operations that have the plain ids: `getForm` is theirs, `getManagedForm` is that of management. */
  readonly hasPublicTwin?: true;
  readonly collection: string;
  /** `operator`: the kind belongs to no workspace, and the path alone says where it is. */
  readonly access: 'manage' | 'operator';
  /** What the collection belongs to: the kind, and the path parameter that names it. */
  readonly parent?: { readonly kind: ManagedKindName; readonly param: string };
  /** Path parameters after the collection, in order, each with the field of the object that it holds. */
  readonly keys: Readonly<Record<string, string>>;
  /** Fields that are generated when an object is created without them. */
  readonly made: readonly ('id' | 'created_at')[];
  /** Fields that `search` looks in. In a list field, every entry is searched. */
  readonly searched: readonly string[];
  readonly filters: Readonly<Record<string, ManagedFilter>>;
  readonly about: string;
  /** What prevents its deletion, in words. Absent: nothing does. */
  readonly neededBy?: string;
}
