// Counts what each workspace stores, in the transaction that changes it, and enforces the limits there (Decision 0025). Of two
// writers that would exceed a limit together, the second one sees what the first one used. Nothing is ever recounted.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import { limitExceeded } from '../../../domain/failures/failures.ts';
import {
  type CountedKind,
  findExcess,
  isNear,
  type LimitName,
  limitsOfKind,
} from '../../../domain/limits/limits.ts';
import type { LimitSettings, NearLimit } from '../../../domain/limits/usage-ports.ts';
import type { ListIndex } from '../list-index-port.ts';
import type { RecordIndex } from '../record-index-port.ts';
import type { Db, Engine, WriteOptions } from '../sql/engine.ts';
import type { FeedRows } from '../sql/feed-rows.ts';
import { type AttributeNames, buildAttributeNames } from './attribute-names.ts';
import type { Measure } from './measure.ts';
import {
  buildUsageRows,
  type CounterKey,
  type CounterRow,
  type Counts,
  difference,
  isNothing,
  type Three,
  type UsageRows,
} from './usage-rows.ts';

export interface UsageWriter {
  /** Counts that `before` was replaced by `after`. If it throws `limitExceeded`, it has counted nothing. */
  replace(workspace: WorkspaceScope, before: Measure | undefined, after: Measure | undefined): Promise<void>;
  /** Called when a catalog or a form is deleted with everything in it. */
  clearPlace(workspace: WorkspaceScope, place: string): Promise<void>;
  /** Called before a workspace is deleted: subtracts it from the tenant. Its own counters are deleted with it. */
  clearWorkspace(workspace: WorkspaceScope): Promise<void>;
}

/** Prepared once per store. */
export interface UsageKeeper {
  begin(tx: Db): UsageWriter & { finish(): Promise<NearLimit[]> };
  warn(near: readonly NearLimit[]): void;
}

/** An engine with what every write keeps in step: counts, the feed, and the lists of records. */
export interface CountingEngine extends Engine {
  readonly usage: UsageKeeper;
  readonly feedRows: FeedRows;
  readonly listIndex: ListIndex;
  readonly recordIndex: RecordIndex;
}

/** A write transaction that counts its changes. */
export const writeCounted = async <T>(
  engine: CountingEngine,
  work: (tx: Db, usage: UsageWriter) => Promise<T>,
  options: WriteOptions = {},
): Promise<T> => {
  const { result, near } = await engine.write(async (tx) => {
    const usage = engine.usage.begin(tx);
    const done = await work(tx, usage);
    return { result: done, near: await usage.finish() };
  }, options);
  engine.usage.warn(near);
  return result;
};

/** Each warning is given once. After this many different ones there are no more warnings. */
const WARNINGS_MAX = 10_000;

export const buildUsageKeeper = (db: Db, settings: LimitSettings): UsageKeeper => {
  const rows = buildUsageRows(db);
  const attributes = buildAttributeNames(db);
  const warned = new Set<string>();
  return {
    begin: (tx) => new OpenUsage(tx, settings, rows, attributes.begin(tx)),
    warn(near) {
      for (const note of near) {
        const key = JSON.stringify([note.workspace.tenantId, note.workspace.workspaceId, note.limit]);
        if (warned.has(key) || warned.size >= WARNINGS_MAX) continue;
        warned.add(key);
        settings.onNear?.(note);
      }
    },
  };
};

interface Counter extends Counts {
  readonly key: CounterKey;
  /** The workspace that is written to. A warning about the tenant's counter names it. */
  readonly workspace: WorkspaceScope;
  /** As it is in the database. */
  readonly stored: Counts;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

class OpenUsage implements UsageWriter {
  readonly #tx: Db;
  readonly #settings: LimitSettings;
  readonly #rows: UsageRows;
  readonly #names: AttributeNames;
  readonly #counters = new Map<string, Mutable<Counter>>();
  readonly #opened = new Map<string, Three<Mutable<Counter>>>();
  #near: NearLimit[] = [];

  constructor(tx: Db, settings: LimitSettings, rows: UsageRows, names: AttributeNames) {
    this.#tx = tx;
    this.#settings = settings;
    this.#rows = rows;
    this.#names = names;
  }

  async replace(
    workspace: WorkspaceScope,
    before: Measure | undefined,
    after: Measure | undefined,
  ): Promise<void> {
    const either = after ?? before;
    if (either === undefined) return;
    const { kind, place } = either;
    const names = await this.#names.compare(workspace, place, before?.names ?? [], after?.names ?? []);
    const change = {
      objects: (after?.objects ?? 0) - (before?.objects ?? 0),
      bytes: (after?.bytes ?? 0) - (before?.bytes ?? 0),
      parts: (after?.parts ?? 0) - (before?.parts ?? 0) + names.growth,
    };
    const { own } = limitsOfKind[kind];
    if (own !== undefined) this.#check(own, before?.own ?? 0, (after?.own ?? 0) - (before?.own ?? 0));
    // What does not grow exceeds nothing.
    if (isNothing(change)) return names.apply();
    const [inPlace, total, ofTenant] = await this.#openThree(workspace, place, kind);
    for (const counter of [inPlace, total, ofTenant]) {
      for (const [limit, column] of limitsOf(counter.key))
        this.#check(limit, counter[column], change[column]);
    }
    add(inPlace, change);
    // Parts of different kinds cannot be added up.
    const inAll = { ...change, parts: 0 };
    add(total, inAll);
    add(ofTenant, inAll);
    names.apply();
  }

  async clearPlace(workspace: WorkspaceScope, place: string): Promise<void> {
    await this.#flush();
    const { tenantId, workspaceId } = workspace;
    const gone = await this.#rows.sumOfPlace(this.#tx, { tenantId, workspaceId, place });
    await this.#rows.deletePlace(this.#tx, { tenantId, workspaceId, place });
    const [, total, ofTenant] = await this.#openThree(workspace, '', '');
    add(total, negated(gone));
    add(ofTenant, negated(gone));
  }

  async clearWorkspace(workspace: WorkspaceScope): Promise<void> {
    const [, total, ofTenant] = await this.#openThree(workspace, '', '');
    add(ofTenant, negated(total));
    await this.#flush();
  }

  /** Saves all counters, and returns the limits that are nearly reached now. */
  async finish(): Promise<NearLimit[]> {
    await this.#flush();
    return this.#near;
  }

  /** Writers in other workspaces may have used what was left to the tenant since the counter was read. */
  #checkTenants(counters: readonly Counter[], stored: readonly CounterRow[]): void {
    for (const row of stored) {
      if (row.workspace_id !== '') continue;
      const own = counters.find(({ key }) => key.workspaceId === '' && key.tenantId === row.tenant_id);
      if (own === undefined) continue;
      for (const [limit, column] of tenantLimits) {
        const growth = own[column] - own.stored[column];
        this.#check(limit, row[column] - growth, growth);
      }
    }
  }

  #check(limit: LimitName, used: number, growth: number): void {
    const excess = findExcess(this.#settings.limits, limit, used, used + growth);
    if (excess !== undefined) throw limitExceeded(excess);
  }

  /** The counters that an object belongs to: its place, its workspace and its tenant. */
  async #openThree(
    workspace: WorkspaceScope,
    place: string,
    kind: CountedKind | '',
  ): Promise<Three<Mutable<Counter>>> {
    const { tenantId, workspaceId } = workspace;
    const id = JSON.stringify([tenantId, workspaceId, place, kind]);
    const known = this.#opened.get(id);
    if (known !== undefined) return known;
    const keys: Three<CounterKey> = [
      { tenantId, workspaceId, place, kind },
      { tenantId, workspaceId, place: '', kind: '' },
      // Under workspace `''`, like the lock of the tenant.
      { tenantId, workspaceId: '', place: '', kind: '' },
    ];
    const stored = await this.#rows.findThree(this.#tx, keys);
    const opened: Three<Mutable<Counter>> = [
      this.#open(workspace, keys[0], stored[0]),
      this.#open(workspace, keys[1], stored[1]),
      this.#open(workspace, keys[2], stored[2]),
    ];
    this.#opened.set(id, opened);
    return opened;
  }

  /** The counter of this transaction; starts as it is stored. */
  #open(workspace: WorkspaceScope, key: CounterKey, stored: Counts): Mutable<Counter> {
    const { objects, bytes, parts } = stored;
    const id = JSON.stringify([key.tenantId, key.workspaceId, key.place, key.kind]);
    const counter = this.#counters.get(id) ?? { objects, bytes, parts, key, stored, workspace };
    this.#counters.set(id, counter);
    return counter;
  }

  async #flush(): Promise<void> {
    const counters = [...this.#counters.values()];
    this.#counters.clear();
    this.#opened.clear();
    const stored = await this.#rows.change(
      this.#tx,
      counters.map((counter) => ({ key: counter.key, before: counter.stored, now: counter })),
    );
    this.#checkTenants(counters, stored);
    for (const counter of counters) {
      const { key, stored: before, workspace } = counter;
      for (const [limit, column] of limitsOf(key)) {
        const [allowed, used] = [this.#settings.limits[limit], counter[column]];
        if (isNear(allowed, used) && !isNear(allowed, before[column])) {
          this.#near.push({ workspace, limit, allowed, used });
        }
      }
    }
    await this.#names.flush();
  }
}

const add = (counter: Mutable<Counts>, change: Counts): void => {
  counter.objects += change.objects;
  counter.bytes += change.bytes;
  counter.parts += change.parts;
};

const negated = (counts: Counts): Counts => difference({ objects: 0, bytes: 0, parts: 0 }, counts);

const totalLimits: readonly [LimitName, keyof Counts][] = [['objects_per_workspace', 'objects']];
const tenantLimits: readonly [LimitName, keyof Counts][] = [['stored_bytes_per_tenant', 'bytes']];

/** The limits of a counter, each with the number it applies to. */
const limitsOf = ({ workspaceId, kind }: CounterKey): readonly [LimitName, keyof Counts][] => {
  if (kind === '') return workspaceId === '' ? tenantLimits : totalLimits;
  const { objects, parts } = limitsOfKind[kind];
  return parts === undefined
    ? [[objects, 'objects']]
    : [
        [parts, 'parts'],
        [objects, 'objects'],
      ];
};
