// Ids of our own, of others and of nobody, and how to put one into a request: the elements of the isolation matrix.

import { managedCatalog } from '../operations/managed-things.ts';
import { absent, home, ownOf, type Place, PRODUCTION, shared } from '../service/fixture-bundle.ts';
import type { Call } from '../service/fixture-service.ts';

export type Origin = 'otherEnvironment' | 'otherWorkspace' | 'otherTenant';
export const origins: readonly Origin[] = ['otherEnvironment', 'otherWorkspace', 'otherTenant'];

export const otherWorkspace: Place = { ...home, workspace: 'outlet' };
export const otherTenant: Place = { ...home, tenant: 'globex' };
/** Its workspace id exists in the other tenant only. */
export const annex: Place = { ...home, tenant: 'globex', workspace: 'annex' };

export const there = ownOf(otherWorkspace);
export const abroad = ownOf(otherTenant);
export const own = ownOf(home);

/** A foreign id; `leadsTo` if it selects a scope that the request then legitimately is in. */
export interface Foreign {
  readonly value: string;
  readonly leadsTo?: Place;
}

export interface Position {
  /** The request with this id in this position. */
  readonly put: (call: Call, value: string) => Call;
  /** Empty: the id that the prepared call has. */
  readonly own: string;
  readonly absent: string;
  readonly foreign: Readonly<Record<Origin, Foreign>>;
  /** Whether a foreign host is recognized but a token does not open it. */
  readonly isPublic?: boolean;
  /** Whether it selects the request's scope. */
  readonly isPlace?: boolean;
  /** Any value is accepted, even one that does not exist. */
  readonly isFree?: boolean;
  /** A foreign value is already taken: it is refused without revealing anything about its owner. */
  readonly isTaken?: boolean;
}

export type Positions = Readonly<Record<string, Position>>;

export const inQuery = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({
    ...call,
    query: { ...(typeof call.query === 'object' ? call.query : {}), [name]: value },
  }),
});

export const inParams = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, params: { ...call.params, [name]: value } }),
});

export const inBody = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, body: { ...(call.body as object), [name]: value } }),
});

export const inHeader = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, headers: [[name, value]] }),
});

export const inList = (name: string, position: Omit<Position, 'put'>): Position => ({
  ...position,
  put: (call, value) => ({ ...call, body: { ...(call.body as object), [name]: [value] } }),
});

/** Words that occur in other workspaces' texts but not in ours. */
export const words: Omit<Position, 'put'> = {
  own: 'acmeweb',
  absent: 'qqqqqqqq',
  foreign: {
    otherEnvironment: { value: 'onlystaging' },
    otherWorkspace: { value: 'acmeoutlet' },
    otherTenant: { value: 'globexweb' },
  },
};

/** An id that is looked up in the workspace; another kind of id is used for another environment. */
export const known = (
  mine: string,
  nobody: string,
  theirs: string,
  foreigners: string,
): Omit<Position, 'put'> => ({
  own: mine,
  absent: nobody,
  foreign: {
    otherEnvironment: { value: shared.secondRecord },
    otherWorkspace: { value: theirs },
    otherTenant: { value: foreigners },
  },
});

export const environmentsHere = known(PRODUCTION, absent.id, there.environment, abroad.environment);
export const catalogsHere = known(managedCatalog, absent.uuid, there.catalog, abroad.catalog);
export const free = (mine: string): Omit<Position, 'put'> => ({
  ...known(mine, absent.id, there.category, abroad.category),
  isFree: true,
});
