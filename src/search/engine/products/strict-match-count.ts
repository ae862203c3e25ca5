// Whether a term finds enough products by the strict rule (Decision 0030). Counted while the query runs, whatever
// else it asks, so a term that finds enough costs nothing more.

import { mayRelax, productRule, RELAX_BELOW } from '../../matching.ts';
import { releaseScratch } from '../packing/bitset-scratch.ts';
import type { ProductSegment } from './product-segment.ts';
import { effectiveTexts, matchTerm, type TermSearch } from './product-term-match.ts';
import { countLive, type Found } from './product-word-sets.ts';

export class StrictMatchCount {
  /** Products that match the term; counting stops at RELAX_BELOW. */
  private found = 0;
  /** Segments where the other criteria match nothing, so the term was not searched. */
  private readonly skipped: ProductSegment[] = [];

  /** Adds the matches of the term in a segment. */
  add(segment: ProductSegment, term: readonly Found[] | undefined): void {
    for (const set of term ?? []) {
      const missing = RELAX_BELOW - this.found;
      if (missing > 0) this.found += countLive(set, segment.alive, missing);
    }
  }

  skipSegment(segment: ProductSegment): void {
    this.skipped.push(segment);
  }

  /** Call at the end. Uses scratch arrays. */
  foundTooFew(search: TermSearch, segments: readonly ProductSegment[]): boolean {
    if (this.found >= RELAX_BELOW || !gainsFromRelaxing(search, segments)) return false;
    // Also if the other criteria match nothing anywhere: the facet of one of them is counted without it.
    for (const segment of this.skipped) {
      releaseScratch();
      this.add(segment, matchTerm(segment, search));
      if (this.found >= RELAX_BELOW) return false;
    }
    return true;
  }
}

const gainsFromRelaxing = (
  { locales, resolveIn }: TermSearch,
  segments: readonly ProductSegment[],
): boolean =>
  segments.some((segment) =>
    effectiveTexts(segment, locales).some(({ index }) => {
      const resolved = resolveIn(index.language);
      const ruleOf = (isRelaxed: boolean) => productRule(resolved, resolved.statistics.documents, isRelaxed);
      return mayRelax(resolved.words, ruleOf(false), ruleOf(true));
    }),
  );
