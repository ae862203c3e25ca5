// Identifies the caller before any byte of the body is read: first the scope, then the token, then what it allows.

import { assertAlive, assertAllowed, assertForOperator, isAlive } from '../../domain/access/token.ts';
import type { ChangeSignal, Directory } from '../../domain/ports.ts';
import { RevisionCache } from '../../domain/revision-cache.ts';
import { askerOf, type Entry, type Identity } from '../identity.ts';
import type { Exchange } from '../wire/exchange.ts';
import { headersKey, repeatedHeaders } from '../wire/raw-headers.ts';
import { isSameDigest, tokenDigestOf } from './bearer.ts';
import { readScope } from './read-scope.ts';

/** The headers that identify a caller, beside the host. */
export const CALLER_HEADERS = ['x-tenant-id', 'x-workspace-id', 'x-environment-id', 'authorization'];

const IDENTITIES_MAX = 5_000;
/** Longer headers are never cached. */
const KEY_CHARS_MAX = 1_000;

export interface IdentifyDependencies {
  readonly directory: Directory;
  readonly now: () => Date;
  /** SHA-256 of the operator's token, as hex; absent: there is no operator. */
  readonly operatorDigest: string | undefined;
  /** Absent: nothing is cached. */
  readonly signal: ChangeSignal | undefined;
}

export interface Identifier {
  /** Like `identify`, but from the cache and synchronous. `undefined` when the caller must be looked up. */
  identifyFromCache(exchange: Exchange, operation: Entry): Identity | undefined;
  /** Sets the scope on the exchange as soon as it is known; throws when the caller may not use the operation. */
  identify(exchange: Exchange, operation: Entry): Promise<Identity>;
}

export const buildIdentifier = (dependencies: IdentifyDependencies): Identifier => {
  const { signal, now } = dependencies;
  const authCache =
    signal &&
    new RevisionCache<Identity>(
      { revision: (workspace) => signal.accessRevision(workspace) },
      { entriesMax: IDENTITIES_MAX },
    );
  const keyFor = buildKeys();
  return {
    identifyFromCache: (exchange, operation) => {
      if (authCache === undefined || repeatedHeaders(exchange.request).size > 0) return undefined;
      const known =
        identityOfPeer(exchange, operation, authCache) ?? authCache.get(keyOf(exchange, operation));
      if (known === undefined) return undefined;
      if (known.token !== undefined && !isAlive(known.token, now().getTime())) return undefined;
      rememberPeer(exchange, operation, known);
      return known;
    },
    identify: async (exchange, operation) => {
      const found = await readIdentity(exchange, operation, dependencies);
      const { revision, ...whole } = found;
      const { scope } = whole;
      const isKept = isKnownPlace(whole) && repeatedHeaders(exchange.request).size === 0;
      const caller = keyOf(exchange, operation);
      if (!isKept || caller.length > KEY_CHARS_MAX) return { ...found, key: nextKey(), revision: Number.NaN };
      const identity = { ...found, key: keyFor(`${caller}\n${JSON.stringify(whole)}`) };
      authCache?.set(caller, scope, revision, identity);
      return identity;
    },
  };
};

/** Scopes that do not exist are not cached: there is no end of them. A token is one of the workspace, which therefore exists. */
const isKnownPlace = ({ scope, environment, token }: Pick<Identity, 'scope' | 'environment' | 'token'>) =>
  environment !== undefined || (token !== undefined && scope.environmentId === '');

/** Whether the connection's last request came from the same caller and needs the same access. */
const identityOfPeer = (
  { peer, host, request: { headers } }: Exchange,
  { scope, access }: Entry,
  authCache: RevisionCache<Identity>,
): Identity | undefined => {
  const known = peer?.caller;
  if (known === undefined || known.host !== host) return undefined;
  if (known.operation.scope !== scope || known.operation.access !== access) return undefined;
  for (let at = 0; at < CALLER_HEADERS.length; at += 1) {
    if (known.headers[at] !== headers[CALLER_HEADERS[at] as string]) return undefined;
  }
  const { identity } = known;
  return authCache.revision(identity.scope) === identity.revision ? identity : undefined;
};

const rememberPeer = (
  { peer, host, request: { headers } }: Exchange,
  operation: Entry,
  identity: Identity,
): void => {
  if (peer === undefined || peer.caller?.identity === identity) return;
  const sent = CALLER_HEADERS.map((name) => headers[name] as string | undefined);
  peer.caller = { operation, host, headers: sent, identity };
};

let lastKey = 0;
const nextKey = (): string => {
  lastKey += 1;
  return lastKey.toString(36);
};

/**
 * Short keys for long texts. A caller who is identified again, as the same, keeps their key: with a new one on some of their connections, a response
 * cached under the old one could be older than what they already got.
 */
const buildKeys = () => {
  const keys = new Map<string, string>();
  return (text: string): string => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    if (keys.size === IDENTITIES_MAX) keys.clear();
    const key = nextKey();
    keys.set(text, key);
    return key;
  };
};

/** Everything that decides who the caller is and whether they may proceed. No header contains a line feed. */
const keyOf = ({ request, host }: Exchange, { scope, access }: Entry): string =>
  `${scope}\n${access}\n${host}${headersKey(request.headers, CALLER_HEADERS)}`;

const readIdentity = async (
  exchange: Exchange,
  operation: Entry,
  { directory, now, operatorDigest, signal }: IdentifyDependencies,
): Promise<Omit<Identity, 'key'>> => {
  const first = await readScope(exchange, operation.scope, directory);
  exchange.scope = first;
  const revision = signal?.accessRevision(first) ?? Number.NaN;
  // The host may have moved to another workspace before the revision was read.
  const scope = await readScope(exchange, operation.scope, directory);
  exchange.scope = scope;
  const digest = tokenDigestOf(exchange.request);
  const isOperator = digest !== undefined && isSameDigest(digest, operatorDigest);
  const found = digest === undefined || isOperator ? undefined : await directory.findToken(digest);
  const environment = scope.environmentId === '' ? undefined : await directory.findEnvironment(scope);
  const token = digest === undefined || isOperator ? undefined : assertAlive(found, now().getTime());
  exchange.asker = askerOf({ token, isOperator });
  if (isOperator) assertForOperator(operation.access);
  else assertAllowed(token, scope, environment, operation.access);
  const isSame = first.tenantId === scope.tenantId && first.workspaceId === scope.workspaceId;
  return {
    scope,
    environment,
    token,
    isOperator,
    revision: isSame ? revision : Number.NaN,
  };
};
