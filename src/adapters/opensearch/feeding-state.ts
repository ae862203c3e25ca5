// The state of a catalog's documents: which generation answers, and how far it has followed the feed. Only the feeder writes it.

import type { AverageLengths } from './documents/text-fields.ts';

export interface FeedingState {
  readonly tenant: string;
  readonly workspace: string;
  readonly environment: string;
  readonly catalog: string;
  readonly generation: number;
  /** The index of its documents. */
  readonly index: string;
  /** An index that was deleted and created again has another, and no documents. */
  readonly index_uuid: string;
  /** Every change up to here can be found. */
  readonly position: number;
  /** The position of the newest change of what is not in documents: synonyms, rules, facets, ranking, popular terms, the tree. */
  readonly settings_position: number;
  /** Of the change at `position`. */
  readonly fingerprint: string;
  /** The lease under which it was written. */
  readonly token: number;
  /** Objects that the index refused; they are not found. */
  readonly parked: number;
  /** Of the settings that are in its documents. */
  readonly settings_digest: string;
  /** By language, when the generation was built. */
  readonly average_lengths: { readonly products: AverageLengths; readonly content: AverageLengths };
}
