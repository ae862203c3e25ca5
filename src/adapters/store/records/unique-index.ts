// Values that only one record of a model may hold, for many versions written in one transaction: the latest versions of a
// model are read once, and what is written is added. Values are kept as digests, so that long ones take no more room.

import { createHash } from 'node:crypto';
import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { ContentModel } from '../../../domain/models/content-model.ts';
import { uniqueValuesOf } from '../../../domain/models/field-values.ts';
import type { UniqueValue } from '../../../domain/records/record.ts';
import { canonicalJson } from '../sql/canonical-json.ts';
import { readDocument } from '../sql/documents.ts';
import type { Db } from '../sql/engine.ts';
import { readLatest } from './unique-values.ts';
import { toVersion } from './version-rows.ts';

interface Holders {
  readonly byValue: Map<string, Set<string>>;
  readonly byRecord: Map<string, readonly string[]>;
}

export class UniqueIndex {
  readonly #tx: Db;
  readonly #models = new Map<string, Holders>();

  constructor(tx: Db) {
    this.#tx = tx;
  }

  forget(): void {
    this.#models.clear();
  }

  /** Those that the latest version of another record holds. */
  async findTaken(
    scope: WorkspaceScope,
    model: ContentModel,
    recordId: string,
    values: readonly UniqueValue[],
  ): Promise<UniqueValue[]> {
    if (values.length === 0) return [];
    const key = keyOf(scope, model);
    const holders = this.#models.get(key) ?? (await readHolders(this.#tx, scope, model));
    this.#models.set(key, holders);
    return values.filter((value) => {
      const ids = holders.byValue.get(digestOf(value));
      return ids !== undefined && [...ids].some((id) => id !== recordId);
    });
  }

  /** What the latest version of the record holds from now on. */
  keep(scope: WorkspaceScope, model: ContentModel, recordId: string, values: readonly UniqueValue[]): void {
    const holders = this.#models.get(keyOf(scope, model));
    if (holders !== undefined) place(holders, recordId, values);
  }
}

const keyOf = ({ tenantId, workspaceId }: WorkspaceScope, { internalName }: ContentModel): string =>
  JSON.stringify([tenantId, workspaceId, internalName]);

const readHolders = async (tx: Db, scope: WorkspaceScope, model: ContentModel): Promise<Holders> => {
  const holders: Holders = { byValue: new Map(), byRecord: new Map() };
  for await (const rows of readLatest(tx, scope, model.internalName)) {
    for (const { record_id: recordId, doc } of rows) {
      const { localized } = toVersion(readDocument<'version'>(doc));
      place(holders, recordId, uniqueValuesOf(model, localized));
    }
  }
  return holders;
};

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
