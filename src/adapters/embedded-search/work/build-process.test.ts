// Parts of an index that processes build: they are those that a thread builds, whatever happens to a process is reported, and none is
// left behind.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { copySqliteFolder } from '../../../../test/fixtures/sqlite-folders.ts';
import { waitUntil } from '../../../../test/fixtures/wait-until.ts';
import { ACME, CATALOG, line, putAll, workspaceLines } from '../../../../test/suites/store/store-fixture.ts';
import { toPlain } from '../../../domain/failures/plain-failure.ts';
import { storageFailure } from '../../../domain/failures/unavailable-failures.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { productSettingsOf } from '../segments/built-catalog.ts';
import { withBuildProcesses } from './build-process.ts';
import { buildIndexWork, type IndexWork } from './index-work.ts';

const indexId = { scope: { ...ACME, environmentId: 'PROD' }, catalogId: CATALOG };
const entry = new URL('../../../workers/build-part.ts', import.meta.url);
const PRODUCTS = 300;
const WATCH = 'WATCH_REPORT_DEPENDENCIES';

const openShop = async (t: TestContext) => {
  const dataDir = await copySqliteFolder();
  const store = await openSqliteStore({ dataDir });
  t.after(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const products = Array.from({ length: PRODUCTS }, (_, at) =>
    line('product', { id: `p${at}`, name: `Numbat ${at} of ${at % 7}` }),
  );
  const items = [1, 2, 3].map((at) =>
    line('content_item', { provider_id: `c${at}`, title: `Of numbats ${at}` }),
  );
  const shop = [line('catalog'), line('category'), ...products, ...items];
  await putAll(store, ACME, [...workspaceLines(ACME), ...shop]);
  return { store, dataDir };
};

/** Work that builds nothing itself. */
const buildsNothing = (work: IndexWork): IndexWork => {
  const refuse = async (): Promise<never> => {
    throw new Error('it was built here');
  };
  return { ...work, buildContent: refuse, buildRange: refuse };
};

/** The plan, and both parts as `work` builds them. */
const buildParts = async (work: IndexWork, isLarge: boolean) => {
  const plan = await work.plan(indexId);
  assert.ok(plan);
  const { position, ranges } = plan;
  const [range] = ranges;
  assert.ok(range);
  return {
    plan,
    content: await work.buildContent(indexId, position, isLarge),
    products: await work.buildRange(indexId, position, productSettingsOf(plan), range, isLarge),
  };
};

/** A process that runs this text instead. */
const inPlace = (t: TestContext, text: string): { readonly entry: URL; readonly folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'entry.mjs');
  writeFileSync(file, text);
  return { entry: pathToFileURL(file), folder };
};

const buildsBy = (t: TestContext, text: string): Promise<unknown> => {
  const place = { dataDir: 'nowhere' };
  return withBuildProcesses({} as IndexWork, inPlace(t, text).entry, place).buildContent(indexId, 1, true);
};

const onRequest = (text: string): string => `process.once('message', () => { ${text} });`;

test('a process builds the parts that a thread builds', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  const apart = withBuildProcesses(buildsNothing(here), entry, { dataDir });
  const expected = await buildParts(here, false);
  assert.ok(expected.products.segments.length > 0 && expected.content.segments.length > 0);
  assert.deepEqual(await buildParts(apart, true), expected);
});

test('a process whose garbage is collected while it sends a part has closed its store', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  // It collects garbage several times before it sends the part.
  const { entry: collecting } = inPlace(
    t,
    `import { setFlagsFromString } from 'node:v8';
     import { runInNewContext } from 'node:vm';
     setFlagsFromString('--expose-gc');
     const collect = runInNewContext('gc');
     const write = process.stdout.write.bind(process.stdout);
     process.stdout.write = async (bytes) => {
       for (let rounds = 0; rounds < 10; rounds += 1) {
         collect();
         await new Promise(setImmediate);
       }
       write(bytes);
     };
     await import(${JSON.stringify(entry.href)});`,
  );
  const apart = withBuildProcesses(buildsNothing(here), collecting, { dataDir });
  assert.deepEqual(await buildParts(apart, true), await buildParts(here, false));
});

test('one process builds parts that follow each other, and ends when no other does', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  const { entry: noted, folder } = inPlace(
    t,
    `import { appendFileSync } from 'node:fs';
     appendFileSync(new URL('started', import.meta.url), process.pid + ' ');
     await import(${JSON.stringify(entry.href)});`,
  );
  const started = (): number[] => readFileSync(join(folder, 'started'), 'utf8').trim().split(' ').map(Number);
  const hasEnded = (pid: number): boolean => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  const apart = withBuildProcesses(buildsNothing(here), noted, { dataDir });
  const expected = await buildParts(here, false);
  assert.deepEqual(await buildParts(apart, true), expected);
  const [first, ...others] = started();
  assert.ok(first !== undefined && others.length === 0);
  // Nobody has noticed yet that it ends.
  process.kill(first, 'SIGKILL');
  assert.deepEqual(await buildParts(apart, true), expected);
  const [, second, ...more] = started();
  assert.ok(second !== undefined && more.length === 0);
  await waitUntil('the process has ended by itself', () => hasEnded(second));
});

test('a process builds a part in which there is nothing', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  const apart = withBuildProcesses(buildsNothing(here), entry, { dataDir });
  const other = { ...indexId, catalogId: 'a catalog without content' };
  assert.deepEqual((await apart.buildContent(other, 1, true)).segments, []);
});

test('what is not large is built here, as is everything where no process can be started', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  const expected = await buildParts(here, false);
  assert.equal(expected.plan.isLarge, false);
  // A process of this module builds nothing.
  const { entry: idle } = inPlace(t, '');
  assert.deepEqual(await buildParts(withBuildProcesses(here, idle, { dataDir }), false), expected);
  const { execPath } = process;
  t.after(() => {
    process.execPath = execPath;
  });
  // The first is an event, the second is thrown.
  for (const program of ['no such program', 'no program\0']) {
    process.execPath = join(dataDir, program);
    assert.deepEqual(await buildParts(withBuildProcesses(here, entry, { dataDir }), true), expected);
  }
});

test('a process builds parts under `node --watch`, where Node sends messages too', async (t) => {
  const { store, dataDir } = await openShop(t);
  const here = buildIndexWork(store, undefined);
  process.env[WATCH] = '1';
  t.after(() => delete process.env[WATCH]);
  const apart = withBuildProcesses(buildsNothing(here), entry, { dataDir });
  assert.deepEqual(await buildParts(apart, true), await buildParts(here, false));
});

test('a plan says that a catalog is large if it has more than a few thousand of anything', async (t) => {
  const { store } = await openShop(t);
  let asked = 0;
  const source = {
    ...store,
    listIfSmall: async (_scope: unknown, _catalogId: unknown, idsMax: number) => {
      asked = idsMax;
      return undefined;
    },
  };
  assert.equal((await buildIndexWork(source, undefined).plan(indexId))?.isLarge, true);
  assert.ok(asked > 1_000 && asked < 100_000, String(asked));
});

test('a failure of the process is that of the part', async (t) => {
  const failure = storageFailure('damaged');
  const refusal = JSON.stringify({ refusal: toPlain(failure) });
  await assert.rejects(buildsBy(t, onRequest(`process.send(${refusal})`)), {
    name: failure.name,
    status: failure.status,
  });
  await assert.rejects(buildsBy(t, onRequest(`process.send({ failure: 'a bug' })`)), { message: 'a bug' });
});

test('a process that dies is reported with its last words', async (t) => {
  await assert.rejects(
    buildsBy(t, onRequest(`process.stderr.write('out of memory', () => process.exit(3))`)),
    /ended with 3: out of memory/,
  );
  await assert.rejects(buildsBy(t, onRequest(`process.kill(process.pid, 'SIGKILL')`)), /ended with SIGKILL/);
});

test('a process that dies before it has read a long request is reported alike', async (t) => {
  const { entry: dying } = inPlace(t, `process.stderr.write('no memory', () => process.exit(5));`);
  const apart = withBuildProcesses({} as IndexWork, dying, { dataDir: 'nowhere' });
  const long = { ...indexId, catalogId: 'c'.repeat(8_000_000) };
  await assert.rejects(apart.buildContent(long, 1, true), /ended with 5: no memory/);
});

test('more or fewer bytes than announced are no part', async (t) => {
  const announce = `process.send({ lengths: [2, 2], upTo: { position: 1 } });`;
  const fewer = `process.stdout.write('abc', () => process.stderr.write('a bug', () => process.exit(4)));`;
  await assert.rejects(buildsBy(t, onRequest(announce + fewer)), /ended with 4: a bug/);
  await assert.rejects(buildsBy(t, onRequest(`${announce}process.stdout.write('abcde');`)), /more bytes/);
});

test('a process ends with the thread that waits for it, and by no signal to the service', async (t) => {
  // It cannot open this store, says so, and waits until the channel is closed. From then on it counts the time.
  const nowhere = join(tmpdir(), 'vitrine-build-\0');
  const { entry: watched, folder } = inPlace(
    t,
    `import { writeFileSync } from 'node:fs';
     let beats = 0;
     const beat = () => writeFileSync(new URL('beats', import.meta.url), JSON.stringify([process.pid, ++beats]));
     process.send = () => setInterval(beat, 10);
     process.on('exit', () => writeFileSync(new URL('ended', import.meta.url), ''));
     await import(${JSON.stringify(entry.href)});`,
  );
  const thread = new Worker(
    `import(${JSON.stringify(new URL('./build-process.ts', import.meta.url).href)}).then(
       ({ withBuildProcesses }) =>
         withBuildProcesses({}, new URL(${JSON.stringify(watched.href)}), { dataDir: ${JSON.stringify(nowhere)} })
           .buildContent(${JSON.stringify(indexId)}, 1, true));`,
    { eval: true },
  );
  t.after(() => thread.terminate());
  const file = join(folder, 'beats');
  const read = (): [pid: number, beats: number] => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text.endsWith(']') ? (JSON.parse(text) as [number, number]) : [0, 0];
  };
  await waitUntil('the process runs', () => read()[0] > 0);
  const [pid, before] = read();
  const hasEnded = (): boolean => existsSync(join(folder, 'ended'));
  t.after(() => hasEnded() || process.kill(pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  await waitUntil('it runs on', () => read()[1] > before + 5);
  if (process.platform === 'linux')
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
  await thread.terminate();
  await waitUntil('the process has ended', hasEnded);
});
