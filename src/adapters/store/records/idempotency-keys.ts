// Idempotency keys: a key is stored with the outcome of its write, in the same transaction, so that repeating the request is
// harmless. All operations share one table, so fingerprints must include the operation.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { IdempotencyKey } from '../../../domain/records/publication.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const KEY_LIFETIME_MS = 24 * 3_600_000;

export type IdempotencyKeyFound =
  /** The same request came before; this was its outcome. */
  { readonly kind: 'replayed'; readonly outcome: string } | { readonly kind: 'key-reused' };

/** Undefined if the key is unused or has expired. */
export const findIdempotencyKey = async (
  tx: Db,
  workspace: WorkspaceScope,
  { key, fingerprint }: IdempotencyKey,
  now: string,
): Promise<IdempotencyKeyFound | undefined> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('idempotency_claim')
    .select(['fingerprint', 'outcomes'])
    .where('claim_key', '=', key)
    .where('claimed_at_ms', '>', Date.parse(now) - KEY_LIFETIME_MS)
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  return row.fingerprint === fingerprint
    ? { kind: 'replayed', outcome: row.outcomes }
    : { kind: 'key-reused' };
};

/** Call it only after `findIdempotencyKey` returned undefined, under the same lock. */
export const saveIdempotencyKey = async (
  tx: Db,
  scope: WorkspaceScope,
  { key, fingerprint }: IdempotencyKey,
  outcome: string,
  now: string,
): Promise<void> => {
  const usedAtMs = Date.parse(now);
  const workspace = inWorkspace(tx, scope);
  await workspace
    .deleteFrom('idempotency_claim')
    .where('claimed_at_ms', '<=', usedAtMs - KEY_LIFETIME_MS)
    .execute();
  await workspace
    .insertInto('idempotency_claim')
    .values({
      claim_key: key,
      fingerprint,
      outcomes: outcome,
      claimed_at_ms: usedAtMs,
    })
    .execute();
};
