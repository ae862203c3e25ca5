// Who is asking, and where. Runs before a byte of the body is read; scope first, then the token, then what it allows.

import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { Caller } from '../domain/caller.ts';
import type { Directory } from '../domain/ports.ts';
import { assertAlive, assertAllowed } from '../domain/token.ts';
import { tokenDigestOf } from './bearer.ts';
import { readScope } from './read-scope.ts';
import { visitorOf } from './visitor.ts';

export interface IdentifyDependencies {
  readonly directory: Directory;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
}

/** Leaves the scope and the caller on the request, or throws. */
export const identify = async (
  request: FastifyRequest,
  operation: Operation,
  { directory, visitorSecret, now }: IdentifyDependencies,
): Promise<void> => {
  const scope = await readScope(request, operation.scope, directory);
  request.scope = scope;
  const digest = tokenDigestOf(request.raw);
  const found = digest === undefined ? undefined : await directory.findToken(digest);
  const environment = await directory.findEnvironment(scope);
  const token = digest === undefined ? undefined : assertAlive(found, now().getTime());
  assertAllowed(token, scope, environment, operation.access);
  const caller: Caller = {
    scope,
    environment,
    token,
    // Only operations that record a search ask for it.
    get visitor() {
      return visitorOf(request, scope, visitorSecret, now());
    },
  };
  request.caller = caller;
};
