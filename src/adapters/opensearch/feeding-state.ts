// The state of a catalog's documents: which generation is searched, and how far it has followed the feed. Only the feeder writes it.

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
  /** Of the change at `position`. */
  readonly fingerprint: string;
  /** Every object that changed up to here can be found too. Larger than `position` while a new generation is built for the rest. */
  readonly objects_position: number;
  /** Of the change at `objects_position`. */
  readonly objects_fingerprint: string;
  /** The position at which the generation was begun. */
  readonly built_position: number;
  /** The newest position at which somebody asked for a new generation. */
  readonly asked_position: number;
  /** The position of the newest change of what is not in documents: synonyms, rules, facets, ranking, popular terms, the tree. */
  readonly settings_position: number;
  /** The lease under which it was written. */
  readonly token: number;
  /** Objects that the index refused; they are not found. */
  readonly parked: number;
  /** Of the settings that are in all its documents. */
  readonly settings_digest: string;
  /** Of categories and attributes, which are in some of its documents; empty if these have them as they were at different times. */
  readonly named_digest: string;
  /** The size of its dictionary when it was built. */
  readonly words: number;
  /** By language, when the generation was built. */
  readonly average_lengths: { readonly products: AverageLengths; readonly content: AverageLengths };
}
