// Decoded lists of records in bounded memory. Each is valid for one position of its workspace's feed: any write ends it.

import type { ListPlace } from './list-rows.ts';

const BYTES_MAX = 32 * 1024 * 1024;

interface Kept {
  readonly head: number;
  readonly value: unknown;
  readonly bytes: number;
}

export class ListCache {
  readonly #kept = new Map<string, Kept>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax = BYTES_MAX) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** `kind` tells what of the list is kept. */
  find<T>(kind: string, place: ListPlace, head: number): T | undefined {
    const key = keyOf(kind, place);
    const kept = this.#kept.get(key);
    if (kept?.head !== head) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value as T;
  }

  keep(kind: string, place: ListPlace, head: number, value: unknown, bytes: number): void {
    const key = keyOf(kind, place);
    this.#drop(key);
    if (bytes > this.#bytesMax) return;
    this.#kept.set(key, { head, value, bytes });
    this.#bytes += bytes;
    // The one that was not used for the longest time is the first.
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

const keyOf = (
  kind: string,
  { tenantId, workspaceId, environmentId, model, list, locale }: ListPlace,
): string => JSON.stringify([kind, tenantId, workspaceId, environmentId, model, list, locale]);
