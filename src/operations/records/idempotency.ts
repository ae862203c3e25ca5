// The claim by which a repeated write is recognised: a key of the caller's own, and a digest of everything he said.

import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '../../domain/ports.ts';
import type { Reach } from './record-access.ts';

/** `said` must hold every value that makes one request another. */
export const idempotencyKeyOf = (
  { owner }: Pick<Reach, 'owner'>,
  key: string | undefined,
  said: readonly unknown[],
): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : {
        key: `${owner}:${key}`,
        fingerprint: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
      };
