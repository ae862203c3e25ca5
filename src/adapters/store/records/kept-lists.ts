// Decoded lists in memory, each with the state of the workspace that it is of. An older one is kept: it is brought up to date
// when it is asked for. No workspace can take the room of all others.

import { RevisionCache } from '../../../domain/revision-cache.ts';
import type { FeedMark } from '../feed/changed-records.ts';
import type { ListContents } from './list-contents.ts';
import type { ListPlace } from './list-rows.ts';
import type { ListedKeys } from './listed-keys.ts';

const LISTS_MAX = 10_000;
const LIST_BYTES_MAX = 32 * 1024 * 1024;

/** What is kept of a list, by its name. */
export interface KeptKinds {
  readonly contents: ListContents;
  readonly keys: ListedKeys;
}

export interface Kept<T> {
  readonly value: T;
  readonly revision: number;
  readonly mark: FeedMark;
}

/** Each list says which state it is of, so a cache by revision is used with one revision for all. */
const forever = { revision: () => 0 };

export class KeptLists {
  readonly #lists = new RevisionCache<Kept<unknown>>(forever, {
    entriesMax: LISTS_MAX,
    sizeMax: LIST_BYTES_MAX,
  });

  find<K extends keyof KeptKinds>(kind: K, place: ListPlace): Kept<KeptKinds[K]> | undefined {
    // What is kept under a kind is of that kind.
    return this.#lists.get(nameOfKept(kind, place)) as Kept<KeptKinds[K]> | undefined;
  }

  keep<K extends keyof KeptKinds>(kind: K, place: ListPlace, kept: Kept<KeptKinds[K]>): void {
    const before = this.find(kind, place);
    // Another request may have read a newer state.
    if (before !== undefined && before.revision > kept.revision) return;
    this.#lists.set(nameOfKept(kind, place), place, 0, kept, kept.value.bytes);
  }

  drop(kind: keyof KeptKinds, place: ListPlace): void {
    this.#lists.delete(nameOfKept(kind, place));
  }
}

/** Tells what is kept of a list from everything else. */
export const nameOfKept = (
  kind: keyof KeptKinds,
  { tenantId, workspaceId, environmentId, model, list, locale }: ListPlace,
): string => JSON.stringify([kind, tenantId, workspaceId, environmentId, model, list, locale]);
