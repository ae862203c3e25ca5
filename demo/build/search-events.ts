// Sixty days of searches by sixty visitors, ending the day before the demo's "today". A visitor's term is never a
// prefix of the next one unless it was typed on the way to it, so dropping as-you-type prefixes gives the same list
// whatever pause is allowed.
import type { SearchEventLine } from './bundle-lines.ts';
import { mainCatalogId } from './ids.ts';
import { dayMs, demoNowMs, isoInstant } from './instants.ts';
import type { Random } from './random.ts';
import { randomFor } from './random.ts';
import type { SharedTerm } from './search-terms.ts';
import { fruitlessTerms, personalTerms, sharedTerms } from './search-terms.ts';

const visitorCount = 60;
const dayCount = 60;
const startMs = demoNowMs - dayCount * dayMs;

type Search = { readonly atMs: number; readonly term: string; readonly visitor: string };

export function buildSearchEvents(totalOf: (term: string) => number): SearchEventLine[] {
  assertTermsFitAssortment(totalOf);
  const searches: Search[] = [];
  for (let visitor = 0; visitor < visitorCount; visitor += 1) searches.push(...searchesOf(visitor));
  searches.sort((a, b) => a.atMs - b.atMs || a.visitor.localeCompare(b.visitor, 'en'));
  return searches.map(({ atMs, term, visitor }) => ({
    kind: 'search_event',
    catalog_id: mainCatalogId,
    at: isoInstant(atMs),
    term,
    total: totalOf(term),
    visitor,
  }));
}

function assertTermsFitAssortment(totalOf: (term: string) => number): void {
  for (const term of [...sharedTerms.map((shared) => shared.term), ...personalTerms]) {
    if (totalOf(term) === 0) throw new Error(`"${term}" should find something`);
  }
  for (const term of fruitlessTerms) {
    if (totalOf(term) > 0) throw new Error(`"${term}" should find nothing`);
  }
}

function searchesOf(visitor: number): Search[] {
  const name = `v${String(visitor + 1).padStart(3, '0')}`;
  const random = randomFor(`visitor:${name}`);
  const ownTerms = personalTerms.filter((_, index) => index % visitorCount === visitor);
  // A few visitors come almost daily, most only now and then.
  const sessionCount = 7 + Math.floor(random.fraction() ** 2 * 34);
  const searches: Search[] = [];
  let previousTerm = '';
  for (const atMs of sessionStarts(random, sessionCount)) {
    const term = nextTerm(random, ownTerms, (atMs - startMs) / (demoNowMs - startMs), previousTerm);
    let typedAtMs = atMs;
    for (const typed of [...typedPrefixes(random, term), term]) {
      searches.push({ atMs: typedAtMs, term: typed, visitor: name });
      typedAtMs += random.integer(1, 3) * 1000;
    }
    previousTerm = term;
  }
  return searches;
}

/** Different minutes, in order, so that one session is over before the next begins. */
function sessionStarts(random: Random, count: number): number[] {
  const minutes = new Set<number>();
  while (minutes.size < count) {
    const day = random.integer(0, dayCount - 1);
    minutes.add(day * 1440 + random.integer(6 * 60, 22 * 60));
  }
  return [...minutes].sort((a, b) => a - b).map((minute) => startMs + minute * 60_000);
}

function nextTerm(
  random: Random,
  ownTerms: readonly string[],
  progress: number,
  previousTerm: string,
): string {
  for (;;) {
    const term = drawTerm(random, ownTerms, progress);
    if (previousTerm === '' || !term.startsWith(previousTerm)) return term;
  }
}

function drawTerm(random: Random, ownTerms: readonly string[], progress: number): string {
  const draw = random.fraction();
  if (draw < 0.08) return random.pick(fruitlessTerms);
  if (draw < 0.22 && ownTerms.length > 0) return random.pick(ownTerms);
  const weights = sharedTerms.map((shared) => weightAt(shared, progress));
  let left = random.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, shared] of sharedTerms.entries()) {
    left -= weights[index] ?? 0;
    if (left < 0) return shared.term;
  }
  return random.pick(sharedTerms).term;
}

function weightAt(shared: SharedTerm, progress: number): number {
  if (shared.trend === 'rising') return shared.weight * (0.4 + 1.2 * progress);
  if (shared.trend === 'fading') return shared.weight * (1.6 - 1.2 * progress);
  return shared.weight;
}

/** What a search box sends while the visitor is still typing, shortest first. */
function typedPrefixes(random: Random, term: string): string[] {
  if (term.length < 5 || !random.chance(0.36)) return [];
  const lengths = new Set([random.integer(3, term.length - 1), random.integer(3, term.length - 1)]);
  const prefixes = [...lengths].sort((a, b) => a - b).map((length) => term.slice(0, length).trimEnd());
  return [...new Set(prefixes)];
}
