// Operation 5: publish versions of a record to environments. Whole-request failures are thrown; an element's failure is data.

import { createHash } from 'node:crypto';
import type { OperationInput } from '../contract/operation.ts';
import type { publishVersions as contract } from '../contract/publish-versions.ts';
import type { Caller } from '../domain/caller.ts';
import {
  contentModelNotFound,
  idempotencyKeyReused,
  invalidInput,
  modelNotVersionable,
  recordNotFound,
} from '../domain/failures.ts';
import { normalizeLocale } from '../domain/locale.ts';
import type { IdempotencyClaim, Publisher, ScopedStore } from '../domain/ports.ts';
import { type PublishElement, type PublishOutcome, publishFailureMessages } from '../domain/publication.ts';
import type { Scope } from '../domain/scope.ts';
import { reachesEnvironment, type Token } from '../domain/token.ts';
import type { UseCase } from './use-case.ts';

interface Dependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly publisher: Publisher;
  readonly now: () => Date;
}

type Input = OperationInput<typeof contract>;

export const buildPublishVersions =
  ({ storeIn, publisher, now }: Dependencies): UseCase<typeof contract> =>
  async (caller, input) => {
    const { scope, environment, token } = caller;
    if (token === undefined) {
      throw new Error('publish-versions was called without a token');
    }
    const elements = readElements(input.body);
    const store = storeIn(scope);
    const model =
      environment === undefined
        ? undefined
        : await store.findContentModelByName(input.params.modelInternalName);
    if (model === undefined) {
      throw contentModelNotFound();
    }
    const recordId = input.params.contentModelDataId.toLowerCase();
    if (!(await store.hasRecord(model.internalName, recordId))) {
      throw recordNotFound();
    }
    if (!model.isVersionable) {
      throw modelNotVersionable();
    }
    const result = await publisher.publish(scope, {
      recordId,
      elements,
      locale: localeOf(input),
      reaches: (environmentId) => reachesEnvironment(token, environmentId),
      now: now().toISOString(),
      idempotency: claimOf(caller, token, input),
    });
    if (result.kind === 'key-reused') {
      throw idempotencyKeyReused();
    }
    return toAnswer(result.outcomes);
  };

const readElements = (body: Input['body']): PublishElement[] => {
  const seen = new Set<string>();
  return body.version_data.map((element, index) => {
    if (seen.has(element.environment_id)) {
      const at = `version_data.${index}.environment_id`;
      throw invalidInput('repeated', at, `${at} names an environment that an earlier element names`);
    }
    seen.add(element.environment_id);
    return { environmentId: element.environment_id, versionId: element.version_id };
  });
};

const localeOf = ({ query }: Input): string | undefined =>
  query.locale === undefined ? undefined : normalizeLocale(query.locale);

/** Keys are the token's own: another token's key never meets them. */
const claimOf = (caller: Caller, token: Token, input: Input): IdempotencyClaim | undefined => {
  const key = input.headers['idempotency-key'];
  if (key === undefined) {
    return undefined;
  }
  const said = [
    caller.scope.environmentId,
    input.params.modelInternalName,
    input.params.contentModelDataId.toLowerCase(),
    localeOf(input) ?? null,
    input.body.version_data.map((element) => [element.environment_id, element.version_id]),
  ];
  return {
    key: `${token.id}:${key}`,
    fingerprint: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
  };
};

const toAnswer = (outcomes: readonly PublishOutcome[]) => {
  const failed = outcomes.filter((outcome) => !outcome.ok);
  return {
    success: outcomes.filter((outcome) => outcome.ok).map(({ element }) => element.versionId),
    failures: failed.map(({ element }) => element.versionId),
    failure_details: failed.map(({ element, code }) => ({
      environment_id: element.environmentId,
      version_id: element.versionId,
      code,
      message: publishFailureMessages[code],
    })),
  };
};
