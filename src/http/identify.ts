// Who is asking, and where. Runs before a byte of the body is read; scope first, then the token, then what it allows.

import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { Directory } from '../domain/ports.ts';
import type { Environment, Scope } from '../domain/scope.ts';
import { assertAlive, assertAllowed, assertForOperator, isAlive, type Token } from '../domain/token.ts';
import { CALLER_HEADERS } from './answer-memory.ts';
import { isSameDigest, tokenDigestOf } from './bearer.ts';
import { askerOf } from './log.ts';
import { headersKey, repeatedHeaders } from './raw-headers.ts';
import { readScope } from './read-scope.ts';
import type { VersionedMap } from './versioned-map.ts';
import { addressMark, visitorOf } from './visitor.ts';

export interface IdentifyDependencies {
  readonly directory: Directory;
  readonly visitorSecret: string | Buffer;
  readonly now: () => Date;
  /** SHA-256 of the operator's own token, as hex; absent: nobody is the operator. */
  readonly operatorDigest: string | undefined;
  /** Who was let in lately, and where; absent: everyone is asked each time. */
  readonly admitted: VersionedMap<Admitted> | undefined;
}

/** What the head of a request says about who sends it, once it was found right. */
export interface Admitted {
  readonly scope: Scope;
  readonly environment: Environment | undefined;
  readonly token: Token | undefined;
  readonly isOperator: boolean;
}

/** As `identify`, at once and without asking anyone, for a head that was let in before. False when it must be asked. */
export const identifyAgain = (
  request: FastifyRequest,
  operation: Operation,
  dependencies: IdentifyDependencies,
): boolean => {
  const { admitted, now } = dependencies;
  if (admitted === undefined || repeatedHeaders(request.raw).size > 0) return false;
  admitted.current();
  const known = admitted.get(headOf(request, operation));
  if (known === undefined || !isAlive(known.token, now().getTime())) return false;
  admit(request, known, dependencies);
  return true;
};

/** Everything that decides who is asking, and whether he may; a line feed is in no header. */
const headOf = ({ raw: { headers }, host }: FastifyRequest, { scope, access }: Operation): string =>
  `${scope}\n${access}\n${host}${headersKey(headers, CALLER_HEADERS)}`;

/** Leaves the scope and the caller on the request, or throws. */
export const identify = async (
  request: FastifyRequest,
  operation: Operation,
  dependencies: IdentifyDependencies,
): Promise<void> => {
  const { directory, now, admitted, operatorDigest } = dependencies;
  const version = admitted?.current();
  const scope = await readScope(request, operation.scope, directory);
  request.scope = scope;
  const digest = tokenDigestOf(request.raw);
  const isOperator = digest !== undefined && isSameDigest(digest, operatorDigest);
  const found = digest === undefined || isOperator ? undefined : await directory.findToken(digest);
  const environment = scope.environmentId === '' ? undefined : await directory.findEnvironment(scope);
  const token = digest === undefined || isOperator ? undefined : assertAlive(found, now().getTime());
  request.asker = askerOf({ token, isOperator });
  if (isOperator) assertForOperator(operation.access);
  else assertAllowed(token, scope, environment, operation.access);
  const known = { scope, environment, token, isOperator };
  if (version !== undefined && repeatedHeaders(request.raw).size === 0) {
    admitted?.set(headOf(request, operation), known, version);
  }
  admit(request, known, dependencies);
};

const admit = (
  request: FastifyRequest,
  { scope, environment, token, isOperator }: Admitted,
  { visitorSecret, now }: IdentifyDependencies,
): void => {
  request.scope = scope;
  request.caller = {
    scope,
    environment,
    token,
    isOperator,
    // Only operations that record a search ask for it.
    get visitor() {
      return visitorOf(request.ip ?? '', request.headers['user-agent'] ?? '', scope, visitorSecret, now());
    },
    get addressMark() {
      return addressMark(request.ip ?? '', visitorSecret);
    },
  };
};
