// Ranks terms by the rule of the service: distinct visitors per day, halved for every 7 days of age, over 90 days.
// Terms that found nothing, terms of a single visitor and prefixes typed on the way to the next search do not count.
import type { PopularTermLine, SearchEventLine } from './bundle-lines.ts';
import { mainCatalogId } from './ids.ts';
import { dayMs, demoNowMs, isoDate } from './instants.ts';

const windowDays = 90;
const halfLifeDays = 7;
const minVisitors = 2;

export function buildPopularTerms(events: readonly SearchEventLine[]): PopularTermLine[] {
  const visitorsByTermAndDay = new Map<string, Map<string, Set<string>>>();
  for (const event of withoutTypedPrefixes(events)) {
    if (event.total === 0 || ageInDays(event.at.slice(0, 10)) >= windowDays) continue;
    const days = visitorsByTermAndDay.getOrInsertComputed(event.term, () => new Map());
    days.getOrInsertComputed(event.at.slice(0, 10), () => new Set()).add(event.visitor);
  }
  return [...visitorsByTermAndDay]
    .filter(
      ([, days]) => new Set([...days.values()].flatMap((visitors) => [...visitors])).size >= minVisitors,
    )
    .map(([term, days]) => ({ term, score: scoreOf(days) }))
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .map(({ term }, index) => ({
      kind: 'popular_term',
      catalog_id: mainCatalogId,
      rank: index + 1,
      term,
    }));
}

/** Expects the events in order of time. */
function withoutTypedPrefixes(events: readonly SearchEventLine[]): SearchEventLine[] {
  const nextTermOf = new Map<string, string>();
  return events.toReversed().filter((event) => {
    const next = nextTermOf.get(event.visitor);
    nextTermOf.set(event.visitor, event.term);
    return next === undefined || next === event.term || !next.startsWith(event.term);
  });
}

function scoreOf(days: ReadonlyMap<string, ReadonlySet<string>>): number {
  let score = 0;
  // Summed in order of date, so that rounding is the same on every run.
  for (const day of [...days.keys()].sort()) {
    score += (days.get(day)?.size ?? 0) * 0.5 ** (ageInDays(day) / halfLifeDays);
  }
  return score;
}

function ageInDays(day: string): number {
  return Math.round((Date.parse(isoDate(demoNowMs)) - Date.parse(day)) / dayMs);
}
