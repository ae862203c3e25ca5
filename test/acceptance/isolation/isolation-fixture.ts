// The setup of the isolation tests: the running service with the fixture, and the tokens that they use.

import assert from 'node:assert/strict';
import { openSampleData, type SampleData } from '../operations/good-calls.ts';
import { home, PRODUCTION, staging } from '../service/fixture-bundle.ts';
import { toBundle } from '../service/fixture-lines.ts';
import { onlyPageLines } from '../service/fixture-records.ts';
import { createTokens, type FixtureService, OPERATOR, startFixture } from '../service/fixture-service.ts';
import { otherTenant, otherWorkspace } from './isolation-values.ts';

interface IsolationFixture {
  readonly fixture: FixtureService;
  readonly samples: SampleData;
  /** Tokens of home's workspace: one read-only, and one with full access to one environment. */
  readonly tokens: { readonly read: string; readonly production: string };
  /** The tokens with which a row of the matrix is tried. */
  readonly credentials: Readonly<Record<Credential, string | undefined>>;
}

export type Credential = 'none' | 'read' | 'workspace' | 'environment' | 'operator';

export const openIsolationFixture = async (
  variables: Readonly<Record<string, string>> = {},
): Promise<IsolationFixture> => {
  const fixture = await startFixture(variables);
  for (const place of [home, staging, otherWorkspace, otherTenant]) {
    const body = toBundle(onlyPageLines(place));
    const written = await fixture.call('manage-bulk-write', { place, body, token: OPERATOR });
    assert.match(written.text, /"failed":0/);
  }
  const tokens = await createTokens(fixture, {
    read: { permission: 'read' },
    production: { permission: 'full', environments: [PRODUCTION] },
  });
  const samples = await openSampleData(fixture);
  const credentials = {
    none: undefined,
    read: tokens.read,
    workspace: samples.tokenOf(home),
    environment: tokens.production,
    operator: OPERATOR,
  };
  return { fixture, samples, tokens, credentials };
};
