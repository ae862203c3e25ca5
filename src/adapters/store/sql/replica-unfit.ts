// Why a read replica cannot be used now.

import type { ReplicaRefusal } from './engine.ts';

export class ReplicaUnfit extends Error {
  readonly refusal: ReplicaRefusal;

  constructor(refusal: ReplicaRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}
