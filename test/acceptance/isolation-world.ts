// Where the isolation tests take place: the running service with the fixture in it, and the tokens that they try doors with.

import { PRODUCTION } from './fixture-bundle.ts';
import { createTokens, type FixtureService, startFixture } from './fixture-service.ts';
import { openWorld, type World } from './good-calls.ts';

export interface IsolationWorld {
  readonly fixture: FixtureService;
  readonly world: World;
  /** Of home's workspace: one that may only read, and one that may do all in one environment. */
  readonly tokens: { readonly read: string; readonly production: string };
}

export const openIsolationWorld = async (): Promise<IsolationWorld> => {
  const fixture = await startFixture();
  const tokens = await createTokens(fixture, {
    read: { permission: 'read' },
    production: { permission: 'full', environments: [PRODUCTION] },
  });
  return { fixture, world: await openWorld(fixture), tokens };
};
