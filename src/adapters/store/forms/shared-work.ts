// Work that several requests need at the same time is done once: the first does it, for its own budget, and the others wait.
// If it fails, the next one does it.

import type { RequestBudget } from '../../../domain/limits/request-budget.ts';

type Waiting = Pick<RequestBudget, 'releasePermit'>;

export class SharedWork<T> {
  readonly #underWay = new Map<string, Promise<T>>();

  /** The key tells the work from every other. */
  async run(key: string, budget: Waiting, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const other = this.#underWay.get(key);
      if (other === undefined) break;
      // Whoever does the work may need a permit to finish.
      budget.releasePermit();
      const done = await other.then(
        (value) => ({ value }),
        () => undefined,
      );
      if (done !== undefined) return done.value;
    }
    const own = work().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, own);
    return own;
  }

  /** Resolves when work that has begun before the call is over, whatever came of it. */
  async settled(key: string, budget: Waiting): Promise<void> {
    const other = this.#underWay.get(key);
    if (other === undefined) return;
    budget.releasePermit();
    await other.catch(() => undefined);
  }
}
