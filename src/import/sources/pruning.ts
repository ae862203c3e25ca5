// Deletes what the files no longer have, in the transaction that imports them: products and unused categories of the catalog, and of
// content items, forms, models, records and publications what the files speak for. Other kinds are never deleted.

import type { BundleObject } from '../../contract/bundle.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import type { BundleWriter, PrunableKind } from '../../domain/manage/bundle-store.ts';
import type { PruneRun } from './prune-run.ts';
import { RecordPruning } from './record-pruning.ts';
import type { SourceReach, SourceSkip, SourceTarget } from './source-format.ts';

const LISTED_MAX = 1_000;

export interface Deletion {
  readonly kind: PrunableKind;
  readonly id: string;
}

export interface KeptObject extends Deletion {
  /** What needs it. */
  readonly reason: string;
}

type Category = Extract<BundleObject, { kind: 'category' }>;
type Has = (object: BundleObject) => boolean;

export class Pruning {
  readonly #scope: WorkspaceScope;
  readonly #catalogId: string;
  readonly #records: RecordPruning;
  #reach: SourceReach['reach'] = {};
  #hasProducts = false;
  readonly #usedCategories = new Set<string>();
  /** The first thousand. */
  readonly deletions: Deletion[] = [];
  /** What something needs: the first thousand. */
  readonly kept: KeptObject[] = [];

  constructor(scope: WorkspaceScope, { catalogId = '', environmentIds }: SourceTarget) {
    this.#scope = scope;
    this.#catalogId = catalogId;
    this.#records = new RecordPruning(environmentIds);
  }

  /** What the files speak for. */
  extend({ reach }: SourceReach): void {
    this.#reach = { ...this.#reach, ...reach };
  }

  keepPublished({ recordId }: SourceSkip): void {
    if (recordId !== undefined) this.#records.keepPublished(recordId);
  }

  /** Call it for each object of the files. */
  note(object: BundleObject): void {
    if (object.kind === 'product') {
      this.#hasProducts = true;
      for (const id of object.category_ids) this.#usedCategories.add(id);
    }
    this.#records.note(object);
  }

  /** Why nothing must be imported into this catalog. */
  async findRefusal(writer: BundleWriter<BundleObject>): Promise<string | undefined> {
    const { refusalOf } = this.#reach;
    if (refusalOf === undefined) return undefined;
    for await (const items of writer.list(this.#scope, 'content_item', this.#catalogId)) {
      for (const item of items) {
        const refusal = item.kind === 'content_item' ? refusalOf(item) : undefined;
        if (refusal !== undefined) return refusal;
      }
    }
    return undefined;
  }

  async prune(
    writer: BundleWriter<BundleObject>,
    has: Has,
    deleted: (kind: PrunableKind) => void,
  ): Promise<void> {
    const run: PruneRun = {
      scope: this.#scope,
      writer,
      reach: this.#reach,
      has,
      remove: async (object) => {
        if (!(await writer.delete(this.#scope, object.kind, object))) return false;
        deleted(object.kind);
        if (this.deletions.length < LISTED_MAX) this.deletions.push(nameOf(object));
        return true;
      },
      keep: (object, reason) => {
        if (this.kept.length < LISTED_MAX) this.kept.push({ ...nameOf(object), reason });
      },
    };
    if (this.#hasProducts) await this.#pruneProducts(run);
    await this.#pruneItemsAndForms(run);
    await this.#records.prune(run);
  }

  async #pruneProducts({ writer, scope, has, remove }: PruneRun): Promise<void> {
    for await (const products of writer.list(scope, 'product', this.#catalogId)) {
      for (const product of products) {
        if (product.kind === 'product' && !has(product)) await remove(product);
      }
    }
    for (const category of await this.#findUnusedCategories(writer, has)) await remove(category);
  }

  /** An import makes them for all environments. */
  async #pruneItemsAndForms({ writer, scope, reach, has, remove, keep }: PruneRun): Promise<void> {
    const { isOwnItem, isOwnForm } = reach;
    if (isOwnItem !== undefined) {
      for await (const items of writer.list(scope, 'content_item', this.#catalogId)) {
        for (const item of items) {
          if (item.kind !== 'content_item' || item.environment_ids !== null || has(item)) continue;
          if (isOwnItem(item)) await remove(item);
        }
      }
    }
    if (isOwnForm === undefined) return;
    for await (const forms of writer.list(scope, 'form')) {
      for (const form of forms) {
        if (form.kind !== 'form' || form.environment_ids !== null || has(form) || !isOwnForm(form)) continue;
        if (!(await remove(form))) keep(form, 'it has submissions');
      }
    }
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

/** Its key without the catalog. A publication is named by its record. */
const nameOf = (object: BundleObject & { readonly kind: PrunableKind }): Deletion => {
  const { kind } = object;
  switch (kind) {
    case 'content_item':
      return { kind, id: `${object.provider_id} ${object.locale}` };
    case 'publication':
      return { kind, id: `${object.record_id} ${object.environment_id}` };
    case 'content_model':
      return { kind, id: object.internal_name };
    default:
      return { kind, id: object.id };
  }
};
