// A process that wakes up every few milliseconds, on one core, before everything else that wants it. Whenever it is late, the host of
// this (virtual) machine had given that core to others.

import { type Span, sharedNowMs } from '../loop/shared-clock.ts';

/** A message of this process. */
export type LateWakeUp = Span;

const EVERY_MS = 2;
const LATE_MS = 3;

let fromMs = sharedNowMs();
setInterval(() => {
  const toMs = sharedNowMs();
  if (toMs - fromMs > EVERY_MS + LATE_MS) process.send?.({ fromMs, toMs } satisfies LateWakeUp);
  fromMs = toMs;
}, EVERY_MS);

// Otherwise it would run forever.
process.once('disconnect', () => process.exit());
