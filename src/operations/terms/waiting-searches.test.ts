// Waiting searches against a plain map of objects, over random notes, batches, failures and repeats.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/fixtures/long-runs.ts';
import type { SearchEvent } from '../../domain/terms/popular-terms.ts';
import { type SearchPlace, WaitingSearches } from './waiting-searches.ts';

/** Of some, the columns have just as many rows. */
const MAXIMA = [1, 4, 5, 8];

const PLACES: readonly SearchPlace[] = ['c1', 'c2'].map((catalogId) => ({
  tenantId: 't',
  workspaceId: 'w',
  catalogId,
}));

/** A map keeps the order in which they came. */
class NaiveWaiting {
  readonly searches = new Map<string, { event: SearchEvent; isNotedAgain: boolean }>();
  taken: string[] = [];
  readonly max: number;

  constructor(max: number) {
    this.max = max;
  }

  note(place: SearchPlace, visitor: string, term: string, total: number, time: number): boolean {
    const key = JSON.stringify([place.catalogId, visitor, term]);
    const known = this.searches.get(key);
    if (known === undefined && this.searches.size === this.max) return false;
    const event = { ...place, visitor, term, total, at: new Date(time).toISOString() };
    if (known === undefined) this.searches.set(key, { event, isNotedAgain: false });
    else Object.assign(known, { event, isNotedAgain: true });
    return true;
  }

  take(count: number): SearchEvent[] {
    this.taken = [...this.searches.keys()].slice(0, count);
    return this.taken.map((key) => {
      const search = this.searches.get(key);
      assert.ok(search);
      search.isNotedAgain = false;
      return search.event;
    });
  }

  end(isStored: boolean): void {
    for (const key of this.taken) {
      const search = this.searches.get(key);
      assert.ok(search);
      this.searches.delete(key);
      if (!isStored || search.isNotedAgain) this.searches.set(key, search);
    }
    this.taken = [];
  }
}

const noted = fc.record({
  place: fc.constantFrom(...PLACES),
  // The first two begin alike, and so do the terms.
  visitor: fc.constantFrom('visitor one', 'visitor two', 'another'),
  term: fc.constantFrom('shoe', 'shoes', ''),
  total: fc.nat(3_000_000_000),
  time: fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
});

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: noted },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: Math.max(...MAXIMA) + 1 }) },
    fc.constantFrom('stored' as const, 'refused' as const, 'clear' as const),
  ),
  { maxLength: 60 },
);

test('searches wait once each, in order, as the newest, within the bound', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MAXIMA), steps, (max, given) => {
      const [waiting, naive] = [new WaitingSearches(max), new NaiveWaiting(max)];
      for (const step of given) {
        if (typeof step === 'object') {
          const { place, visitor, term, total, time } = step;
          const fits = waiting.note(place, visitor, term, total, time);
          assert.equal(fits, naive.note(place, visitor, term, total, time));
        } else if (typeof step === 'number') {
          naive.end(false);
          waiting.putTakenBack();
          assert.deepEqual(waiting.take(step), naive.take(step));
        } else if (step === 'clear') {
          waiting.clear();
          naive.searches.clear();
          naive.taken = [];
        } else {
          if (step === 'stored') waiting.forgetTaken();
          else waiting.putTakenBack();
          naive.end(step === 'stored');
        }
        assert.equal(waiting.size, naive.searches.size);
      }
      waiting.putTakenBack();
      naive.end(false);
      assert.deepEqual(waiting.take(max), naive.take(max));
    }),
    { numRuns: runs(300, 20_000) },
  );
});
