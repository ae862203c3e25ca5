// What makes a repeated write harmless: a key that was used is kept with what came of it, in the transaction of the write
// itself. One table serves every operation; that a fingerprint names its operation is the caller's business.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { IdempotencyKey } from '../../../domain/ports.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';

const CLAIM_LIFE_MS = 24 * 3_600_000;

export type IdempotencyKeyFound =
  /** The same request came before; the outcome kept then. */
  { readonly kind: 'replayed'; readonly outcome: string } | { readonly kind: 'key-reused' };

/** Undefined when the key is free, or was used too long ago to count. */
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
    .where('claimed_at_ms', '>', Date.parse(now) - CLAIM_LIFE_MS)
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  return row.fingerprint === fingerprint
    ? { kind: 'replayed', outcome: row.outcomes }
    : { kind: 'key-reused' };
};

/** Only after `findIdempotencyKey` found nothing, under the same lock. */
export const saveIdempotencyKey = async (
  tx: Db,
  scope: WorkspaceScope,
  { key, fingerprint }: IdempotencyKey,
  outcome: string,
  now: string,
): Promise<void> => {
  const claimedAtMs = Date.parse(now);
  const workspace = inWorkspace(tx, scope);
  await workspace
    .deleteFrom('idempotency_claim')
    .where('claimed_at_ms', '<=', claimedAtMs - CLAIM_LIFE_MS)
    .execute();
  await workspace
    .insertInto('idempotency_claim')
    .values({
      claim_key: key,
      fingerprint,
      outcomes: outcome,
      claimed_at_ms: claimedAtMs,
    })
    .execute();
};
