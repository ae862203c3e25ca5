// Puts pinned products at their positions among the ranked ones.

/**
 * The slot of each pin, from 0, among `total` products. A pin with a position gets it, or the next free slot, or if there is none the
 * last free one; earlier pins choose first. Pins without a position then fill the first free slots in their order.
 */
export const slotsOfPins = (positions: readonly (number | undefined)[], total: number): number[] => {
  const free = new FreeSlots(total);
  const slots = positions.map((position) =>
    position === undefined ? undefined : free.takeFrom(Math.min(position, total) - 1),
  );
  return slots.map((slot) => slot ?? free.takeFrom(0));
};

/** Slots from 0 below `total`. Callers never take more than there are. */
class FreeSlots {
  private readonly total: number;
  /** For a taken slot, one after it that may be free. */
  private readonly next = new Map<number, number>();
  private lastFree: number;

  constructor(total: number) {
    this.total = total;
    this.lastFree = total - 1;
  }

  /** The first free slot from here on, or else the last free one. */
  takeFrom(wanted: number): number {
    const after = this.firstFree(wanted);
    const slot = after < this.total ? after : this.findLast();
    this.next.set(slot, slot + 1);
    return slot;
  }

  private firstFree(wanted: number): number {
    let slot = wanted;
    for (let after = this.next.get(slot); after !== undefined; after = this.next.get(slot)) {
      // Later walks skip what this one passed.
      this.next.set(slot, this.next.get(after) ?? after);
      slot = after;
    }
    return slot;
  }

  private findLast(): number {
    while (this.next.has(this.lastFree)) this.lastFree -= 1;
    return this.lastFree;
  }
}

/** One page: `ranked` fills the slots that no pin has. */
export const pageWithPins = <T>(
  pins: readonly { readonly slot: number; readonly value: T }[],
  ranked: readonly T[],
  skip: number,
  limit: number,
): T[] => {
  const bySlot = new Map(pins.map(({ slot, value }) => [slot, value]));
  let before = 0;
  for (const { slot } of pins) if (slot < skip) before += 1;
  const page: T[] = [];
  let next = skip - before;
  for (let slot = skip; slot < skip + limit; slot += 1) {
    const pinned = bySlot.get(slot);
    const value = pinned ?? ranked[next];
    if (value === undefined) break;
    if (pinned === undefined) next += 1;
    page.push(value);
  }
  return page;
};
