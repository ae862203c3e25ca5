// `stats`: what each workspace holds and how it is searched, from counters and recorded searches. No document is read.

import { type SnapshotFile, snapshotsIn } from '../../cli-inspect.ts';
import { loadConfig } from '../../config.ts';
import type { WorkspaceScope } from '../../domain/access/scope.ts';
import { isNear, wordsOf } from '../../domain/limits/limits.ts';
import { HORIZON_DAYS } from '../../domain/terms/popular-terms.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { openStore, type Store } from '../../open-store.ts';
import { type Command, CommandError, EXIT_OK, type Terminal, textOption, UsageError } from '../command.ts';
import { printLine, showText } from '../print.ts';
import { showBytes } from '../show-bytes.ts';

const DAYS = { default: 30, max: HORIZON_DAYS } as const;
const DAY_MS = 86_400_000;
const PAGE = 100;

export const statsCommand: Command = {
  name: 'stats',
  summary: 'Show what each workspace holds, and how it is searched.',
  details:
    'Documents by kind and stored bytes are the counters that limits are checked against. An index takes about as much memory as its snapshot on disk; how much is loaded is told by the metric vitrine_search_bytes of each process. Recorded searches are those of shoppers; they are kept for 90 days.',
  options: {
    tenant: textOption('TENANT', 'Only this tenant.'),
    days: textOption('NUMBER', `Searches of the last days, up to ${DAYS.max}. Default: ${DAYS.default}.`),
  },
  run: async (args, terminal) => {
    const days = readDays(args.text('days'));
    const tenant = args.text('tenant');
    const config = loadConfig();
    const store = await openStore(config);
    try {
      const workspaces = await listWorkspaces(store, tenant);
      if (tenant !== undefined && workspaces.length === 0)
        throw new CommandError(`there is no tenant ${tenant}, or it has no workspace`);
      const since = new Date(Date.now() - days * DAY_MS).toISOString();
      const snapshots = config.searchUrls.length === 0 ? snapshotsIn(config.dataDir) : undefined;
      const all: WorkspaceStats[] = [];
      for (const workspace of workspaces) all.push(await measure(store, workspace, snapshots, since));
      if (args.flag('json')) printLine(terminal, JSON.stringify({ days, workspaces: all.map(toJson) }));
      else if (all.length === 0) printLine(terminal, 'There are no workspaces.');
      else for (const [at, stats] of all.entries()) print(terminal, stats, days, at === 0);
      return EXIT_OK;
    } finally {
      await store.close();
    }
  },
};

const readDays = (text: string | undefined): number => {
  if (text === undefined) return DAYS.default;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > DAYS.max)
    throw new UsageError(`--days must be a whole number from 1 to ${DAYS.max}`);
  return days;
};

const listWorkspaces = async (store: Store, tenant: string | undefined): Promise<WorkspaceScope[]> => {
  const nobody = { tenantId: '', workspaceId: '' };
  const tenants = tenant === undefined ? await listIds(store, nobody, 'tenant') : [tenant];
  const found: WorkspaceScope[] = [];
  for (const tenantId of tenants) {
    const ids = await listIds(store, { tenantId, workspaceId: '' }, 'workspace');
    found.push(...ids.map((workspaceId) => ({ tenantId, workspaceId })));
  }
  return found;
};

const listIds = async (
  store: Store,
  scope: WorkspaceScope,
  kind: 'tenant' | 'workspace',
): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const page = { skip: ids.length, limit: PAGE };
    const { items, total } = await store.listResources(scope, kind, {}, page, undefined);
    ids.push(...items.map(({ object }) => String(object['id'])));
    if (items.length === 0 || ids.length >= total) return ids;
  }
};

type WorkspaceStats = Awaited<ReturnType<typeof measure>>;

const measure = async (
  store: Store,
  workspace: WorkspaceScope,
  snapshots: readonly SnapshotFile[] | undefined,
  since: string,
) => {
  const documents = new Map<string, number>();
  let bytes = 0;
  for (const { kind, objects, bytes: own } of await store.readCounters(workspace)) {
    documents.set(kind, (documents.get(kind) ?? 0) + objects);
    bytes += own;
  }
  const own = snapshots?.filter(
    ({ index }) =>
      typeof index === 'object' &&
      index.scope.tenantId === workspace.tenantId &&
      index.scope.workspaceId === workspace.workspaceId,
  );
  return {
    ...workspace,
    documents: [...documents].sort(([a], [b]) => a.localeCompare(b)),
    bytes,
    snapshots: own && { files: own.length, bytes: own.reduce((total, one) => total + one.bytes, 0) },
    searches: await store.countSearches(workspace, since),
    near: (await store.readUsage(workspace)).flatMap((usage) =>
      usage.used !== undefined && isNear(usage.allowed, usage.used) ? [{ ...usage, used: usage.used }] : [],
    ),
  };
};

const toJson = (stats: WorkspaceStats) => ({
  tenant_id: stats.tenantId,
  workspace_id: stats.workspaceId,
  documents: Object.fromEntries(stats.documents),
  stored_bytes: stats.bytes,
  index_snapshots: stats.snapshots ?? null,
  searches: { total: stats.searches.searches, without_result: stats.searches.withoutResult },
  limits_near: stats.near.map(({ limit, allowed, used, fullest }) => ({
    limit,
    allowed,
    used,
    ...(fullest === undefined ? {} : { fullest }),
  })),
});

const print = (terminal: Terminal, stats: WorkspaceStats, days: number, isFirst: boolean): void => {
  const { tenantId, workspaceId, documents, bytes, snapshots, searches, near } = stats;
  const kinds = documents.map(([kind, objects]) => `${kind} ${objects.toLocaleString('en')}`).join(', ');
  const lines = [
    `Documents  ${kinds === '' ? 'none' : kinds}`,
    `Stored     ${showBytes(bytes)}`,
    snapshots === undefined
      ? 'Indexes    on OpenSearch; "doctor" tells how far behind they are'
      : `Indexes    ${countOf(snapshots.files, 'snapshot')}, ${showBytes(snapshots.bytes)} on disk, about as much in memory`,
    `Searches   ${searches.searches.toLocaleString('en')} in ${countOf(days, 'day')}, ${searches.withoutResult.toLocaleString('en')} without a result`,
    ...near.map(({ limit, allowed, used, fullest }) => {
      const where = fullest === undefined ? '' : ` (in ${showText(fullest)})`;
      const { counted, holder } = wordsOf(limit);
      return `Near       ${counted} per ${holder}: ${used} of ${allowed}${where}`;
    }),
  ];
  printLine(terminal, `${isFirst ? '' : '\n'}${showText(`${tenantId}/${workspaceId}`)}`);
  for (const line of lines) printLine(terminal, `  ${line}`);
};
