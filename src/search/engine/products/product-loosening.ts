// Whether a term finds enough products by the strict rule (Decision 0030): counted while a query runs, whatever else it asks, so that
// a term that finds enough costs nothing more.

import { ENOUGH_FOUND, mayLoosen, productRule } from '../../matching.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import type { ProductSegment } from './product-segment.ts';
import { answeringTexts, matchTerm, type TermSearch } from './product-term-match.ts';
import { countLiving, type Found } from './product-word-sets.ts';

export class StrictTally {
  /** Products that hold the term; no more are counted than are enough. */
  private found = 0;
  private segments = 0;
  /** Where nothing meets the other criteria, so that nobody has looked for the term. */
  private readonly passedOver: ProductSegment[] = [];

  /** What holds the term in a segment. */
  add(segment: ProductSegment, term: readonly Found[] | undefined): void {
    this.segments += 1;
    for (const set of term ?? []) {
      const missing = ENOUGH_FOUND - this.found;
      if (missing > 0) this.found += countLiving(set, segment.alive, missing);
    }
  }

  passOver(segment: ProductSegment): void {
    this.passedOver.push(segment);
  }

  /** To be asked at the end. Takes scratch. */
  isTooLittle(search: TermSearch, segments: readonly ProductSegment[]): boolean {
    // Where nothing meets the other criteria anywhere, nothing would be added.
    if (this.found >= ENOUGH_FOUND || this.segments === 0 || !gainsByLoosening(search, segments))
      return false;
    for (const segment of this.passedOver) {
      releaseScratch();
      this.add(segment, matchTerm(segment, search));
      if (this.found >= ENOUGH_FOUND) return false;
    }
    return true;
  }
}

const gainsByLoosening = ({ locales, resolveIn }: TermSearch, segments: readonly ProductSegment[]): boolean =>
  segments.some((segment) =>
    answeringTexts(segment, locales).some(({ index }) => {
      const resolved = resolveIn(index.language);
      const ruleOf = (isLoose: boolean) => productRule(resolved, resolved.statistics.documents, isLoose);
      return mayLoosen(resolved.words, ruleOf(false), ruleOf(true));
    }),
  );
