// Deletes what the files no longer have, in the transaction that imports them: products and unused categories of the catalog, content
// items of the same source or of the same types, records of the models that the files define. Other kinds are never deleted.

import type { BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { BundleWriter, PrunableKind } from '../../domain/manage/bundle-store.ts';
import type { SourceTarget } from './source-format.ts';

const LISTED_MAX = 1_000;

export interface Deletion {
  readonly kind: PrunableKind;
  readonly id: string;
}

type Category = Extract<BundleObject, { kind: 'category' }>;
type Has = (object: BundleObject) => boolean;

export class Pruning {
  readonly #scope: WorkspaceScope;
  readonly #catalogId: string;
  readonly #providerPrefix: string | undefined;
  #hasProducts = false;
  readonly #usedCategories = new Set<string>();
  readonly #types = new Set<string>();
  readonly #models = new Set<string>();
  /** The first thousand. */
  readonly deletions: Deletion[] = [];
  /** Records that others relate to: the first thousand. */
  readonly kept: Deletion[] = [];

  constructor(scope: WorkspaceScope, { catalogId = '' }: SourceTarget, providerPrefix?: string) {
    this.#scope = scope;
    this.#catalogId = catalogId;
    this.#providerPrefix = providerPrefix;
  }

  /** Call it for each object of the files. */
  note(object: BundleObject): void {
    if (object.kind === 'product') {
      this.#hasProducts = true;
      for (const id of object.category_ids) this.#usedCategories.add(id);
    }
    if (object.kind === 'content_item') this.#types.add(object.type);
    if (object.kind === 'content_model') this.#models.add(object.internal_name);
  }

  /** `has`: whether the files have it. */
  async prune(
    writer: BundleWriter<BundleObject>,
    has: Has,
    deleted: (kind: PrunableKind) => void,
  ): Promise<void> {
    const remove = async (kind: PrunableKind, object: BundleObject): Promise<boolean> => {
      if (!(await writer.delete(this.#scope, kind, object))) return false;
      deleted(kind);
      if (this.deletions.length < LISTED_MAX) this.deletions.push({ kind, id: idOf(object) });
      return true;
    };
    if (this.#hasProducts) {
      await this.#sweep(writer, 'product', this.#catalogId, (object) => !has(object), remove);
      for (const category of await this.#findUnusedCategories(writer, has)) {
        await remove('category', category);
      }
    }
    if (this.#types.size > 0) {
      const isOurs = (object: BundleObject) => !has(object) && this.#isOfSource(object);
      await this.#sweep(writer, 'content_item', this.#catalogId, isOurs, remove);
    }
    let related: BundleObject[] = [];
    for (const model of this.#models) {
      related.push(...(await this.#sweep(writer, 'record', model, (object) => !has(object), remove)));
    }
    // One of them may be related to another one only.
    for (let before = related.length + 1; related.length < before; ) {
      before = related.length;
      const left: BundleObject[] = [];
      for (const record of related) if (!(await remove('record', record))) left.push(record);
      related = left;
    }
    this.kept.push(
      ...related.slice(0, LISTED_MAX).map((record) => ({ kind: 'record' as const, id: idOf(record) })),
    );
  }

  /** Returns what could not be deleted. */
  async #sweep(
    writer: BundleWriter<BundleObject>,
    kind: PrunableKind,
    catalogOrModel: string,
    isGone: (object: BundleObject) => boolean,
    remove: (kind: PrunableKind, object: BundleObject) => Promise<boolean>,
  ): Promise<BundleObject[]> {
    const left: BundleObject[] = [];
    for await (const objects of writer.list(this.#scope, kind, catalogOrModel)) {
      for (const object of objects) {
        if (isGone(object) && !(await remove(kind, object))) left.push(object);
      }
    }
    return left;
  }

  #isOfSource(object: BundleObject): boolean {
    if (object.kind !== 'content_item') return false;
    return this.#providerPrefix === undefined
      ? this.#types.has(object.type)
      : object.provider_id.startsWith(this.#providerPrefix);
  }

  /** Those that no product, no category that stays, and no merchandising rule names. */
  async #findUnusedCategories(writer: BundleWriter<BundleObject>, has: Has): Promise<readonly Category[]> {
    const used = new Set(this.#usedCategories);
    for await (const rules of writer.list(this.#scope, 'merchandising_rule', this.#catalogId)) {
      for (const rule of rules) {
        if (rule.kind === 'merchandising_rule' && rule.when.category_id !== undefined)
          used.add(`${rule.when.category_id}`);
      }
    }
    const categories = new Map<string, Category>();
    for await (const some of writer.list(this.#scope, 'category', this.#catalogId)) {
      for (const object of some) {
        if (object.kind !== 'category') continue;
        categories.set(object.id, object);
        if (has(object)) used.add(object.id);
      }
    }
    const isUsed = new Set<string>();
    for (const id of used) {
      for (
        let at: string | null = id;
        at !== null && !isUsed.has(at);
        at = categories.get(at)?.parent_id ?? null
      ) {
        isUsed.add(at);
      }
    }
    return [...categories.values()].filter(({ id }) => !isUsed.has(id));
  }
}

/** Its key without the catalog. */
const idOf = (object: BundleObject): string =>
  object.kind === 'content_item' ? `${object.provider_id} ${object.locale}` : (object as { id: string }).id;
