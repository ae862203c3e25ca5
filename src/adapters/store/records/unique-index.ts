// Checks unique values of many versions that are written in one transaction: values written in it are remembered, and
// the lists have the rest. Values are stored as digests, so that long ones take no more memory.

import { createHash } from 'node:crypto';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import type { UniqueValue } from '../../../domain/models/value-errors.ts';
import { canonicalJson } from '../sql/canonical-json.ts';
import type { Db } from '../sql/engine.ts';
import type { UniqueValues } from './unique-values.ts';

interface Holders {
  readonly byValue: Map<string, Set<string>>;
  readonly byRecord: Map<string, readonly string[]>;
}

export class UniqueIndex {
  readonly #tx: Db;
  readonly #flushLists: () => Promise<void>;
  readonly #values: UniqueValues;
  readonly #models = new Map<string, Holders>();
  #isBehind = false;

  /** `flushLists` writes what is pending, and brings the lists up to date with it. */
  constructor(tx: Db, flushLists: () => Promise<void>, values: UniqueValues) {
    this.#tx = tx;
    this.#flushLists = flushLists;
    this.#values = values;
  }

  /** The lists tell what was remembered, once they are up to date. */
  forget(): void {
    this.#models.clear();
    this.#isBehind = true;
  }

  /** Those that the latest version of another record holds. */
  async findTaken(
    scope: WorkspaceScope,
    model: ContentModel,
    recordId: string,
    values: readonly UniqueValue[],
  ): Promise<UniqueValue[]> {
    if (values.length === 0) return [];
    if (this.#isBehind) await this.#flushLists();
    this.#isBehind = false;
    const holders = this.#holdersOf(scope, model);
    const record = { id: recordId, model: model.internalName };
    const isWritten = (id: string): boolean => holders.byRecord.has(id);
    const listed = await this.#values.findTaken(this.#tx, scope, record, values, isWritten);
    return values.filter((value) => {
      const ids = holders.byValue.get(digestOf(value));
      return listed.includes(value) || (ids !== undefined && [...ids].some((id) => id !== recordId));
    });
  }

  /** What the latest version of the record holds from now on. */
  keep(scope: WorkspaceScope, model: ContentModel, recordId: string, values: readonly UniqueValue[]): void {
    place(this.#holdersOf(scope, model), recordId, values);
  }

  #holdersOf({ tenantId, workspaceId }: WorkspaceScope, { internalName }: ContentModel): Holders {
    const key = JSON.stringify([tenantId, workspaceId, internalName]);
    const holders = this.#models.get(key) ?? { byValue: new Map(), byRecord: new Map() };
    this.#models.set(key, holders);
    return holders;
  }
}

const place = ({ byValue, byRecord }: Holders, recordId: string, values: readonly UniqueValue[]): void => {
  for (const digest of byRecord.get(recordId) ?? []) {
    const holders = byValue.get(digest);
    holders?.delete(recordId);
    if (holders?.size === 0) byValue.delete(digest);
  }
  const digests = values.map(digestOf);
  byRecord.set(recordId, digests);
  for (const digest of digests) byValue.set(digest, (byValue.get(digest) ?? new Set()).add(recordId));
};

const digestOf = ({ field, locale, value }: UniqueValue): string =>
  createHash('sha256')
    .update(canonicalJson([field, locale, value]))
    .digest('base64url');
