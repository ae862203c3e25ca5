// Why a read replica cannot be used now.

import type { ReplicaRefusal } from './engine.ts';

export class ReplicaUnfit extends Error {
  readonly refusal: ReplicaRefusal;

  constructor(refusal: ReplicaRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

/** The database itself could not be asked, so nothing is known of the replica. */
export class PrimaryFailed extends Error {}

/** What the database itself returns. */
export const ofPrimary = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch((cause: unknown) => {
    throw new PrimaryFailed('the database cannot be asked', { cause });
  });
