// The failures of a request at the level of HTTP: its path, method, size or speed.

import { Failure } from './failure.ts';

const routeNotFoundWith = (advice: string): Failure =>
  new Failure(404, 'RouteNotFound', `There is no such route${advice}`, { code: 'route_not_found' });

export const routeNotFound = (): Failure => routeNotFoundWith('; /reference lists all of them');

/** No path ends in a slash (Decision 0035). */
export const trailingSlash = (): Failure => routeNotFoundWith(': leave out the slash at the end of the path');

export const methodNotAllowed = (method: string, allowedMethods: readonly string[]): Failure =>
  new Failure(
    405,
    'MethodNotAllowed',
    `This path does not support ${method}; it supports ${allowedMethods.join(', ')}`,
    { code: 'method_not_allowed', allowedMethods },
  );

export const payloadTooLarge = (maxBytes: number, setting = 'VITRINE_BODY_LIMIT_BYTES'): Failure =>
  new Failure(
    413,
    'PayloadTooLarge',
    `The request body is larger than ${maxBytes} bytes; ${setting} raises the limit`,
    {
      code: 'payload_too_large',
    },
  );

/** The bytes are not valid HTTP, so no operation is known yet. */
export const malformedRequest = (): Failure =>
  new Failure(400, 'InvalidInput', 'The request is not valid HTTP, or its body broke off', {
    code: 'malformed_http',
  });

export const headersTooLarge = (): Failure =>
  new Failure(
    431,
    'RequestHeaderFieldsTooLarge',
    'The request line and the headers together are too large; send a shorter query or fewer headers',
    {
      code: 'headers_too_large',
    },
  );

export const expectationFailed = (): Failure =>
  new Failure(
    417,
    'InvalidInput',
    'The only supported expectation is 100-continue; leave out the Expect header',
    {
      code: 'expectation_failed',
    },
  );

export const requestTimeout = (): Failure =>
  new Failure(408, 'RequestTimeout', 'The request did not arrive in time; send it again without pauses', {
    code: 'request_timeout',
  });

/** The sender of a bulk request is slow while others wait. The lines before this are done; the rest can be sent again. */
export const requestTooSlow = (): Failure =>
  new Failure(
    408,
    'RequestTimeout',
    'The request moved too slowly while others were waiting; send again what has no result yet',
    {
      code: 'request_too_slow',
    },
  );

/** For what only the operator may see, whoever else the token is of. */
export const operatorRequired = (): Failure =>
  new Failure(
    401,
    'Unauthorized',
    "This needs the operator's token: the one that the service has in VITRINE_OPERATOR_TOKEN",
    { code: 'token_invalid' },
  );
