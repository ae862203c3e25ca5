// The failures of a request as HTTP, whatever it asks for: its path, its method, its size, its speed.

import { Failure } from './failure.ts';

/** `end`: what to do, in words that follow others. */
const routeNotFoundFor = (end: string): Failure =>
  new Failure(404, 'RouteNotFound', `There is no such route${end}`, { code: 'route_not_found' });

export const routeNotFound = (): Failure => routeNotFoundFor('; /openapi.json lists all of them');

/** Decision 0035: no path ends in a slash. */
export const trailingSlash = (): Failure => routeNotFoundFor(': leave out the slash at the end of the path');

export const methodNotAllowed = (method: string, allowedMethods: readonly string[]): Failure =>
  new Failure(
    405,
    'MethodNotAllowed',
    `This path does not take ${method}; it takes ${allowedMethods.join(', ')}`,
    { code: 'method_not_allowed', allowedMethods },
  );

export const payloadTooLarge = (maxBytes: number): Failure =>
  new Failure(
    413,
    'PayloadTooLarge',
    `The request body is larger than ${maxBytes} bytes; VITRINE_BODY_LIMIT_BYTES raises the limit`,
    {
      code: 'payload_too_large',
    },
  );

/** What cannot be read as HTTP, before any operation is known. */
export const malformedRequest = (): Failure =>
  new Failure(400, 'InvalidInput', 'The request is not valid HTTP, or its body broke off', {
    code: 'malformed_http',
  });

export const headersTooLarge = (): Failure =>
  new Failure(
    431,
    'RequestHeaderFieldsTooLarge',
    'The request line and its headers are too large together; send a shorter query or fewer headers',
    {
      code: 'headers_too_large',
    },
  );

export const expectationFailed = (): Failure =>
  new Failure(
    417,
    'InvalidInput',
    'The only expectation that can be met is 100-continue; leave out the header Expect',
    {
      code: 'expectation_failed',
    },
  );

export const requestTimeout = (): Failure =>
  new Failure(408, 'RequestTimeout', 'The request did not arrive in time; send it again without pauses', {
    code: 'request_timeout',
  });

/** Of a request that others wait for. What came before it is handled; the rest may be sent again. */
export const requestTooSlow = (): Failure =>
  new Failure(
    408,
    'RequestTimeout',
    'The request moved too slowly while others were waiting; send the rest again',
    {
      code: 'request_too_slow',
    },
  );
