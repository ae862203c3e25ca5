// OpenSearch finds what embedded indexes find, over the same source, which changes between the questions. VITRINE_TEST_PARITY_QUESTIONS: how
// many questions are asked in all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomFor } from '../../../demo/build/random.ts';
import { runs, seed } from '../../../test/fixtures/long-runs.ts';
import { openOver } from '../../../test/suites/search/embedded-index.ts';
import { CATALOG_ID, scope } from '../../../test/suites/search/memory-source.ts';
import { startTestServer, type TestServer } from '../../../test/suites/search/opensearch-index.ts';
import { Agreement } from '../../../test/suites/search/parity-agreement.ts';
import { buildRandomWorld, buildRealWorlds, type World } from '../../../test/suites/search/parity-worlds.ts';

const QUESTIONS = runs(200, 2_000, 'PARITY_QUESTIONS');
/** Of a real catalog; building it takes longer than a few questions. */
const OBJECTS = QUESTIONS < 1_000 ? 300 : 4_000;
/** Questions that a random catalog is asked. */
const PER_RANDOM_WORLD = 40;
/** Asked at the same time, between two changes. */
const TOGETHER = 20;
/** Of many questions, and of the few of the short form, where each is a large part. */
const OVERLAP_MIN = QUESTIONS < 1_000 ? 0.8 : 0.95;

let server: TestServer;

before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const compare = async (world: World, questions: number, agreement: Agreement): Promise<void> => {
  const embedded = openOver(world.source);
  const { index, close } = await server.open(world.source);
  try {
    for (let asked = 0; asked < questions; asked += TOGETHER) {
      if (asked > 0) world.change();
      const some = Array.from({ length: Math.min(TOGETHER, questions - asked) }, world.ask);
      await Promise.all(some.map((question) => agreement.ask(world.name, question, embedded, index)));
    }
  } finally {
    await embedded.close();
    await close();
  }
};

const finish = (name: string, agreement: Agreement): void => {
  console.log(`${name}: ${agreement} (VITRINE_TEST_SEED=${seed})`);
  assert.ok(agreement.overlap >= OVERLAP_MIN, `overlap@10 is ${agreement.overlap}`);
};

test('random catalogs', { timeout: 3_600_000 }, async () => {
  const agreement = new Agreement([scope, CATALOG_ID]);
  const worlds = Math.ceil(QUESTIONS / 2 / PER_RANDOM_WORLD);
  for (let world = 0; world < worlds; world += 1)
    await compare(buildRandomWorld(randomFor(`${seed} ${world}`)), PER_RANDOM_WORLD, agreement);
  finish('random', agreement);
});

test('real catalogs, if they are beside the repository', { timeout: 3_600_000 }, async () => {
  const worlds = buildRealWorlds(randomFor(seed), OBJECTS);
  for (const world of worlds) {
    const agreement = new Agreement([scope, CATALOG_ID]);
    await compare(world, Math.ceil(QUESTIONS / 2 / worlds.length), agreement);
    finish(world.name, agreement);
  }
});
