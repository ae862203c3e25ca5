// How much of each limit a workspace uses, read from its counters. Nothing is counted here.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import {
  type CountedKind,
  type LimitName,
  type Limits,
  limitNames,
  limitsOfKind,
} from '../../../domain/limits/limits.ts';
import type { KindCount, UsageStore } from '../../../domain/limits/usage-ports.ts';
import type { Db } from '../sql/engine.ts';
import { readRows } from '../sql/key-range.ts';
import { workspacePrefix } from '../sql/scoped-query.ts';

const ROWS_AT_ONCE = 500;

interface Used {
  readonly used: number;
  readonly fullest: string | undefined;
}

export const buildReadUsage =
  (db: Db, limits: Limits): UsageStore['readUsage'] =>
  async ({ tenantId, workspaceId }) => {
    const most = new Map<LimitName, Used>();
    const note = (limit: LimitName | undefined, used: number, place: string): void => {
      if (limit === undefined || used < (most.get(limit)?.used ?? 0)) return;
      most.set(limit, { used, fullest: place === '' || used === 0 ? undefined : place });
    };
    const noteRows = async (workspace_id: string, noteRow: (row: Counter) => void): Promise<void> => {
      for await (const row of readAll(db, { tenantId, workspaceId: workspace_id })) noteRow(row);
    };
    await noteRows('', ({ bytes }) => note('stored_bytes_per_tenant', bytes, ''));
    await noteRows(workspaceId, ({ place, kind, objects, parts }) => {
      if (kind === '') note('objects_per_workspace', objects, '');
      else {
        note(limitsOfKind[kind].objects, objects, place);
        note(limitsOfKind[kind].parts, parts, place);
      }
    });
    return limitNames.map((limit) => ({ limit, allowed: limits[limit], ...usedOf(limit, most.get(limit)) }));
  };

export const buildReadCounters =
  (db: Db): UsageStore['readCounters'] =>
  async (workspace) => {
    const counts: KindCount[] = [];
    for await (const { kind, place, objects, bytes } of readAll(db, workspace))
      if (kind !== '') counts.push({ kind, place, objects, bytes });
    return counts;
  };

async function* readAll(db: Db, workspace: WorkspaceScope): AsyncGenerator<Counter> {
  const set = { table: 'usage' as const, prefix: workspacePrefix(workspace), key: ['place', 'kind'] };
  const columns = ['objects', 'bytes', 'parts'];
  for await (const rows of readRows(db, set, { columns, rowsAtOnce: ROWS_AT_ONCE })) {
    // `readRows` types every column as text; these three are numbers.
    yield* rows as unknown as readonly Counter[];
  }
}

interface Counter {
  readonly place: string;
  readonly kind: CountedKind | '';
  readonly objects: number;
  readonly bytes: number;
  readonly parts: number;
}

const ownLimits = new Set(Object.values(limitsOfKind).map(({ own }) => own));

const usedOf = (limit: LimitName, found: Used | undefined) =>
  ownLimits.has(limit) ? { used: undefined, fullest: undefined } : (found ?? { used: 0, fullest: undefined });
