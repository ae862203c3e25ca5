// The claim by which a repeated write is recognised: a key of the caller's own, and a digest of everything he said.

import { createHash } from 'node:crypto';
import type { IdempotencyClaim } from '../domain/ports.ts';
import type { Reach } from './record-access.ts';

/** `said` must hold every value that makes one request another. */
export const claimOf = (
  { owner }: Pick<Reach, 'owner'>,
  key: string | undefined,
  said: readonly unknown[],
): IdempotencyClaim | undefined =>
  key === undefined
    ? undefined
    : {
        key: `${owner}:${key}`,
        fingerprint: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
      };
