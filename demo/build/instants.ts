// Instants of the demo, all derived from fixed dates: the clock of the machine is never read.
// Everything is UTC, whole seconds, written as `2026-01-02T03:04:05Z`.
import type { Random } from './random.ts';

export const dayMs = 86_400_000;

/** The "today" of the demo: popular terms are scored as of this instant. */
export const demoNowMs = Date.UTC(2026, 10, 14);

export function isoInstant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

export function isoDate(ms: number): string {
  return isoInstant(ms).slice(0, 10);
}

/** A moment in office hours on some day of the given range of days, both ends included. */
export function officeMoment(random: Random, fromMs: number, toMs: number): number {
  const days = Math.floor((toMs - fromMs) / dayMs);
  return fromMs + random.integer(0, days) * dayMs + random.integer(7 * 3600, 17 * 3600) * 1000;
}
