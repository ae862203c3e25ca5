// Publishing and unpublishing (Decision 0011): one transaction for all elements of a request and its idempotency key.

import type { WorkspaceScope } from '../../../domain/access/scope.ts';
import type { Publisher, PublishRequest, PublishResult } from '../../../domain/ports.ts';
import {
  localesToPublish,
  type PublishElement,
  type PublishFailureCode,
  type PublishOutcome,
} from '../../../domain/records/publication.ts';
import { type FeedWriter, writeWithFeed } from '../feed/change-feed.ts';
import type { CountingEngine } from '../limits/usage-writer.ts';
import type { Db } from '../sql/engine.ts';
import { inWorkspace } from '../sql/scoped-query.ts';
import { parseStored } from '../sql/stored-json.ts';
import { findIdempotencyKey, saveIdempotencyKey } from './idempotency-keys.ts';
import type { Placement, PublicationRows } from './publication-rows.ts';

/** Resolves to whether anything changed. */
type Act = (tx: Db, placement: Placement) => Promise<boolean>;

export const buildPublisher = (engine: CountingEngine, publications: PublicationRows): Publisher => {
  const perform =
    (act: Act) =>
    (workspace: WorkspaceScope, request: PublishRequest): Promise<PublishResult> =>
      writeWithFeed(engine, async (tx, feed) => {
        await feed.lock(workspace);
        const { idempotency } = request;
        const before = idempotency && (await findIdempotencyKey(tx, workspace, idempotency, request.now));
        if (before !== undefined) {
          return before.kind === 'key-reused'
            ? before
            : { kind: 'replayed', outcomes: parseStored<PublishOutcome[]>(before.outcome) };
        }
        const outcomes: PublishOutcome[] = [];
        for (const element of request.elements) {
          const code = await performOne(tx, feed, publications, act, workspace, request, element);
          outcomes.push(code === undefined ? { element, ok: true } : { element, ok: false, code });
        }
        if (idempotency !== undefined) {
          await saveIdempotencyKey(tx, workspace, idempotency, JSON.stringify(outcomes), request.now);
        }
        return { kind: 'done', outcomes };
      });
  return {
    publish: perform(async (tx, placement) => {
      const writer = publications.begin(tx);
      const outcome = await writer.place(placement);
      await writer.flush();
      return outcome !== 'unchanged';
    }),
    unpublish: perform((tx, placement) => publications.unpublish(tx, placement)),
  };
};

/** The code of the failure; undefined on success. */
const performOne = async (
  tx: Db,
  feed: FeedWriter,
  publications: PublicationRows,
  act: Act,
  workspace: WorkspaceScope,
  request: PublishRequest,
  element: PublishElement,
): Promise<PublishFailureCode | undefined> => {
  const { environmentId } = element;
  if (!request.reaches(environmentId) || !(await hasEnvironment(tx, workspace, environmentId))) {
    return 'environment_not_found';
  }
  const versionId = element.versionId.toLowerCase();
  const version = await publications.findVersion(tx, workspace, versionId);
  if (version?.recordId !== request.recordId) {
    return 'version_not_found';
  }
  const locales = localesToPublish(version.locales, request.locale);
  if (locales === undefined) {
    return 'locale_not_found';
  }
  const { recordId, now: publishedAt } = request;
  const placement = { workspace, environmentId, recordId, versionId, locales, publishedAt, keepsTime: true };
  if (await act(tx, placement)) {
    await feed.append(workspace, { kind: 'publication', catalogId: '', id: recordId });
  }
  return undefined;
};

const hasEnvironment = async (tx: Db, workspace: WorkspaceScope, environmentId: string): Promise<boolean> => {
  const row = await inWorkspace(tx, workspace)
    .selectFrom('environment')
    .select('environment_id')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  return row !== undefined;
};
