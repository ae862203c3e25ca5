// What shoppers do with products. An event is kept as a mark of the visitor, never as the visitor (Decision 0072).

import type { Scope } from '../access/scope.ts';

/** From the weakest sign of interest to the strongest. */
export const eventTypes = ['view', 'click', 'add_to_cart', 'purchase'] as const;
export type EventType = (typeof eventTypes)[number];

/** The events of a catalog are kept for each environment that shows it. */
export interface EventPlace extends Scope {
  readonly catalogId: string;
}

/** However often a visitor repeats an event on a day, it is one. */
export interface ProductEvent extends EventPlace {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly productId: string;
  readonly type: EventType;
  /** A mark that changes every day. */
  readonly visitor: string;
  /** The search that led to the product; `''` if there was none, or if it must not be recorded. */
  readonly term: string;
}

/** A number for each type of event. */
export type EventCounts = Readonly<Record<EventType, number>>;

const DAY_MS = 86_400_000;

/** The day of an instant in milliseconds since 1970, in UTC. */
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The first of so many days, of which the last is that of the instant. */
export const firstDayOf = (days: number, instant: number): string => dayOf(instant - (days - 1) * DAY_MS);

/** The days from the first to that of the instant. */
export const listDays = (days: number, instant: number): string[] =>
  Array.from({ length: days }, (_, ago) => dayOf(instant - ago * DAY_MS));

/** The number of days from one to the other. */
export const daysBetween = (day: string, later: string): number =>
  Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS);
