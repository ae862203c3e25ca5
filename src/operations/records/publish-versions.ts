// Operation 5: publishes versions of a record to environments. A failure of the whole request is thrown; a failure of one
// element is data. Unpublishing shares everything except the call to the publisher.

import type { OperationInput } from '../../contract/operation.ts';
import type { publishVersions as contract } from '../../contract/records/publish-versions.ts';
import type { Scope } from '../../domain/access/scope.ts';
import {
  idempotencyKeyReused,
  invalidInput,
  modelNotVersionable,
  recordNotFound,
} from '../../domain/failures/failures.ts';
import type { Publisher, ScopedStore } from '../../domain/ports.ts';
import {
  type PublishElement,
  type PublishOutcome,
  publishFailureMessages,
} from '../../domain/records/publication.ts';
import { normalizeLocale } from '../../domain/text/locale.ts';
import type { UseCase } from '../use-case.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { findModel, reachOf } from './record-access.ts';

export interface PlacingDependencies {
  readonly storeIn: (scope: Scope) => ScopedStore;
  readonly now: () => Date;
}

type Input = OperationInput<typeof contract>;

export const buildPublishVersions = ({
  publisher,
  ...dependencies
}: PlacingDependencies & { readonly publisher: Pick<Publisher, 'publish'> }): UseCase<typeof contract> =>
  // The idempotency keys of publish have no action name, because they existed before unpublish did.
  buildPlacing((workspace, request) => publisher.publish(workspace, request), [], dependencies);

/** `name` separates the idempotency keys of one action from those of another. */
export const buildPlacing =
  (
    place: Publisher['publish'],
    name: readonly string[],
    { storeIn, now }: PlacingDependencies,
  ): UseCase<typeof contract> =>
  async (caller, input) => {
    const { scope } = caller;
    const reach = reachOf(caller);
    const elements = readElements(input.body);
    const store = storeIn(scope);
    const { model } = await findModel(store, caller, input.params.modelInternalName);
    const recordId = input.params.contentModelDataId.toLowerCase();
    if (!(await store.hasRecord(model.internalName, recordId))) {
      throw recordNotFound();
    }
    if (!model.isVersionable) {
      throw modelNotVersionable();
    }
    const result = await place(scope, {
      recordId,
      elements,
      locale: localeOf(input),
      reaches: reach.reaches,
      now: now().toISOString(),
      idempotency: idempotencyKeyOf(reach, input.headers['idempotency-key'], [
        scope.environmentId,
        input.params.modelInternalName,
        recordId,
        localeOf(input) ?? null,
        input.body.version_data.map((element) => [element.environment_id, element.version_id]),
        ...name,
      ]),
    });
    if (result.kind === 'key-reused') {
      throw idempotencyKeyReused();
    }
    return toPayload(result.outcomes);
  };

const readElements = (body: Input['body']): PublishElement[] => {
  const seen = new Set<string>();
  return body.version_data.map((element, index) => {
    if (seen.has(element.environment_id)) {
      const at = `version_data.${index}.environment_id`;
      throw invalidInput('repeated', at, `${at} repeats the environment of an earlier element`);
    }
    seen.add(element.environment_id);
    return { environmentId: element.environment_id, versionId: element.version_id };
  });
};

const localeOf = ({ query }: Input): string | undefined =>
  query.locale === undefined ? undefined : normalizeLocale(query.locale);

const toPayload = (outcomes: readonly PublishOutcome[]) => {
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
