// Runs the tests, a file more at once than there are cores: `npm test`; with `--long` the long forms, in the files that have
// one; with `--postgres` those of the store over PostgreSQL, on two versions of the server; with `--engines` those on OpenSearch, on
// each of its versions; with `--browser` those in a real browser, Debian's Chromium; with `--coverage` also a table of what the tests reach. Files that are named replace all others; other options are Node's. Small files share a process, see
// `fixtures/test-groups.ts`. Prints at the end which files took most.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { obtainBrowser } from './browser/browser.ts';
import { bundleLibraries } from './fixtures/bundled-libraries.ts';
import { findDebianPostgres } from './fixtures/debian-postgres.ts';
import { longestFirst } from './fixtures/first-files.ts';
import { joinSources } from './fixtures/joined-sources.ts';
import {
  newestOpenSearch,
  obtainOpenSearch,
  openSearchVersions,
} from './fixtures/opensearch/obtain-opensearch.ts';
import { startOpenSearch } from './fixtures/opensearch/start-opensearch.ts';
import type { Usage } from './fixtures/report-usage.ts';
import { makeRunFolder } from './fixtures/run-folder.ts';
import { groupTests, type TestGroup, writeEntry } from './fixtures/test-groups.ts';
import { filesReaching, read, sources, tests } from './tidy/import-graph.ts';

const MINUTE_MS = 60_000;
/** For each test that has no timeout of its own. A busy machine is no fault of a test. */
const TEST_MAX_MS = { short: 5 * MINUTE_MS, long: 15 * MINUTE_MS };
/** For all together: a test that never yields to the event loop is out of reach of its own timeout. */
const RUN_MAX_MS = { short: 20 * MINUTE_MS, long: 40 * MINUTE_MS };

const root = join(import.meta.dirname, '..');
const own = ['--long', '--coverage', '--postgres', '--engines', '--browser', '--usage'];
const words = process.argv.slice(2);
const form = words.includes('--long') ? 'long' : 'short';
const withCoverage = words.includes('--coverage');
const onPostgres = words.includes('--postgres');
const onEngines = words.includes('--engines');
const inBrowser = words.includes('--browser');
/** Files that are named at the end. */
const shownMax = words.includes('--usage') ? Infinity : 10;

const options = words.filter((word) => word.startsWith('-') && !own.includes(word));

const isTestFile = (file: string): boolean => file.endsWith('.test.ts');
const named = words.filter((word) => !word.startsWith('-'));
const isEngineFile = (file: string): boolean => file.endsWith('.engines.test.ts');
/** In the short form on one version only. */
const isOfNewest = (file: string): boolean => form === 'short' && file.endsWith('.newest.engines.test.ts');
const storeOverPostgres = join('src', 'adapters', 'store', 'postgres', sep);
const isOfPostgres = (file: string): boolean => file.startsWith(storeOverPostgres);
/** In `npm test` too: what keeps workspaces apart. */
const guards = ['row-security', 'role-rights'].map((name) => `${storeOverPostgres}${name}.test.ts`);
/** The service and the command line over PostgreSQL, and faults of its server and of the network. */
const isOfServer = (file: string): boolean =>
  /^test[\\/]acceptance[\\/](?:faults|postgres)[\\/]/.test(file) && !file.endsWith('.long.test.ts');
/** Run by `test:long`, `test:browser`, `test:engines`, `npm run check` and `test:postgres`. */
const isElsewhere = (file: string): boolean =>
  /\.(?:long|browser|engines)\.test\.ts$|^test[\\/]tidy[\\/]/.test(file) ||
  ((isOfPostgres(file) || isOfServer(file)) && !withCoverage && !guards.includes(file));
const filesOf = {
  postgres: () => [
    ...sources.filter((file) => isTestFile(file) && isOfPostgres(file)),
    ...tests.filter((file) => isTestFile(file) && isOfServer(file)),
  ],
  engines: () =>
    [...sources, ...tests].filter(
      (file) => isEngineFile(file) && (form === 'long' || !file.endsWith('.long.engines.test.ts')),
    ),
  browser: () => tests.filter((file) => file.endsWith('.browser.test.ts')),
  short: () => [...sources, ...tests].filter((file) => isTestFile(file) && !isElsewhere(file)),
  long: () => {
    const hasLongForm = filesReaching(join('test', 'fixtures', 'long-runs.ts'));
    return [...sources, ...tests].filter(
      (file) =>
        file.endsWith('.long.test.ts') || (hasLongForm.has(file) && isTestFile(file) && !isEngineFile(file)),
    );
  },
};

const part = onPostgres ? 'postgres' : onEngines ? 'engines' : inBrowser ? 'browser' : form;
/** All tests in one of the two forms, or on OpenSearch: services start from joined sources. */
const isJoined = [...named, ...options].length === 0 && !(onPostgres || inBrowser || withCoverage);
/** The short form, where files share processes. */
const isGrouped = isJoined && part === 'short';

/** With which the tests start Debian's server instead of the one that comes with npm. */
const debianVariables = (): NodeJS.ProcessEnv => {
  const { version, programs, libraries } = findDebianPostgres();
  process.stdout.write(`PostgreSQL ${version} of Debian: ${programs}\n`);
  return {
    VITRINE_TEST_POSTGRES_BIN: programs,
    ...(libraries === undefined ? {} : { VITRINE_TEST_POSTGRES_LIB: libraries }),
  };
};

const coverage = [
  '--experimental-test-coverage',
  '--test-coverage-include-all',
  '--test-coverage-include=src/**/*.{js,ts}',
  '--test-coverage-include=client/src/**/*.ts',
  '--test-coverage-exclude=**/*.test.ts',
];

const preload = (name: string): string => `--import=${new URL(`./fixtures/${name}`, import.meta.url)}`;

/** The long form goes to the disk, and so do the reports of coverage, about a megabyte for each process. */
const folder = makeRunFolder(form === 'short' && !withCoverage);
const usageFile = join(folder, 'usage');
const groupsFolder = join(folder, 'groups');
mkdirSync(groupsFolder);

/** By the path that Node runs: a test file, or the entry of a group. */
const listEntries = (): ReadonlyMap<string, TestGroup['files']> => {
  const files = named.length > 0 ? named : filesOf[part]();
  if (!isGrouped) return new Map(files.map((file) => [file, [file]]));
  return new Map(
    groupTests(files, read).map((group): [string, TestGroup['files']] => {
      const [first = ''] = group.files;
      return [group.files.length === 1 ? first : writeEntry(groupsFolder, group), group.files];
    }),
  );
};
const entries = listEntries();

const readUsages = (): Usage[] =>
  existsSync(usageFile)
    ? readFileSync(usageFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Usage)
    : [];

const isGroup = (entry: string): boolean => entry.startsWith(groupsFolder);

/** The files of groups whose process did not come to its end: it was blocked, killed or ended by a test. */
const findUnfinished = (): readonly string[] => {
  const finished = new Set(readUsages().map(({ file }) => file));
  return [...entries]
    .filter(([entry]) => isGroup(entry) && !finished.has(relative(root, entry)))
    .flatMap(([, files]) => files);
};

/** The files that took most, and all together: seconds of computing, and of time. */
const printUsage = (): void => {
  const usages = readUsages();
  const total = usages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const most = usages.sort((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, shownMax);
  const count = [...entries.values()].flat().length;
  process.stdout.write(
    `\n${total.toFixed(0)} seconds of computing in ${count} files, ${entries.size} processes. Most, with their time:\n`,
  );
  for (const { file, cpuSeconds, seconds } of most) {
    const entry = join(root, file);
    const name = isGroup(entry)
      ? `${basename(entry, '.test.ts')}, ${entries.get(entry)?.length} files`
      : file;
    process.stdout.write(`${cpuSeconds.toFixed(1).padStart(6)} ${seconds.toFixed(1).padStart(6)}  ${name}\n`);
  }
};

if (!withCoverage) await bundleLibraries();
const joinedMain = isJoined ? await joinSources() : undefined;
// Before the files that want it run side by side.
if (inBrowser) obtainBrowser();
// Asks whether they are there.
const { nodeVariables } = await import('./fixtures/node-variables.ts');

let isStopped = false;

/** Resolves to the exit code. */
const runFiles = (files: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<number> => {
  const child = spawn(
    process.execPath,
    [
      '--test',
      // One more than there are cores: some wait for a process or a timer.
      `--test-concurrency=${availableParallelism() + 1}`,
      `--test-timeout=${TEST_MAX_MS[form]}`,
      ...(withCoverage ? coverage : []),
      // Named files are run to find out what is wrong, and which test it is.
      ...(named.length > 0 ? [] : [preload('untracked-promises.ts')]),
      preload('report-usage.ts'),
      ...options,
      ...longestFirst(files, root),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        VITRINE_TEST_RUNS: form,
        VITRINE_TEST_USAGE: usageFile,
        VITRINE_TEST_SHARED: groupsFolder,
        ...(joinedMain === undefined ? {} : { VITRINE_TEST_MAIN: joinedMain }),
        TMPDIR: folder,
        ...(withCoverage ? {} : nodeVariables),
        ...variables,
      },
    },
  );
  const stop = (signal: NodeJS.Signals): void => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The runner then names the files that it was running.
  const late = setTimeout(stop, RUN_MAX_MS[form], 'SIGTERM');
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearTimeout(late);
      resolve(code ?? 1);
    });
  });
};

const tellTime = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const begun = performance.now();
  const done = await work();
  process.stdout.write(`${what}: ${Math.round((performance.now() - begun) / 1_000)} s\n`);
  return done;
};

/** Each version, also after one that failed. Its files share a server. */
const runOnEngines = async (files: readonly string[]): Promise<number> => {
  let worst = 0;
  // All of them before the first test: what is missing should not take minutes to be noticed.
  for (const version of openSearchVersions)
    await tellTime(`OpenSearch ${version} is there`, async () => obtainOpenSearch(version));
  for (const version of openSearchVersions) {
    if (isStopped) break;
    const own = files.filter((file) => version === newestOpenSearch || !isOfNewest(file));
    // Without a file, Node would run all that it finds.
    if (own.length === 0) continue;
    const name = `OpenSearch ${version}`;
    const server = await tellTime(`${name} has started`, () => startOpenSearch({ version, parent: folder }));
    const variables = {
      VITRINE_TEST_OPENSEARCH: version,
      VITRINE_TEST_OPENSEARCH_URL: server.urls.join(','),
    };
    const code = await tellTime(`${name}, ${own.length} files`, () => runFiles(own, variables));
    worst = Math.max(worst, code);
    await server.close();
  }
  return worst;
};

/** Those of the store on Debian's server, then all on the one that comes with npm, but for what `npm test` runs there. */
const runOnPostgres = async (files: readonly string[]): Promise<number> => {
  const first = files.filter((file) => !isOfServer(file));
  const then = files.filter((file) => !guards.includes(file));
  const worst = first.length === 0 ? 0 : await runFiles(first, debianVariables());
  return isStopped || then.length === 0 ? worst : (await runFiles(then)) || worst;
};

const files = [...entries.keys()];
process.exitCode = await (onEngines
  ? runOnEngines(files)
  : onPostgres
    ? runOnPostgres(files)
    : runFiles(files));
const unfinished = isStopped ? [] : findUnfinished();
if (unfinished.length > 0) {
  process.stdout.write('\nA process of several files did not come to its end. Each of them alone:\n');
  await runFiles(unfinished);
}
if (named.length === 0 || words.includes('--usage')) printUsage();
