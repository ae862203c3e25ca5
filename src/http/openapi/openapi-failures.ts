// Describes failures. Those that all operations with the same kind of access share are one response for a range of
// statuses; an operation lists only the others, and those that mean something else there.

import {
  anyRequest,
  CHANGED,
  fullFailures,
  manageFailures,
  NOT_FOUND,
  openFailures,
  operatorFailures,
  readFailures,
  unroutedFailures,
  WRITE_CONFLICT,
} from '../../contract/common-failures.ts';
import { bareFailure, wrappedFailure } from '../../contract/failure-envelope.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema-walk.ts';
import type { Components } from './openapi-components.ts';
import { describeErrors } from './openapi-errors.ts';

type Failures = Readonly<Record<number, string>>;
type Failing = Pick<Operation, 'envelope' | 'access'>;

/** What all operations of an access have in common, and what the description calls it. */
const common: Readonly<Record<Access, { readonly name: string; readonly failures: Failures }>> = {
  open: { name: 'Open', failures: openFailures },
  read: { name: 'Read', failures: readFailures },
  full: { name: 'Write', failures: fullFailures },
  manage: { name: 'Manage', failures: manageFailures },
  operator: { name: 'Operator', failures: operatorFailures },
};

/** The words of HTTP for a status, and what it means whatever the operation. */
const statuses: Readonly<Record<number, { readonly name: string; readonly meaning: string }>> = {
  400: { name: 'BadRequest', meaning: anyRequest[400] },
  401: { name: 'Unauthorized', meaning: readFailures[401] },
  403: { name: 'Forbidden', meaning: 'The token does not allow this request.' },
  404: { name: 'NotFound', meaning: NOT_FOUND },
  409: { name: 'Conflict', meaning: WRITE_CONFLICT },
  412: { name: 'PreconditionFailed', meaning: CHANGED },
  413: { name: 'PayloadTooLarge', meaning: anyRequest[413] },
  417: { name: 'ExpectationFailed', meaning: unroutedFailures[417] },
  429: { name: 'TooManyRequests', meaning: anyRequest[429] },
  431: { name: 'HeadersTooLarge', meaning: unroutedFailures[431] },
  500: { name: 'InternalServerError', meaning: anyRequest[500] },
  503: { name: 'ServiceUnavailable', meaning: anyRequest[503] },
};

const envelopes = { bare: describeErrors(bareFailure), wrapped: describeErrors(wrappedFailure) };

/** Every failure of the operation, and those that are sent before it is known which operation is meant. */
export const describeFailures = (
  operation: Failing & Pick<Operation, 'failures'>,
  components: Components,
): Schema => {
  const { name, failures: shared } = common[operation.access];
  const failures: Failures = operation.failures;
  const absent = Object.keys(shared).filter((status) => failures[Number(status)] === undefined);
  if (absent.length > 0) throw new Error(`an operation of the access ${operation.access} has no ${absent}`);
  const own = Object.entries(failures).filter(([status, meaning]) => meaning !== shared[Number(status)]);
  const isServer = ([status]: readonly [string, string]): boolean => Number(status) >= 500;
  const all = Object.entries(shared);
  const client = all.filter((each) => !isServer(each));
  const prefix = operation.envelope === 'bare' ? `Bare${name}` : name;
  const range = (title: string, part: readonly (readonly [string, string])[]): Schema =>
    describeRange(title, operation.envelope, part, components);
  return {
    ...describeEach(operation.envelope, Object.fromEntries(own), components),
    ...describeUnrouted(components),
    '4XX': range(`${prefix}ClientError`, client),
    '5XX': range(operation.envelope === 'bare' ? 'BareServerError' : 'ServerError', all.filter(isServer)),
  };
};

/** Sent before a request is routed, so in the shape with `Error` at the top level, whatever the operation. */
export const describeUnrouted = (components: Components): Schema =>
  describeEach('bare', unroutedFailures, components);

/** Failures with what they mean here, each by its status. */
export const describeEach = (
  envelope: Operation['envelope'],
  failures: Failures,
  components: Components,
): Schema =>
  Object.fromEntries(
    Object.entries(failures).map(([status, meaning]) => [
      status,
      describeFailure(envelope, Number(status), meaning, components),
    ]),
  );

const describeFailure = (
  envelope: Operation['envelope'],
  status: number,
  description: string,
  components: Components,
): Schema => {
  const words = statuses[status];
  if (words === undefined) throw new Error(`no words for the status ${status}`);
  const prefix = envelope === 'bare' && !(status in unroutedFailures) ? 'Bare' : '';
  const reference = components.keep('responses', `${prefix}${words.name}`, {
    description: words.meaning,
    ...describeHeaders([status], components),
    content: { 'application/json': { schema: components.refer(envelopes[envelope]) } },
  });
  return description === words.meaning ? reference : { ...reference, description };
};

/** One response for several statuses; `x-statuses` lists them for machines. */
const describeRange = (
  name: string,
  envelope: Operation['envelope'],
  failures: readonly (readonly [string, string])[],
  components: Components,
): Schema => {
  const known = failures.map(([status]) => Number(status));
  return components.keep('responses', name, {
    description: failures.map(([status, meaning]) => `- ${status}: ${meaning}`).join('\n'),
    'x-statuses': known,
    ...describeHeaders(known, components),
    content: { 'application/json': { schema: components.refer(envelopes[envelope]) } },
  });
};

const describeHeaders = (known: readonly number[], components: Components): Schema => {
  const headers = {
    ...(known.includes(503) || known.includes(429)
      ? {
          'retry-after': components.keep('headers', 'RetryAfter', {
            description: 'With 429 and 503: seconds after which to try again.',
            schema: { type: 'integer' },
          }),
        }
      : {}),
    ...(known.includes(401)
      ? {
          'www-authenticate': components.keep('headers', 'WwwAuthenticate', {
            description: 'With 401: the authentication scheme.',
            schema: { const: 'Bearer' },
          }),
        }
      : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
};
