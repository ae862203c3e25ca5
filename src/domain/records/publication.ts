// Publishing: the elements of a request, their outcomes, and the states of a version (Decision 0011).
//   draft → published → superseded (by another version in that environment and locale) or unpublished.
// A version is `draft` while it was never published; every other state is per environment.

export type PublicationState = 'published' | 'superseded' | 'unpublished';
export type VersionState = 'draft' | PublicationState;

export interface PublishElement {
  readonly environmentId: string;
  readonly versionId: string;
}

export type PublishFailureCode = 'environment_not_found' | 'version_not_found' | 'locale_not_found';

export type PublishOutcome =
  | { readonly element: PublishElement; readonly ok: true }
  | { readonly element: PublishElement; readonly ok: false; readonly code: PublishFailureCode };

export const publishFailureMessages: Readonly<Record<PublishFailureCode, string>> = {
  environment_not_found: 'The token covers no environment with this id',
  version_not_found: 'The record has no such version',
  locale_not_found: 'The version has no text in this locale',
};

/** The state of a version in one environment, from the states of its locales there. */
export const versionState = (states: Iterable<PublicationState>): VersionState => {
  let result: VersionState = 'draft';
  for (const state of states) {
    if (state === 'published') return 'published';
    if (state === 'superseded' || result === 'draft') result = state;
  }
  return result;
};

/**
 * The locales that a publish would publish: all of the version, or the requested one.
 * Undefined if the version has no text in the requested locale.
 */
export const localesToPublish = (
  versionLocales: readonly string[],
  requested: string | undefined,
): readonly string[] | undefined => {
  if (requested === undefined) return versionLocales;
  return versionLocales.includes(requested) ? [requested] : undefined;
};

/** Recognizes a repeated write. */
export interface IdempotencyKey {
  /** Already unique to tenant, workspace and token. */
  readonly key: string;
  /** Digest of the whole request. */
  readonly fingerprint: string;
}
