// What the doctor finds on the servers of a PostgreSQL database.

import type { InspectedServers } from '../cli-inspect.ts';
import { type Finding, ok } from './finding.ts';

const CLOCK_TOLERANCE_MS = 5_000;
const MS_PER_SECOND = 1_000;

const whyUnfit = {
  unreachable: ['cannot be reached', 'start it, or correct VITRINE_STORE_REPLICA_URL'],
  no_standby: ['follows no other server', 'set VITRINE_STORE_REPLICA_URL to standbys only'],
} as const;

export const describeServers = ({ clockAheadMs, replicas }: InspectedServers): Finding[] => {
  const seconds = Math.round(Math.abs(clockAheadMs) / MS_PER_SECOND).toLocaleString('en');
  const clock: Finding =
    Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS
      ? ok('clock', 'The clock of the database server agrees with that of this machine')
      : {
          check: 'clock',
          severity: 'warning',
          message: `The clock of the database server is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} that of this machine`,
          advice:
            'set the clocks of both by NTP: expiry of tokens, campaigns and popular terms depend on them',
        };
  const unfit = replicas.flatMap(({ address, state }): Finding[] => {
    if (state === 'follows') return [];
    const [what, advice] = whyUnfit[state];
    const message = `The replica ${address} ${what}, so its work is done by the primary`;
    return [{ check: 'replicas', severity: 'warning', message, advice }];
  });
  if (replicas.length === 0) return [clock];
  return [
    clock,
    ...(unfit.length > 0 ? unfit : [ok('replicas', `Replicas that follow: ${replicas.length}`)]),
  ];
};
