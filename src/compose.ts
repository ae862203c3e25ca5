// Picks the adapters, except the store, and wires all parts of the service. It does not listen or read the environment.

import { randomUUID } from 'node:crypto';
import { buildCachedStore } from './adapters/cached-store/cached-store.ts';
import { buildSiteverify } from './adapters/captcha/siteverify.ts';
import { shareOfThreads } from './adapters/embedded-search/query/search-threads.ts';
import type { LeasedSchedule } from './adapters/leases/leased-schedule.ts';
import { startMaintenance } from './adapters/leases/maintenance.ts';
import { MainThreadShare } from './adapters/scheduling/main-thread-share.ts';
import { buildMeter } from './adapters/scheduling/metered-requests.ts';
import { buildTimeSlices, realClock, type TimeSlices } from './adapters/scheduling/time-slices.ts';
import { openVisitorSecret } from './adapters/store/access/visitor-secret.ts';
import { buildReplicaMetrics } from './adapters/store/replica-metrics.ts';
import { logStore } from './adapters/store/store-log.ts';
import { buildStoreMetrics } from './adapters/store/store-metrics.ts';
import { openThreadedBulk } from './adapters/threaded-bulk/threaded-bulk.ts';
import type { ThreadEvents } from './adapters/threaded-requests/request-thread.ts';
import {
  openThreadedRequests,
  type ThreadedRequests,
} from './adapters/threaded-requests/threaded-requests.ts';
import type { Config } from './config.ts';
import type { CaptchaVerifier } from './domain/forms/submission-ports.ts';
import { settingOf } from './domain/limits/limits.ts';
import { buildRateLimiter } from './domain/limits/rate-limit.ts';
import type { NearLimit } from './domain/limits/usage-ports.ts';
import type { Metric, StoreMetrics } from './domain/metric.ts';
import type { ChangeSignal } from './domain/ports.ts';
import { countedRoutes } from './http/count-responses.ts';
import type { LargeRequestLimits } from './http/input/large-request-slots.ts';
import { buildServer, type Server, type ServerDependencies } from './http/server.ts';
import { objectReader } from './import/read-object.ts';
import { removeAbandonedFolders } from './import/spool/spool-folder.ts';
import { receiveUpload } from './import/upload/receive-upload.ts';
import { openHandleMessage } from './mcp/handle-message.ts';
import { openRuntimeMetrics, type RuntimeMetrics } from './metrics/runtime-metrics.ts';
import { buildServiceMetrics, type ServiceMetrics } from './metrics/service-metrics.ts';
import type { MetricValues } from './metrics/worker-metrics.ts';
import { openRecorders } from './open-recorders.ts';
import { type OpenedSearch, openSearch, searchThreadsOf } from './open-search.ts';
import { openStore, type Store } from './open-store.ts';
import { openTelemetryOf } from './open-telemetry.ts';
import { buildOperations, type OperationParts } from './operations/all-operations.ts';

/** Concurrent bulk requests. They share one write lock anyway. */
const BULK_THREADS_MAX = 2;
const MEBIBYTE = 1024 * 1024;

export interface Service {
  readonly store: Store;
  readonly server: Server;
  /** Starts to prepare search indexes. Resolves when they are ready, or after `maxMs`: by default the time that a request would wait. */
  readonly warm: (maxMs?: number) => Promise<void>;
  readonly metricValues: () => Promise<MetricValues[]>;
  /** Maintains the store on its schedule, unless another process does. */
  readonly startMaintenance: () => void;
  /** Stops maintenance, flushes buffers and closes the store. The server must have stopped. */
  readonly close: () => Promise<void>;
}

export interface ServiceOptions extends Pick<ServerDependencies, 'drawImage' | 'demo'> {
  /** What a scrape gets; absent: the metrics of this process. */
  readonly metricsText?: () => Promise<string>;
  /** The number of this process among several that serve. */
  readonly worker?: number;
  /** Where the log goes; absent: standard error. */
  readonly logStream?: { write(line: string): void };
}

export const openService = async (
  config: Config,
  { metricsText, worker, logStream = process.stderr, ...shown }: ServiceOptions = {},
): Promise<Service> => {
  const mcp = config.mcp ? await openHandleMessage() : undefined;
  const metrics = buildServiceMetrics(countedRoutes, (...wait) => telemetry?.waited(...wait));
  const telemetry = await openTelemetryOf(config, worker, metrics, () => server.log);
  const onNear = ({ workspace, limit, allowed, used }: NearLimit): void =>
    server.log.warn({ ...workspace, limit, allowed, used, setting: settingOf(limit) }, 'a limit is near');
  const store = await openStore({ ...config, metrics: metrics.store, onNear });
  await removeAbandonedFolders(config.dataDir);
  const now = () => new Date();
  const recorders = openRecorders(config, store, metrics, now, (...words) => server.log.warn(...words));
  const reads = buildCachedStore(store);
  const share = new MainThreadShare();
  const search = await openSearch(config, store, share, {
    tell: (...words) => server.log.info(...words),
    failed: (error) => server.log.error(error, 'search index work failed'),
    log: (level, values, text) => server.log[level](values, text),
    waited: (ms) => metrics.requests.waited('search', ms),
  });
  const bulk = openBulk(config, store, metrics, onNear);
  const visitorSecret = await openVisitorSecret(config, store);
  const slices = buildTimeSlices(realClock);
  const onFailed = (error: unknown) => server.log.error(error, 'the thread for long requests ended');
  const aside = openThreaded(config, store, { slices, share, onFailed, onNear }, metrics.store);
  const parts: OperationParts = {
    ...portsOf(store),
    storeIn: reads.inScope,
    searchIndex: search.index,
    reader: objectReader,
    runBulk: bulk.run,
    runImport: bulk.runImport,
    visitorSecret,
    popularTermsMinVisitors: config.popularTermsMinVisitors,
    events: recorders.events,
    limiter: buildRateLimiter(config.formSubmissionsPerMinute),
    captcha: captchaOf(config, (reason) => server.log.warn({ reason }, 'captcha verifier failed')),
    meter: buildMeter(slices, { matchAside: aside.matchAside }),
    longReads: aside.reads,
    newId: randomUUID,
    now,
  };
  const runtime = gatherMetrics(metrics, store, search, aside);
  const server = buildServer({
    operations: buildOperations(telemetry?.tracePorts(parts) ?? parts),
    beginTrace: telemetry?.beginTrace,
    directory: reads,
    recorder: recorders.searches,
    signal: signalOf(store, search),
    noteReader: (tenantId) => share.note(tenantId),
    largeQueries: largeQueriesOf(config),
    largeWrites: aside.writes,
    positions: store,
    isReady: () => store.ping().then(search.readiness),
    metrics: { ...metrics, text: metricsText ?? metrics.text },
    visitorSecret,
    operatorToken: config.operatorToken,
    mcp,
    ...shown,
    config: { ...config, worker, logStream: telemetry?.tapLog(logStream) ?? logStream },
  });
  logStore(server.log, store, worker);
  telemetry?.start();
  let maintenance: LeasedSchedule | undefined;
  return {
    store,
    server,
    warm: (maxMs = config.searchWaitMs) => search.warm(maxMs),
    metricValues: metrics.values,
    startMaintenance: () => {
      maintenance = startMaintenanceOf(config, store, server.log, metrics);
    },
    close: async () => {
      await maintenance?.stop();
      for (const part of [bulk, aside, recorders, search, store]) await part.close();
      await telemetry?.close();
      runtime.close();
    },
  };
};

/** The ports of operations that the store has itself. */
const portsOf = (store: Store) => ({
  publisher: store,
  records: store,
  recordsIn: store.recordsIn,
  resources: store,
  modelTexts: store,
  tokens: store,
  submissions: store,
  usage: store,
  eventStore: store,
  searchReports: store,
});

/** Adds the metrics that others store. */
const gatherMetrics = (
  metrics: ServiceMetrics,
  store: Store,
  ...others: readonly { readonly metrics: () => readonly Metric[] }[]
): RuntimeMetrics => {
  for (const gather of [buildStoreMetrics(store.health), buildReplicaMetrics(store)]) metrics.gather(gather);
  for (const other of others) metrics.gather(other.metrics);
  return openRuntimeMetrics(metrics);
};

/** Where the data is, for other threads. */
const placeOf = ({ dataDir, storeUrl, storeReplicaUrls }: Config) => ({
  dataDir,
  storeUrl,
  storeReplicaUrls,
});

/** Both revisions only grow, so their sum changes if and only if one of them does. */
const signalOf = (store: ChangeSignal, search: Pick<OpenedSearch, 'revision'>): ChangeSignal => ({
  revision: (workspace) => store.revision(workspace) + search.revision(workspace),
  nonProductRevision: (workspace) => store.nonProductRevision(workspace) + search.revision(workspace),
  accessRevision: (workspace) => store.accessRevision(workspace),
});

/** As many as there are search threads for one tenant: more would only wait for them. */
const largeQueriesOf = (config: Config): LargeRequestLimits => ({
  ofTenantMax: shareOfThreads(searchThreadsOf(config)),
  waitMaxMs: config.searchDeadlineMs,
});

interface AsideParts extends Pick<ThreadEvents, 'onFailed'> {
  readonly slices: TimeSlices;
  readonly share: MainThreadShare;
  readonly onNear: (near: NearLimit) => void;
}

const openThreaded = (
  { dataDir, storeUrl, limits, popularTermsMinVisitors }: Config,
  store: Store,
  { slices, share, onFailed, onNear }: AsideParts,
  metrics: StoreMetrics,
): ThreadedRequests =>
  openThreadedRequests(
    new URL('./workers/long-requests.ts', import.meta.url),
    { dataDir, storeUrl, storage: store.health.share, limits, popularTermsMinVisitors },
    {
      meterWith: (mayLeave) =>
        buildMeter(slices, {
          mayLeave,
          onSpent: (tenantId, units) => share.take(tenantId, units),
        }),
      ...{ positions: store, share, onFailed, onNews: tellNews(metrics, onNear) },
    },
  );

/** What the thread for long requests has to say beside its results. */
const tellNews =
  (metrics: StoreMetrics, onNear: (near: NearLimit) => void): ThreadEvents['onNews'] =>
  (news) => {
    if (news.kind === 'near') onNear(news.near);
    else if (news.kind === 'waited-to-write') metrics.waitedToWrite(news.tookMs);
    else if (news.kind === 'flushed') metrics.flushed(news.tookMs, news.isDone);
  };

const openBulk = (
  { dataDir, storeUrl, limits, importMaxMiB, importSeconds, importWriteSeconds }: Config,
  { assertWritable, health, catchUp }: Store,
  { requests }: ServiceMetrics,
  onNear: (near: NearLimit) => void,
) => {
  const maxBytes = importMaxMiB * MEBIBYTE;
  return openThreadedBulk(new URL('./workers/run-bulk.ts', import.meta.url), dataDir, BULK_THREADS_MAX, {
    assertWritable,
    storeUrl,
    storage: health.share,
    onPermit: (waitedMs) => requests.waited('bulk', waitedMs),
    limits,
    importLimits: { maxBytes, maxMs: importSeconds * 1_000, writeMaxMs: importWriteSeconds * 1_000 },
    receive: (upload) => receiveUpload(upload, dataDir, maxBytes),
    onNear,
    catchUp,
  });
};

const startMaintenanceOf = (
  config: Config,
  store: Store,
  log: Server['log'],
  metrics: ServiceMetrics,
): LeasedSchedule | undefined => {
  if (config.popularTermsRefreshMinutes === 0) return undefined;
  const schedule = startMaintenance({
    module: new URL('./workers/maintain-store.ts', import.meta.url),
    leases: store,
    everyMinutes: config.popularTermsRefreshMinutes,
    log,
    ...placeOf(config),
    minVisitors: config.popularTermsMinVisitors,
    popularityMinVisitors: config.popularityMinVisitors,
    eventRetentionDays: config.eventRetentionDays,
    storage: store.health.share,
  });
  metrics.gather(schedule.metrics);
  return schedule;
};

const captchaOf = (
  { captchaVerifyUrl: url, captchaSecret: secret }: Config,
  onFailure: (reason: string) => void,
): CaptchaVerifier | undefined =>
  url === undefined || secret === undefined ? undefined : buildSiteverify({ url, secret, onFailure });
