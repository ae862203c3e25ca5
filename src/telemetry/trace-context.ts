// Trace ids, and the `traceparent` header of W3C Trace Context, version 00. `tracestate` is not read: anybody may write anything into it.

import { randomBytes } from 'node:crypto';

export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller records its part. */
  readonly isSampled: boolean;
}

/** Later versions may append more. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Undefined if it was not sent, was sent twice, or is not valid: then a new trace begins. */
export const readTraceParent = (header: string | undefined): TraceParent | undefined => {
  if (header === undefined) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
};

const DRAWN_BYTES = 8_192;
let digits = '';
let used = 0;

/** Drawn for many at once, which is cheaper than one by one. */
const draw = (count: number): string => {
  if (used + count > digits.length) {
    digits = randomBytes(DRAWN_BYTES).toString('hex');
    used = 0;
  }
  used += count;
  return digits.slice(used - count, used);
};

/** Of zeros alone with a chance of 2 to the power of -128; such an id would only be ignored. */
export const newTraceId = (): string => draw(32);
export const newSpanId = (): string => draw(16);
