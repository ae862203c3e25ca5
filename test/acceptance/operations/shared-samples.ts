// A service with the fixture and samples that several test files share.

import { type FixtureService, startFixture } from '../service/fixture-service.ts';
import { openSampleData, type SampleData } from './good-calls.ts';

interface SampleService {
  readonly fixture: FixtureService;
  readonly samples: SampleData;
}

/** Of the shared service: small, so that a body over the limit is quickly sent. */
export const BODY_MAX_BYTES = 16_384;

let sharedSamples: Promise<SampleService> | undefined;

const startSamples = async (): Promise<SampleService> => {
  const fixture = await startFixture({ VITRINE_BODY_LIMIT_BYTES: String(BODY_MAX_BYTES) });
  return { fixture, samples: await openSampleData(fixture) };
};

/**
 * The same for all test files of a process that call this. They send good and bad requests to every operation, and leave behind
 * what good ones make under the ids of `callAt`.
 */
export const shareSamples = (): Promise<SampleService> => {
  sharedSamples ??= startSamples();
  return sharedSamples;
};
