// How a deletion is cut into transactions. A resource that little depends on is deleted in one. Before a larger one is, what depends on
// it is deleted in short transactions, between which others write; a catalog or a form is first taken out of every environment. Each
// transaction checks again that the deletion may go on. Cut off, it leaves the resource with less, and deleting it again deletes the rest.
// Refused in between, nothing more is deleted; what was deleted does not come back (decision 0125).

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { DeleteResult, Precondition, ResourceObject } from '../../../domain/manage/managed-resource.ts';
import { buildYield } from '../../../runtime/yield-to-event-loop.ts';
import { type DeletionLimits, deletionLimits, startStep } from '../deletion-limits.ts';
import { buildDocumentWriters } from '../documents/document-writer.ts';
import { writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import { tenantLock } from '../objects/object-writer.ts';
import type { Db, WriteOptions } from '../sql/engine.ts';
import { findHead } from '../sql/feed-rows.ts';
import { countInSteps, type Row, readSome } from '../sql/key-range.ts';
import { type DeletionOptions, type DeletionTarget, decideDeletion, findTarget } from './decide-deletion.ts';
import type { Part } from './deletion-part-kinds.ts';
import { hasParts, partsOf } from './deletion-parts.ts';
import { DOCUMENTS_AT_ONCE } from './dependents.ts';
import { attachTo, isAttached, type Removal, startRemoval } from './removal.ts';
import { type ResourceRows, tagOf } from './resource-tables.ts';

/** While others write in the workspace, what is left is looked for so often; then the last transaction does it. */
const PASSES_MAX = 3;
/** So often it is decided again without the lock, because others have written since; then under the lock. */
const DECISIONS_MAX = 100;

/**
 * Deletes what can go before the resource itself, if that is much. The result has the options of the last transaction, or says why there
 * is none.
 */
export type DeleteAhead = (
  target: DeletionTarget,
  options: DeletionOptions,
  write?: WriteOptions,
) => Promise<DeletionOptions | Refusal>;

interface Refusal {
  readonly refusal: DeleteResult;
}

export const buildDeleteAhead = (
  engine: CountingEngine,
  rows: ResourceRows,
  limits: DeletionLimits = deletionLimits,
): DeleteAhead => {
  const { write: writeDocument } = buildDocumentWriters(engine.reads);
  const takeStep = buildTakeStep(engine, rows, writeDocument, limits);
  return async (target, options, write = {}) => {
    const { workspace, kind } = target;
    if (!hasParts(kind)) return options;
    const found = await findTarget(engine.reads, rows, target, options.precondition);
    if ('refusal' in found) return options;
    const { object } = found.current;
    if (!(await isLarge(engine.reads, partsOf(engine.reads, workspace, object, true), limits)))
      return options;
    const progress: Progress = { precondition: options.precondition, head: 0, isAlone: false };
    for (let pass = 0; pass < PASSES_MAX && !progress.isAlone; pass += 1) {
      progress.head = await findHead(engine.reads, workspace);
      progress.isAlone = true;
      const asked = { ...options, precondition: progress.precondition };
      const decision = await decideDeletion(engine.reads, rows, target, asked);
      if ('refusal' in decision) return decision;
      const parts = partsOf(engine.reads, workspace, object, options.cascade);
      const refusal = await takeParts(engine.reads, parts, (part, after) =>
        takeStep({ target, object, options, progress, part, after, write }),
      );
      if (refusal !== undefined) return refusal;
    }
    const { precondition, head, isAlone } = progress;
    // Whatever needs an environment is in the feed.
    return { ...options, precondition, freeAt: isAlone && kind === 'environment' ? head : undefined };
  };
};

/** Counts no further than it must. */
const isLarge = async (reads: Db, parts: AsyncIterable<Part>, limits: DeletionLimits): Promise<boolean> => {
  const yieldIfDue = buildYield();
  let rows = 0;
  for await (const { set, weight = 1, isOneLarge } of parts) {
    for await (const { count } of countInSteps(reads, set)) {
      rows += weight * count;
      if (rows > limits.atOnce) return true;
    }
    if (isOneLarge !== undefined) {
      // No more than the limit: the set has been counted.
      for (const row of await readSome(reads, set, { columns: [], after: undefined, skip: 0, limit: rows }))
        if (await isOneLarge(reads, row, limits)) return true;
    }
    await yieldIfDue();
  }
  return false;
};

type TakeNext = (part: Part, after: Row | undefined) => Promise<Stepped>;

const takeParts = async (
  reads: Db,
  parts: AsyncIterable<Part>,
  take: TakeNext,
): Promise<Refusal | undefined> => {
  const yieldIfDue = buildYield();
  for await (const part of parts) {
    await yieldIfDue();
    let next = await findNext(reads, part, undefined);
    while (next !== undefined) {
      const taken = await take(part, next.after);
      if ('refusal' in taken) return taken;
      await yieldIfDue();
      next = await findNext(reads, part, taken.after);
    }
  }
  return undefined;
};

/** The row before the next one that is meant; undefined if none is. Where nothing is to be done, nobody waits for a transaction. */
const findNext = async (
  reads: Db,
  { set, some }: Part,
  from: Row | undefined,
): Promise<{ readonly after: Row | undefined } | undefined> => {
  const [columns, limit] = some === undefined ? [[], 1] : [some.columns, DOCUMENTS_AT_ONCE];
  const yieldIfDue = buildYield();
  for (let after = from; ; ) {
    const rows = await readSome(reads, set, { columns, after, skip: 0, limit });
    const at = some === undefined ? rows.length - 1 : rows.findIndex(some.needs);
    if (at >= 0) return { after: at === 0 ? after : rows[at - 1] };
    if (rows.length < limit) return undefined;
    after = rows.at(-1);
    await yieldIfDue();
  }
};

/** What is known after the transactions so far. */
interface Progress {
  /** Of the resource as the last transaction left it. */
  precondition: Precondition;
  /** The feed of its workspace. */
  head: number;
  /** Nobody else has written in the workspace since the pass began. */
  isAlone: boolean;
}

interface StepOf {
  readonly target: DeletionTarget;
  /** As it was when its parts were determined. */
  readonly object: ResourceObject;
  readonly options: DeletionOptions;
  readonly progress: Progress;
  readonly part: Part;
  readonly after: Row | undefined;
  readonly write: WriteOptions;
}

type Stepped = { readonly after: Row | undefined } | Refusal;

/** One transaction, repeated as long as the decision is older than what others have written. */
const buildTakeStep =
  (
    engine: CountingEngine,
    rows: ResourceRows,
    writeDocument: Removal['writeDocument'],
    limits: DeletionLimits,
  ) =>
  async (step: StepOf): Promise<Stepped> => {
    const { target, options, progress, part, after, write } = step;
    const { workspace, kind } = target;
    const { cascade } = options;
    const attempt = (isLast: boolean) =>
      writeWithFeed(
        engine,
        async (tx, feed, usage) => {
          if (kind === 'tenant' || kind === 'workspace') await feed.lock(tenantLock(workspace));
          const head = await feed.lock(workspace);
          await feed.lock(part.workspace);
          const isAlone = progress.isAlone && head === progress.head;
          // With cascade nothing prevents it but what its parts look for themselves.
          const isDecided = cascade || isAlone;
          if (!isDecided && !isLast) return 'outdated' as const;
          const { precondition } = progress;
          const decision = isDecided
            ? await findTarget(tx, rows, target, precondition)
            : await decideDeletion(tx, rows, target, { ...options, precondition });
          if ('refusal' in decision) return decision;
          const { current } = decision;
          if (modelOf(current.object) !== modelOf(step.object))
            return { refusal: { kind: 'refused', current } } as const;
          const removal = startRemoval({ tx, feed, usage, rows, writeDocument });
          const tag = cascade ? await takeOutOfSight(removal, workspace, current.object) : undefined;
          const taken = await part.take(removal, { after, ...startStep(limits) });
          return { taken, tag, isAlone: isAlone || !cascade, head: await feed.lock(workspace) };
        },
        write,
      );
    let result = await attempt(false);
    for (let decisions = 1; result === 'outdated'; decisions += 1) {
      progress.head = await findHead(engine.reads, workspace);
      const asked = { ...options, precondition: progress.precondition };
      const decision = await decideDeletion(engine.reads, rows, target, asked);
      if ('refusal' in decision) return decision;
      progress.isAlone = true;
      result = await attempt(decisions === DECISIONS_MAX);
    }
    if ('refusal' in result) return result;
    // Committed.
    if (progress.precondition.kind === 'tag' && result.tag !== undefined)
      progress.precondition = { kind: 'tag', tags: [result.tag] };
    progress.head = result.head;
    progress.isAlone = result.isAlone;
    return result.taken;
  };

/** Its records are found by it: under another name it has others. */
const modelOf = (object: ResourceObject): unknown => object['internal_name'];

/** Also if it was attached again since the last step. Returns the tag that it has then; undefined: it was out of sight. */
const takeOutOfSight = async (
  removal: Removal,
  workspace: WorkspaceScope,
  object: ResourceObject,
): Promise<string | undefined> => {
  if ((object.kind !== 'catalog' && object.kind !== 'form') || !isAttached(object)) return undefined;
  return tagOf(await attachTo(removal, workspace, object, []));
};
