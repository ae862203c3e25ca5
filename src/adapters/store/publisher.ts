// Publishing (Decision 0011): one transaction for all elements of a request and for the claim that makes a repeat harmless.

import type { IdempotencyClaim, Publisher, PublishRequest, PublishResult } from '../../domain/ports.ts';
import {
  localesToPublish,
  type PublishElement,
  type PublishFailureCode,
  type PublishOutcome,
} from '../../domain/publication.ts';
import type { WorkspaceScope } from '../../domain/scope.ts';
import { type FeedWriter, writeWithFeed } from './change-feed.ts';
import type { Db, Engine } from './engine.ts';
import type { PublicationRows } from './publication-rows.ts';

const CLAIM_LIFE_MS = 24 * 3_600_000;

export const buildPublisher = (engine: Engine, publications: PublicationRows): Publisher => ({
  publish: (workspace, request) =>
    writeWithFeed(engine, async (tx, feed) => {
      await feed.lock(workspace);
      const { idempotency } = request;
      const before = idempotency && (await findClaim(tx, workspace, idempotency, request.now));
      if (before !== undefined) {
        return before;
      }
      const outcomes: PublishOutcome[] = [];
      for (const element of request.elements) {
        const code = await publishOne(tx, feed, publications, workspace, request, element);
        outcomes.push(code === undefined ? { element, ok: true } : { element, ok: false, code });
      }
      if (idempotency !== undefined) {
        await keepClaim(tx, workspace, idempotency, outcomes, request.now);
      }
      return { kind: 'done', outcomes };
    }),
});

/** The code of what went wrong, undefined when the version is in place. */
const publishOne = async (
  tx: Db,
  feed: FeedWriter,
  publications: PublicationRows,
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
  if ((await publications.place(tx, placement)) !== 'unchanged') {
    await feed.append(workspace, { kind: 'publication', catalogId: '', id: recordId });
  }
  return undefined;
};

const hasEnvironment = async (
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  environmentId: string,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('environment')
    .select('environment_id')
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst();
  return row !== undefined;
};

const findClaim = async (
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  { key, fingerprint }: IdempotencyClaim,
  now: string,
): Promise<PublishResult | undefined> => {
  const row = await tx
    .selectFrom('idempotency_claim')
    .select(['fingerprint', 'outcomes'])
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('claim_key', '=', key)
    .where('claimed_at_ms', '>', Date.parse(now) - CLAIM_LIFE_MS)
    .executeTakeFirst();
  if (row === undefined) {
    return undefined;
  }
  if (row.fingerprint !== fingerprint) {
    return { kind: 'key-reused' };
  }
  return { kind: 'replayed', outcomes: JSON.parse(row.outcomes) as PublishOutcome[] };
};

const keepClaim = async (
  tx: Db,
  { tenantId, workspaceId }: WorkspaceScope,
  { key, fingerprint }: IdempotencyClaim,
  outcomes: readonly PublishOutcome[],
  now: string,
): Promise<void> => {
  const claimedAtMs = Date.parse(now);
  await tx
    .deleteFrom('idempotency_claim')
    .where('tenant_id', '=', tenantId)
    .where('workspace_id', '=', workspaceId)
    .where('claimed_at_ms', '<=', claimedAtMs - CLAIM_LIFE_MS)
    .execute();
  await tx
    .insertInto('idempotency_claim')
    .values({
      tenant_id: tenantId,
      workspace_id: workspaceId,
      claim_key: key,
      fingerprint,
      outcomes: JSON.stringify(outcomes),
      claimed_at_ms: claimedAtMs,
    })
    .execute();
};
