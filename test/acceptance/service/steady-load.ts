// Requests at a steady rate, whether or not earlier ones are served: as shoppers come, who do not wait for each other.

import { openWireClient, type WireRequest } from './wire-client.ts';

const TICK_MS = 10;
/** A machine that is too slow for the rate gets fewer: requests that wait too long are refused, which is right but not looked for here. */
const UNDER_WAY_MAX = 40;

export interface SteadyRequest extends WireRequest {
  /** Whatever came of it. */
  readonly onEnd?: () => void;
  /** What is wrong with the response; undefined: nothing. */
  readonly faultOf: (response: { readonly status: number; readonly text: string }) => string | undefined;
}

export interface SteadyLoad {
  readonly failures: readonly string[];
  readonly served: () => number;
  /** Resolves to the requests per second that were sent, once all are served. */
  readonly stop: () => Promise<number>;
}

export const startSteadyLoad = (
  address: string,
  perSecond: number,
  next: (number: number) => SteadyRequest,
): SteadyLoad => {
  const wire = openWireClient(address);
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let skipped = 0;
  let served = 0;
  const send = async (wanted: SteadyRequest): Promise<void> => {
    const fault = await wire.send(wanted).then(wanted.faultOf, String);
    wanted.onEnd?.();
    served += 1;
    if (fault !== undefined) failures.push(`${wanted.method} ${wanted.target}: ${fault}`);
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    for (; sent + skipped < due; ) {
      if (underWay.size >= UNDER_WAY_MAX) {
        skipped += 1;
        continue;
      }
      const sending = send(next(sent)).finally(() => underWay.delete(sending));
      underWay.add(sending);
      sent += 1;
    }
  }, TICK_MS);
  return {
    failures,
    served: () => served,
    stop: async () => {
      clearInterval(timer);
      const seconds = (performance.now() - startedAt) / 1_000;
      await Promise.all(underWay);
      wire.close();
      return sent / seconds;
    },
  };
};
