// The catalogue of failures: every failure that a caller can see is built here or in a file beside this one, for data
// (`data-failures.ts`), its fields (`field-failures.ts`), HTTP (`http-failures.ts`), forms (`form-failures.ts`) and an unavailable service (`unavailable-failures.ts`).
// Internal errors never reach `message` or `code`: they become `internalError()`, and their cause goes to the log.

import { type Excess, settingOf, wordsOf } from '../limits/limits.ts';
import { inSeconds } from '../text/count-of.ts';
import { Failure, type FailureName } from './failure.ts';
import type { FailureCode, InputFault } from './failure-codes.ts';

export { Failure, type FailureName } from './failure.ts';
export type { InputFault } from './failure-codes.ts';

/** Bad input. HTTP replaces `message` for operations whose message the interface fixes; `code` stays as it is. */
export const invalidInput = (fault: InputFault, field: string, message: string): Failure =>
  new Failure(400, 'InvalidInput', message, { code: `${fault}:${field}` });

/** The request would cause more work than one request may, at any load. `advice` says what to request instead. */
export const tooMuchAsked = (part: string, advice: string): Failure =>
  new Failure(400, 'InvalidInput', `The request asks for too much: ${advice}`, {
    code: `too_much:${part}`,
    refusal: 'work',
  });

/** `unknown`: a parameter in the request that does not exist, and may be a misspelling of `field`. */
export const missingParameter = (field: string, unknown?: string): Failure => {
  const also = unknown === undefined ? '' : `; ${unknown} is not known`;
  return new Failure(400, 'MissingParameter', `Missing required parameter: ${field}${also}`, {
    code: `missing:${field}`,
  });
};

export const missingHeader = (header: string): Failure =>
  new Failure(400, 'MissingParameter', `Missing required header: ${header}`, { code: `missing:${header}` });

export type TokenFault = 'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked';

/** One message for every unusable token, so that callers cannot probe which tokens exist. */
export const unauthorized = (fault: TokenFault): Failure =>
  new Failure(
    401,
    'Unauthorized',
    fault === 'missing'
      ? 'A bearer token is required: send it as Authorization: Bearer <token>'
      : 'The bearer token is not valid: it is malformed, unknown, expired or revoked',
    {
      code: fault === 'missing' ? 'token_missing' : 'token_invalid',
    },
  );

const forbidden = (code: FailureCode, message: string): Failure =>
  new Failure(403, 'Forbidden', message, { code });

export const forbiddenScope = (): Failure =>
  forbidden('token_scope', 'The token is for another tenant, workspace or environment than the request');

/** The token is for this workspace but limited to some of its environments. */
export const forbiddenReach = (): Failure =>
  forbidden(
    'token_scope',
    'The token is for some environments only; this needs a token of the whole workspace',
  );

export const forbiddenPermission = (): Failure =>
  forbidden('token_permission', 'The token may only read; this needs a token with the permission full');

export const forbiddenToTokens = (): Failure =>
  forbidden('operator_only', 'Only the operator may do this, with the token of VITRINE_OPERATOR_TOKEN');

export const forbiddenToOperator = (): Failure =>
  forbidden(
    'operator_only_manages',
    "The operator's token is for management only; send a token of the workspace (POST /manage/v1/tokens makes one)",
  );

/** The page of a browser that nobody has named. `*` names none. */
export const forbiddenOrigin = (): Failure =>
  forbidden(
    'refused:origin',
    'Pages may call this only if VITRINE_CORS_ORIGINS names their origin; agents send no Origin header',
  );

const notFound = (name: FailureName, code: FailureCode, message: string): Failure =>
  new Failure(404, name, message, { code });

/** Operations 1 and 3 also use it for an unknown environment. */
export const catalogNotFound = (): Failure =>
  notFound(
    'CatalogNotFound',
    'catalog_not_found',
    'Catalog not found: no catalog of this id is visible in the environment that the headers name',
  );

/** `by`: how the request names the model. */
export const contentModelNotFound = (by: 'id' | 'internal name'): Failure =>
  notFound(
    'ContentModelNotFound',
    'content_model_not_found',
    `Content model not found: the workspace has none of this ${by}`,
  );

export const recordNotFound = (
  message = 'Record not found: the content model has none of this id',
  code: FailureCode = 'record_not_found',
): Failure => notFound('RecordNotFound', code, message);

export const recordNotPublished = (): Failure =>
  notFound(
    'RecordNotFound',
    'record_not_found',
    'Record not found: the content model has no record of this id published here; preview shows drafts',
  );

export const storeNotFound = (): Failure =>
  notFound('StoreNotFound', 'store_not_found', 'Store not found: the environment has none of this store_id');

export const productNotFound = (): Failure =>
  notFound(
    'ProductNotFound',
    'product_not_found',
    'Product not found: the catalog of the store has none that this shopper may see',
  );

export const noStore = (): Failure =>
  notFound(
    'StoreNotFound',
    'store_not_found',
    'Store not found: the environment has no default store; send store_id, or give one of its stores is_default',
  );

export const versionNotFound = (): Failure =>
  notFound('VersionNotFound', 'version_not_found', 'Version not found: the record has none of this id');

export const formNotFound = (): Failure =>
  notFound(
    'FormNotFound',
    'form_not_found',
    'Form not found: the environment has none of this id, and not exactly one of this name',
  );

/** For the management interface. `kind` is in words, for example `content model`. */
export const resourceNotFound = (kind: string): Failure =>
  notFound(
    'ResourceNotFound',
    codes[kind] ?? `${kind.replaceAll(' ', '_')}_not_found`,
    `There is no such ${kind}${placeWords[kind] ?? ' in this workspace'}`,
  );

/** The name of the bundle line, where the code does not follow from the words for the kind. */
const codes: Readonly<Record<string, FailureCode>> = {
  'attribute setting': 'attribute_not_found',
  'facet setting': 'facet_not_found',
};
const placeWords: Readonly<Record<string, string>> = { tenant: '', workspace: ' in the tenant' };

export const environmentNotFound = (): Failure =>
  notFound(
    'EnvironmentNotFound',
    'environment_not_found',
    'Environment not found: there is none of this id in the workspace; check x-tenant-id, x-workspace-id and x-environment-id',
  );

export const domainNotFound = (): Failure =>
  notFound(
    'DomainNotFound',
    'domain_not_found',
    'No environment is registered for this host: register it as a domain, or send x-tenant-id, x-workspace-id and x-environment-id',
  );

export const contentSearchNotConfigured = (): Failure =>
  new Failure(
    500,
    'ContentSearchNotConfigured',
    'Content search is not configured for this catalog: its content_search is false',
    {
      code: 'content_search_not_configured',
    },
  );

export const modelNotVersionable = (): Failure =>
  new Failure(409, 'Conflict', 'The content model is not versionable: its is_versionable is false', {
    code: 'model_not_versionable',
  });

export const idempotencyKeyReused = (): Failure =>
  new Failure(409, 'Conflict', 'The idempotency key was used with another request; send a new key', {
    code: 'idempotency_key_reused',
  });

/** An object with this id exists. `advice` says what to do. */
export const alreadyExists = (kind: string, advice: string): Failure =>
  new Failure(409, 'Conflict', `This ${kind} already exists; ${advice}`, { code: 'already_exists' });

/** Valid in itself but in conflict with stored data: it refers to a missing object, or uses a name that is taken. */
export const refusedByState = (field: string, message: string): Failure =>
  new Failure(409, 'Conflict', message, { code: `refused:${field}` });

/** For models of type `single`. */
export const singleRecordExists = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'The content model is of type single and already has its record; save a version of that record',
    {
      code: 'single_record_exists',
    },
  );

/** An object that refers to the one to be deleted. */
export interface Dependent {
  readonly kind: string;
  readonly id: string;
}

/** Records and versions are needed by the environments that publish them and by other records, not by objects to delete. */
const isPublishable = (kind: string): boolean => kind === 'record' || kind === 'version';

/** `dependents` are the first of `count`. `advice` is appended to the message. */
export const hasDependents = (
  kind: string,
  dependents: readonly Dependent[],
  count: number,
  advice = '',
): Failure => {
  const others = count === 1 ? 'one other object' : `${count} other objects`;
  const first = isPublishable(kind)
    ? 'unpublish it and remove the references to it first'
    : `delete ${count === 1 ? 'it' : 'them'} first`;
  return new Failure(409, 'Conflict', `The ${kind} is still needed by ${others}; ${first}${advice}`, {
    code: 'has_dependents',
    details: { dependents, dependent_count: count },
  });
};

/** The write would exceed a limit of what a tenant may store (Decision 0025). */
export const limitExceeded = ({ limit, allowed, wanted }: Excess): Failure => {
  const { counted, holder } = wordsOf(limit);
  const setting = settingOf(limit);
  return new Failure(
    409,
    'Conflict',
    `Too many ${counted} in this ${holder}: the limit is ${allowed}, and this would make ${wanted}; ${setting} raises the limit`,
    { code: `limit_exceeded:${limit}`, details: { limit: { name: limit, allowed, wanted, setting } } },
  );
};

/** The object has changed since the caller read it. `details` hold its current state. */
export const preconditionFailed = (details: Readonly<Record<string, unknown>> = {}): Failure =>
  new Failure(
    412,
    'PreconditionFailed',
    'It was changed in the meantime; read it again and repeat the change',
    { code: 'changed', details },
  );

export const tooManyRequests = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', `Too many requests; try again in ${inSeconds(retryAfterSeconds)}`, {
    code: 'too_many_requests',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const tooManyConcurrent = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', 'Too many requests at once; try again when others have finished', {
    code: 'too_many_concurrent',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const internalError = (): Failure =>
  new Failure(500, 'InternalError', 'Unexpected server error', { code: 'internal_error' });
