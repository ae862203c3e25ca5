// How a repeated write is recognized: the key that the caller chose, and a digest of the whole request.

import { createHash } from 'node:crypto';
import type { IdempotencyKey } from '../../domain/records/publication.ts';
import type { Reach } from './record-access.ts';

/** `requestParts` must contain every value that distinguishes one request from another. */
export const idempotencyKeyOf = (
  { owner }: Pick<Reach, 'owner'>,
  key: string | undefined,
  requestParts: readonly unknown[],
): IdempotencyKey | undefined =>
  key === undefined
    ? undefined
    : {
        key: `${owner}:${key}`,
        fingerprint: createHash('sha256').update(JSON.stringify(requestParts)).digest('hex'),
      };
