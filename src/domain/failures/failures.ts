// The catalogue of failures. Every failure that a caller may see is built here, in `data-failures.ts`, in `http-failures.ts` where the request is at fault as HTTP,
// in `form-failures.ts` where a form is not taken, or in `unavailable-failures.ts` where only the service is at fault, and nowhere else.
// What went wrong inside never enters `message` or `code`: an unexpected error becomes `internalError()` and its cause goes to the log.

import { type Excess, settingOf, wordsOf } from '../limits/limits.ts';
import { Failure, type FailureName } from './failure.ts';
import type { FailureCode, FieldFault, InputFault } from './failure-codes.ts';

export { Failure, type FailureName } from './failure.ts';
export type { FieldFault, InputFault } from './failure-codes.ts';

/** Bad input. Operations whose message the interface fixes replace `message` at the edge; `code` always stays. */
export const invalidInput = (fault: InputFault, field: string, message: string): Failure =>
  new Failure(400, 'InvalidInput', message, { code: `${fault}:${field}` });

/** More work than one request may cost. It would be refused at any time; `advice` says what to ask for instead. */
export const tooMuchAsked = (part: string, advice: string): Failure =>
  new Failure(400, 'InvalidInput', `The request asks for too much: ${advice}`, {
    code: `too_much:${part}`,
    refusal: 'work',
  });

/** `unknown`: what was sent and is no parameter, which may be it misspelt. */
export const missingParameter = (field: string, unknown?: string): Failure => {
  const also = unknown === undefined ? '' : `; ${unknown} is not known`;
  return new Failure(400, 'MissingParameter', `Missing required parameter: ${field}${also}`, {
    code: `missing:${field}`,
  });
};

export const missingHeader = (header: string): Failure =>
  new Failure(400, 'MissingParameter', `Missing required header: ${header}`, { code: `missing:${header}` });

export type TokenFault = 'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked';

/** One message for every unusable token: only its holder's operator may know why. */
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

/** Of the right workspace, but not of all its environments. */
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

const notFound = (name: FailureName, code: FailureCode, message: string): Failure =>
  new Failure(404, name, message, { code });

/** In operations 1 and 3 an unknown environment is an unknown catalog too. */
export const catalogNotFound = (): Failure =>
  notFound(
    'CatalogNotFound',
    'catalog_not_found',
    'Catalog not found: no catalog of this id is visible in the environment that the headers name',
  );

/** `by`: what the request names the model by. */
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

/** Of the management interface: `kind` in words, e.g. `content model`. */
export const resourceNotFound = (kind: string): Failure =>
  notFound(
    'ResourceNotFound',
    `${kind.replaceAll(' ', '_')}_not_found`,
    `There is no such ${kind}${wheres[kind] ?? ' in this workspace'}`,
  );

const wheres: Readonly<Record<string, string>> = { tenant: '', workspace: ' in the tenant' };

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

/** Something of that id stands already; `advice` says what to do. */
export const alreadyExists = (kind: string, advice: string): Failure =>
  new Failure(409, 'Conflict', `This ${kind} exists already; ${advice}`, { code: 'already_exists' });

/** What is right in itself but not beside what stands: a reference to nothing, or a name that is another's. */
export const refusedByState = (field: string, message: string): Failure =>
  new Failure(409, 'Conflict', message, { code: `refused:${field}` });

/** Of a model of the type `single`. */
export const singleRecordExists = (): Failure =>
  new Failure(
    409,
    'Conflict',
    'The content model is of the type single and has its one record; save a version of that',
    {
      code: 'single_record_exists',
    },
  );

/** What would be left without something it refers to. */
export interface Dependent {
  readonly kind: string;
  readonly id: string;
}

/** `dependents` are the first of `count`; `advice` says what else there is to do. */
/** What needs these are environments in which they are published, and other records. */
const isPublishable = (kind: string): boolean => kind === 'record' || kind === 'version';

export const hasDependents = (
  kind: string,
  dependents: readonly Dependent[],
  count: number,
  advice = '',
): Failure => {
  const others = count === 1 ? 'one other thing' : `${count} other things`;
  const first = isPublishable(kind)
    ? 'unpublish it where it is published and take it out of what refers to it first'
    : `delete ${count === 1 ? 'that' : 'them'} first`;
  return new Failure(409, 'Conflict', `The ${kind} is still needed by ${others}; ${first}${advice}`, {
    code: 'has_dependents',
    details: { dependents, dependent_count: count },
  });
};

/** Decision 0025: it would be more than the tenant may keep. Deleting makes room, and the operator may raise the limit. */
export const limitExceeded = ({ limit, allowed, wanted }: Excess): Failure => {
  const { counted, holder } = wordsOf(limit);
  const setting = settingOf(limit);
  return new Failure(
    409,
    'Conflict',
    `A ${holder} may have ${allowed} ${counted}, and this one would have ${wanted}; ${setting} raises the limit`,
    { code: `limit_exceeded:${limit}`, details: { limit: { name: limit, allowed, wanted, setting } } },
  );
};

/** The caller worked from a state that is no longer the present one. `details` say what is now. */
export const preconditionFailed = (details: Readonly<Record<string, unknown>> = {}): Failure =>
  new Failure(
    412,
    'PreconditionFailed',
    'It was changed in the meantime; read it again and repeat the change',
    { code: 'changed', details },
  );

/** One thing that is wrong with one field of a record or a form. */
export interface FieldError {
  /** `title`, `fields.price`, `fields.seo.keywords.0`. */
  readonly field: string;
  /** Of a record's text; absent where there are no locales. */
  readonly locale?: string;
  readonly code: FieldFault;
  readonly message: string;
}

/** Values that do not fit the fields they are for; one error for each field. */
export const invalidValues = (errors: readonly FieldError[]): Failure => {
  const [first] = errors;
  return new Failure(
    400,
    'InvalidInput',
    errors.length === 1
      ? (first?.message ?? '')
      : `${first?.message}; ${errors.length - 1} more in field_errors`,
    { code: `${first?.code ?? 'malformed'}:${first?.field}`, details: { field_errors: errors } },
  );
};

export const tooManyRequests = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', `Too many requests; try again in ${retryAfterSeconds} seconds`, {
    code: 'too_many_requests',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const tooManyConcurrent = (retryAfterSeconds: number): Failure =>
  new Failure(429, 'TooManyRequests', 'Too many requests at once; try again when others are answered', {
    code: 'too_many_concurrent',
    retryAfterSeconds,
    refusal: 'rate_limit',
  });

export const internalError = (): Failure =>
  new Failure(500, 'InternalError', 'Unexpected server error', { code: 'internal_error' });
