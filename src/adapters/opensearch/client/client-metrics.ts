// What the client counts.

import type { Metric } from '../../../domain/metric.ts';
import type { Breaker } from './breaker.ts';
import type { ServerNodes } from './server-nodes.ts';

export const buildClientMetrics = (breaker: Pick<Breaker, 'state'>, nodes: Pick<ServerNodes, 'excluded'>) => {
  let calls = 0;
  let tookMs = 0;
  let failures = 0;
  let repeats = 0;
  let refusals = 0;
  return {
    ended: (ms: number, isGood: boolean): void => {
      calls += 1;
      tookMs += ms;
      if (!isGood) failures += 1;
    },
    repeated: (): void => {
      repeats += 1;
    },
    refused: (): void => {
      refusals += 1;
    },
    list: (): readonly Metric[] => [
      counter('calls_total', 'Calls sent to OpenSearch.', calls),
      counter('call_seconds_total', 'How long they took together.', tookMs / 1_000),
      counter(
        'failures_total',
        'Calls without a response in time, or with one that says unavailable.',
        failures,
      ),
      counter('repeats_total', 'Attempts at another node after one failed.', repeats),
      counter(
        'refusals_total',
        'Calls that were not sent: the breaker was open, or the queue full.',
        refusals,
      ),
      gauge(
        'breaker_open',
        'Whether calls fail at once because most failed before.',
        breaker.state() === 'closed' ? 0 : 1,
      ),
      gauge('excluded_nodes', 'Nodes that failed and are left out for a while.', nodes.excluded()),
    ],
  };
};

const counter = (name: string, help: string, value: number): Metric => ({
  name: `search_server_${name}`,
  kind: 'counter',
  help,
  value,
});

const gauge = (name: string, help: string, value: number): Metric => ({
  name: `search_server_${name}`,
  kind: 'gauge',
  help,
  value,
});
