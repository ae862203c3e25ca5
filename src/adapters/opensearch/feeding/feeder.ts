// Feeds every catalog of the store. Of all processes, the one that holds the lease does; if it is killed or frozen, another goes on
// from the stored states. While OpenSearch is gone nothing is lost: positions stay, and it catches up by itself.

import { workspaceKey } from '../../../domain/access/scope.ts';
import type { Lease, LeaseStore } from '../../../domain/leases/lease.ts';
import type { Metric } from '../../../domain/metric.ts';
import type { SearchPlaces } from '../../../domain/ports.ts';
import { type HoldingOptions, holdLease } from '../../leases/hold-lease.ts';
import { SearchServerGone } from '../client/search-server-errors.ts';
import { buildCleaner, type Cleaner } from './clean-index.ts';
import type { FeedSettings } from './fed-place.ts';
import { buildFeedStatus, type FeedStatus } from './feed-status.ts';
import { buildFeedTurns } from './feed-turns.ts';
import { findIndexUuid, type IndexSettings, indexOf, prepareIndexes } from './prepare-indexes.ts';
import { buildRefresh } from './refresh-index.ts';
import { buildStates, type States } from './states.ts';

export interface FeederOptions
  extends Omit<HoldingOptions, 'leases'>,
    Pick<FeedSettings, 'server' | 'source'> {
  readonly places: SearchPlaces;
  readonly leases: LeaseStore;
  readonly indexes: IndexSettings;
  readonly onParked: FeedSettings['events']['onParked'];
  /** Feeding goes on. */
  readonly onFailure: (error: unknown) => void;
  readonly pollMs?: number;
}

export interface Feeder {
  /** Something was committed: look now. */
  wake(): void;
  status(): FeedStatus;
  readonly metrics: () => Metric[];
  stop(): Promise<void>;
}

export const FEEDER_LEASE = 'search-feeder';

const POLL_MS = 300;
const TRY_AGAIN_MS = 1_000;
const GONE_PAUSE_MS = 500;

export const startFeeder = (options: FeederOptions): Feeder => {
  const stopping = new AbortController();
  const status = buildFeedStatus(() => options.clock.now());
  const bell = buildBell(options);
  const running = keepFeeding(options, status, bell, stopping.signal);
  return {
    wake: bell.ring,
    status: status.read,
    metrics: status.metrics,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

type Bell = ReturnType<typeof buildBell>;

/** A sleep that ends when somebody rings. */
const buildBell = ({ clock }: Pick<FeederOptions, 'clock'>) => {
  let waking = new AbortController();
  return {
    ring: (): void => waking.abort(),
    sleep: async (ms: number, signal: AbortSignal): Promise<void> => {
      await clock.sleep(ms, AbortSignal.any([waking.signal, signal]));
      if (waking.signal.aborted) waking = new AbortController();
    },
  };
};

type Status = ReturnType<typeof buildFeedStatus>;

const keepFeeding = async (
  options: FeederOptions,
  status: Status,
  bell: Bell,
  stop: AbortSignal,
): Promise<void> => {
  while (!stop.aborted) {
    try {
      await holdLease(
        options,
        FEEDER_LEASE,
        (lease, signal) => {
          status.begin();
          return feed(options, status, bell, lease, signal);
        },
        stop,
      );
    } catch (error) {
      if (!stop.aborted) options.onFailure(error);
    }
    status.end();
    if (!stop.aborted) await options.clock.sleep(TRY_AGAIN_MS, stop);
  }
};

/** Until the lease is lost, or the service stops. */
const feed = async (
  options: FeederOptions,
  status: Status,
  bell: Bell,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> => {
  const { places, indexes, server, clock, onFailure, pollMs = POLL_MS } = options;
  const states = buildStates(server, indexes.prefix);
  const cleaner = buildCleaner({ server, states, places, indexes, signal, now: clock.now });
  const settings = feedSettings(options, status, { states, cleaner, lease, signal });
  const turns = buildFeedTurns(settings, status, clock);
  const heads = new Map<string, number>();
  let isPrepared = false;
  let cleaning: Promise<void> | undefined;
  while (!signal.aborted) {
    try {
      if (!isPrepared) await prepareIndexes(server, indexes);
      isPrepared = true;
      await look(places, heads, turns);
      await turns.run((over) => bell.sleep(pollMs, AbortSignal.any([signal, over])));
      cleaning ??= cleaner
        .run(turns.listFed())
        .then((outdated) => outdated.forEach(turns.add), onFailure)
        .finally(() => {
          cleaning = undefined;
        });
    } catch (error) {
      if (signal.aborted) break;
      onFailure(error);
      // An index may have been deleted.
      isPrepared = false;
      if (error instanceof SearchServerGone) await clock.sleep(GONE_PAUSE_MS, signal);
    }
  }
  await turns.finish();
  await cleaning;
};

/** The places of workspaces that have changed get turns. */
const look = async (
  places: SearchPlaces,
  heads: Map<string, number>,
  turns: ReturnType<typeof buildFeedTurns>,
): Promise<void> => {
  for (const { head, ...workspace } of await places.listHeads()) {
    const key = workspaceKey(workspace);
    if (heads.get(key) === head) continue;
    for (const place of await places.listPlaces(workspace)) turns.add({ ...place, head });
    heads.set(key, head);
  }
};

interface Term {
  readonly states: States;
  readonly cleaner: Cleaner;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

const feedSettings = (
  { server, source, leases, indexes, times, onParked }: FeederOptions,
  status: Status,
  { states, cleaner, lease, signal }: Term,
): FeedSettings => ({
  server,
  source,
  states,
  signal,
  lease,
  onRetry: status.retried,
  refresh: buildRefresh(server),
  isHeld: () => leases.renewLease(lease, times.termMs),
  indexOf: (tenantId) => indexOf(indexes, tenantId),
  findUuid: (index) => findIndexUuid(server, index),
  events: {
    onParked,
    onStarted: cleaner.protect,
    onBuilt: (replaced) => {
      status.built();
      if (replaced !== undefined) cleaner.retire(replaced);
    },
    onGone: cleaner.retire,
  },
});
