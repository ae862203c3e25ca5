// Decides which requests are recorded, as OTEL_TRACES_SAMPLER says.

import type { Sampling } from '../config/telemetry-variables.ts';
import type { TraceParent } from './trace-context.ts';

export type IsSampled = (parent: TraceParent | undefined, traceId: () => string) => boolean;

/** Of the last 14 digits, which are random in ids of either version of W3C Trace Context. */
const RANDOM_DIGITS = 14;
const RANDOM_VALUES = 16 ** RANDOM_DIGITS;

export const buildSampler = ({ isParentBased, ratio }: Sampling): IsSampled => {
  const isInRatio: IsSampled =
    ratio === 0 || ratio === 1
      ? () => ratio === 1
      : // Every service that sees this id decides alike.
        (_parent, traceId) => Number.parseInt(traceId().slice(-RANDOM_DIGITS), 16) < ratio * RANDOM_VALUES;
  return (parent, traceId) =>
    isParentBased && parent !== undefined ? parent.isSampled : isInRatio(parent, traceId);
};
