// Holds events in memory until they are stored, so that no request waits for that or fails. When the buffer is full, every workspace
// keeps an equal share of it: a workspace that sends too many loses its own events, not those of others. And so does a visitor.

import type { EventRecorder, EventStore } from '../../domain/events/event-ports.ts';
import type { ProductEvent } from '../../domain/events/product-event.ts';
import { openWriteBehind, type WriteBehind, type WriteBehindOptions } from '../write-behind.ts';

interface Dependencies extends WriteBehindOptions {
  readonly store: Pick<EventStore, 'appendEvents'>;
  readonly maxBuffered?: number;
}

export interface OpenEventBuffer extends EventRecorder, WriteBehind {}

const MAX_BUFFERED = 10_000;
/** Of one visitor. Nobody looks at as many products between two flushes. */
const MAX_OF_VISITOR = 200;
/** One short step of the store. */
const BATCH_SIZE = 100;

export const openEventBuffer = ({
  store,
  maxBuffered = MAX_BUFFERED,
  ...options
}: Dependencies): OpenEventBuffer => {
  const waiting = new WaitingEvents(maxBuffered);

  const storeWaiting = async (): Promise<void> => {
    // Only as many as wait now: what arrives meanwhile is for the next flush.
    for (let left = waiting.size; left > 0; left -= BATCH_SIZE) {
      const batch = waiting.take(Math.min(left, BATCH_SIZE));
      try {
        await store.appendEvents(batch);
      } catch (error) {
        for (const event of batch) waiting.add(event);
        throw error;
      }
    }
  };

  const behind = openWriteBehind({
    ...options,
    what: 'events',
    count: () => waiting.size,
    dropped: () => waiting.dropped,
    store: storeWaiting,
    drop: () => waiting.drop(),
  });
  return Object.assign(behind, {
    record: (events: readonly ProductEvent[]) => {
      if (behind.isOpen) for (const event of events) waiting.add(event);
    },
  });
};

/** The waiting events of one workspace, each once. */
type Share = Map<string, ProductEvent>;

class WaitingEvents {
  readonly #max: number;
  readonly #shares = new Map<string, Share>();
  /** How many events of each visitor wait. */
  readonly #ofVisitor = new Map<string, number>();
  /** A share that was larger than a fair one when it was last looked at. */
  #large: Share | undefined;
  size = 0;
  dropped = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(event: ProductEvent): void {
    const { tenantId, workspaceId } = event;
    // HTTP rejects NUL, so no two workspaces or events share a key.
    const workspace = `${tenantId}\0${workspaceId}`;
    const share = this.#shares.get(workspace) ?? new Map<string, ProductEvent>();
    const key = keyOf(event);
    if (share.has(key)) return;
    const ofVisitor = this.#ofVisitor.get(event.visitor) ?? 0;
    if (ofVisitor >= MAX_OF_VISITOR || (this.size >= this.#max && !this.#makeRoom(share))) {
      this.dropped += 1;
      return;
    }
    share.set(key, event);
    this.#shares.set(workspace, share);
    this.#ofVisitor.set(event.visitor, ofVisitor + 1);
    this.size += 1;
  }

  #delete(share: Share, key: string, { visitor }: ProductEvent): void {
    share.delete(key);
    this.size -= 1;
    const left = (this.#ofVisitor.get(visitor) ?? 0) - 1;
    if (left > 0) this.#ofVisitor.set(visitor, left);
    else this.#ofVisitor.delete(visitor);
  }

  /** The oldest events, of each workspace in turn. */
  take(count: number): ProductEvent[] {
    const taken: ProductEvent[] = [];
    while (taken.length < count && this.#shares.size > 0) {
      const each = Math.ceil((count - taken.length) / this.#shares.size);
      for (const [workspace, share] of this.#shares) {
        const end = Math.min(taken.length + each, count);
        for (const [key, event] of share) {
          if (taken.length === end) break;
          taken.push(event);
          this.#delete(share, key, event);
        }
        if (share.size === 0) this.#shares.delete(workspace);
      }
    }
    return taken;
  }

  drop(): void {
    this.dropped += this.size;
    this.size = 0;
    this.#shares.clear();
    this.#ofVisitor.clear();
  }

  /** Drops the oldest event of a workspace with more than its share, if the one that needs room has less than that. */
  #makeRoom(needing: Share): boolean {
    const workspaces = this.#shares.size + (needing.size === 0 ? 1 : 0);
    const fair = Math.floor(this.#max / workspaces);
    if (needing.size >= fair) return false;
    if (this.#large === undefined || this.#large.size <= fair) {
      this.#large = this.#shares.values().find((share) => share.size > fair);
    }
    const [oldest] = this.#large ?? [];
    if (this.#large === undefined || oldest === undefined) return false;
    this.#delete(this.#large, ...oldest);
    this.dropped += 1;
    return true;
  }
}

const keyOf = ({ environmentId, catalogId, day, productId, type, visitor }: ProductEvent): string =>
  `${environmentId}\0${catalogId}\0${day}\0${productId}\0${type}\0${visitor}`;
