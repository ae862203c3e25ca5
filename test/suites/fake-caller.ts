// Small stand-ins for use-case tests: a caller, and a scoped store that holds nothing but what it is given.

import assert from 'node:assert/strict';
import type { Caller } from '../../src/domain/caller.ts';
import { Failure } from '../../src/domain/failures.ts';
import type { ScopedStore } from '../../src/domain/ports.ts';
import type { Environment, Scope } from '../../src/domain/scope.ts';
import type { Token } from '../../src/domain/token.ts';

export const scope: Scope = { tenantId: 'acme', workspaceId: 'web', environmentId: 'PRODUCTION-1' };

export const environment: Environment = {
  id: 'PRODUCTION-1',
  envType: 'PRODUCTION',
  defaultLocale: 'en-us',
  access: 'open',
};

export const fullToken: Token = {
  id: 't1',
  tenantId: 'acme',
  workspaceId: 'web',
  name: 'deploy',
  permission: 'full',
  environmentIds: null,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  revokedAt: null,
};

export const caller: Caller = {
  scope,
  environment,
  token: fullToken,
  isOperator: false,
  visitor: 'v1',
  addressMark: 'a1',
};
/** Whoever asks for an environment that does not exist. */
export const lostCaller: Caller = { ...caller, environment: undefined };

/** Answers in this one scope; asked for another, it fails the test. */
export const storeWith =
  (given: Partial<ScopedStore>) =>
  (asked: Scope): ScopedStore => {
    assert.deepEqual(asked, scope);
    return {
      findCatalog: async () => undefined,
      findCommerceStore: async () => undefined,
      listPopularTerms: async () => [],
      findContentModel: async () => undefined,
      findContentModelByName: async () => undefined,
      hasRecord: async () => false,
      listForms: async () => [],
      ...given,
    };
  };

/** For a validator of `assert.rejects`: the failure has this status, this name and this code. */
export const failure =
  (status: number, name: string, code: string) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof Failure, String(error));
    assert.deepEqual([error.status, error.name, error.code], [status, name, code]);
    return true;
  };
