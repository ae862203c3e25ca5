// The counts of terms on one day as text: numbers of variable length in base64, so that those of a month are added up in
// milliseconds. Terms are given by their places in the sorted list.

import {
  LOW_TOTAL_MAX,
  type OtherSums,
  type PeriodSums,
  type TermDayCounts,
} from '../../../domain/terms/search-report.ts';
import { parseStored } from '../sql/stored-json.ts';

/** What a day adds. */
interface PackedDay {
  readonly others: OtherSums;
  readonly counts: string;
}

/** Small enough to add up in about a millisecond. */
const TERMS_IN_PART = 4_000;

/** `day`: its terms by place, in order. The terms of the first part are joined by the sums of the others. */
export const packDay = (
  day: readonly (readonly [place: number, counts: TermDayCounts])[],
  others: OtherSums,
): string[] => {
  const parts: string[] = [];
  for (let start = 0; start === 0 || start < day.length; start += TERMS_IN_PART) {
    const bytes: number[] = [];
    let last = 0;
    for (const [place, counts] of day.slice(start, start + TERMS_IN_PART)) {
      const { searches, visitors, zeros, found, low } = counts;
      for (const number of [place - last, searches, visitors, zeros, found, low.size]) pack(bytes, number);
      for (const [total, count] of [...low].sort(([a], [b]) => a - b)) {
        pack(bytes, total);
        pack(bytes, count);
      }
      last = place;
    }
    const none = { terms: 0, searches: 0, zeros: 0 };
    const part: PackedDay = {
      others: start === 0 ? others : none,
      counts: Buffer.from(bytes).toString('base64'),
    };
    parts.push(JSON.stringify(part));
  }
  return parts;
};

const pack = (bytes: number[], number: number): void => {
  let rest = number;
  // Sums of totals may exceed 32 bits.
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
};

export const noSums = (terms: number): PeriodSums => ({
  searches: new Float64Array(terms),
  visitors: new Float64Array(terms),
  zeros: new Float64Array(terms),
  found: new Float64Array(terms),
  low: new Float64Array(terms),
  others: { terms: 0, searches: 0, zeros: 0 },
});

/** Adds a part of a day. */
export const addPacked = (sums: PeriodSums, text: string, lowTotal: number): void => {
  const { others, counts } = parseStored<PackedDay>(text);
  sums.others.terms += others.terms;
  sums.others.searches += others.searches;
  sums.others.zeros += others.zeros;
  const bytes = Buffer.from(counts, 'base64');
  const { searches, visitors, zeros, found, low } = sums;
  let at = 0;
  const next = (): number => {
    let byte = bytes[at++] ?? 0;
    if (byte < 128) return byte;
    let number = 0;
    let unit = 1;
    for (; byte >= 128; byte = bytes[at++] ?? 0) {
      number += (byte - 128) * unit;
      unit *= 128;
    }
    return number + byte * unit;
  };
  const add = (column: Float64Array, place: number, number: number): void => {
    column[place] = (column[place] ?? 0) + number;
  };
  for (let place = 0; at < bytes.length; ) {
    place += next();
    add(searches, place, next());
    add(visitors, place, next());
    add(zeros, place, next());
    add(found, place, next());
    for (let pairs = next(); pairs > 0; pairs -= 1) {
      const total = next();
      const count = next();
      if (total <= Math.min(lowTotal, LOW_TOTAL_MAX)) add(low, place, count);
    }
  }
};
