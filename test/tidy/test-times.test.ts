// Tests take minutes, and end: every one has a timeout, none waits for a fixed time, and long loops have a short
// form. Decision 0045.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { bundledNames } from '../fixtures/bundled-libraries.ts';
import { firstFiles, longestFirst } from '../fixtures/first-files.ts';
import { filesReaching, importsOf, isTest, read, sources, tests } from './import-graph.ts';

/** The only files that may wait for time to pass, and why there is no condition to wait for. */
const mayWait: Readonly<Record<string, string>> = {
  'test/fixtures/wait-until.ts': 'the one way to wait for a condition',
  'test/fixtures/lease-process.ts': 'a process that works at a steady pace',
  'test/fixtures/fault-proxy.ts': 'latency of a network',
  'test/acceptance/faults/fault-kinds.ts': 'faults that last a while',
  'test/acceptance/faults/fault-load.ts': 'clients that work at a steady pace',
  'test/acceptance/opensearch/node-faults.ts': 'faults that last a while',
  'test/acceptance/opensearch/search-faults.ts': 'faults that last a while',
  'test/acceptance/faults/frozen-lease.test.ts': 'stops a process at a random moment',
  'test/run-tests.ts': 'the timeout of the whole run',
  'test/fixtures/run-group.ts': 'a thread that finds out whether another one is blocked',
  'test/acceptance/crash/crash-import-source.test.ts': 'kills a process at a random moment',
  'test/acceptance/crash/crash-import.test.ts': 'kills a process at a random moment',
  'test/acceptance/crash/crash-lifecycle.test.ts': 'kills a process at a random moment',
  'test/acceptance/crash/crash-publish.test.ts': 'kills a process at a random moment',
  'test/acceptance/operations/good-calls.ts': 'the stamp of a form must be three seconds old',
  'test/acceptance/cli/cli-cleanup.test.ts': 'the stamp of a form must be three seconds old',
  'test/acceptance/process/shutdown-npm.test.ts':
    'a second signal, or the end of a process, that must not come',
  'test/acceptance/process/workers-load.ts': 'clients at a steady rate',
  'src/http/output/streams.test.ts': 'the time limits of a connection, whose sockets know no mocked clock',
  'src/http/connection/close.test.ts':
    'a connection that must not be closed, a request that must not be served',
  'src/adapters/threaded-bulk/threaded-bulk.test.ts': 'bytes that must not arrive',
};

const testCode = [...sources, ...tests].filter(isTest);
const scripts = JSON.parse(read('package.json')).scripts as Readonly<Record<string, string>>;

/** Timers by name; quoted names are those of mocked ones. */
const waits = (text: string): boolean =>
  /(?<!')\b(?:setTimeout|scheduler\.wait|Atomics\.wait)\b(?!')/.test(text);

test('no test waits for a fixed time', () => {
  const found = testCode.filter((file) => waits(read(file)) && file !== 'test/tidy/test-times.test.ts');
  assert.deepEqual(
    found.filter((file) => mayWait[file] === undefined),
    [],
    'wait for a condition instead: `waitUntil` of test/fixtures/wait-until.ts, or a promise',
  );
  assert.deepEqual(
    Object.keys(mayWait).filter((file) => !found.includes(file)),
    [],
    'these need not be excepted any more',
  );
});

test('a fixed wait is found, a mocked clock is none', () => {
  assert.ok(waits("import { setTimeout as sleep } from 'node:timers/promises';"));
  assert.ok(waits('await new Promise((resolve) => setTimeout(resolve, 50));'));
  assert.ok(!waits("mock.timers.enable({ apis: ['setTimeout'] });"));
});

test('every test has a timeout: the scripts run tests by the one file that sets it, or set it themselves', () => {
  const runner = 'node --import ./scripts/require-runtime.mjs test/run-tests.ts';
  assert.equal(scripts['test'], runner);
  assert.equal(scripts['test:long'], `${runner} --long`);
  assert.equal(scripts['test:postgres'], `${runner} --postgres`);
  assert.equal(scripts['test:engines'], `${runner} --engines`);
  assert.equal(scripts['test:browser'], `${runner} --browser`);
  assert.equal(scripts['coverage'], `${runner} --coverage`);
  assert.match(read('test/run-tests.ts'), /--test-timeout=\$\{TEST_MAX_MS\[form\]\}/);
  const others = Object.values(scripts).filter((script) => script.includes('--test '));
  assert.deepEqual(others, [scripts['check']]);
  assert.match(scripts['check'] ?? '', / --test --test-timeout=\d+ test\/tidy\/\*\.test\.ts$/);
});

const untracked = new URL('../fixtures/untracked-promises.ts', import.meta.url);

const runNode = (words: string[], cwd?: string): Promise<readonly [code: unknown, report: string]> =>
  new Promise((resolve) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    execFile(process.execPath, words, { cwd, env }, (error, out) => resolve([error?.code ?? 0, out]));
  });

/** The exit code and the report of a test file with this text, run as `npm test` runs it. */
const runTests = (text: string): ReturnType<typeof runNode> => {
  const head =
    "import { describe, it, test } from 'node:test'; import { setImmediate as turn } from 'node:timers/promises';";
  const options = [`--import=${untracked}`, '--test-reporter=tap', '--input-type=module'];
  return runNode([...options, '--eval', head + text]);
};

test('an error that nothing handles fails its file, though promises are not tracked', async () => {
  const faults = ["Promise.reject(new Error('lost'))", "setTimeout(() => { throw new Error('lost'); })"];
  const run = (fault: string) =>
    runTests(`test('a', async () => { await turn(); ${fault}; await turn(); });`);
  for (const [code, report] of await Promise.all(faults.map(run))) {
    assert.equal(code, 1, report);
    assert.match(report, /lost/);
  }
});

test('tests stay within their suite, though promises are not tracked', async () => {
  const text = "describe('one', () => { it('two', async () => { await turn(); await turn(); }); });";
  const [code, report] = await runTests(`${text} await turn(); ${text}`);
  assert.equal(code, 0, report);
  assert.equal(report.match(/^ok \d+ - one$/gm)?.length, 2, report);
  assert.equal(report.match(/^ {4}ok 1 - two$/gm)?.length, 2, report);
});

test('what has a long form is found for `npm run test:long`, through suites too', () => {
  const long = filesReaching('test/fixtures/long-runs.ts');
  for (const file of [
    'test/acceptance/crash/crash-import.test.ts',
    'src/adapters/store/sqlite/open-sqlite-store.test.ts',
    'src/adapters/embedded-search/query/search-threads.test.ts',
  ]) {
    assert.ok(long.has(file), file);
  }
  assert.ok(!long.has('test/tidy/test-times.test.ts'));
});

test('the files that take long are there, and Node begins with them', async (t) => {
  assert.deepEqual(
    firstFiles.filter((file) => !tests.includes(file)),
    [],
  );
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-order-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const names = [...firstFiles.slice(0, 1), 'src/a.test.ts', 'test/b.test.ts'];
  for (const name of names) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), `import { test } from 'node:test'; test('${name}', () => {});`);
  }
  const words = ['--test', '--test-reporter=tap', '--test-concurrency=1', ...longestFirst(names, folder)];
  const [code, report] = await runNode(words, folder);
  assert.equal(code, 0, report);
  assert.deepEqual(
    [...report.matchAll(/^# Subtest: (.*)$/gm)].map(([, name]) => name),
    names,
  );
});

test('every entry of a bundled library is bundled: one that is not would load a second copy of its state', () => {
  const packages = new Set(bundledNames.map((name) => name.split('/')[0]));
  const imported = new Set([...sources, ...tests].flatMap((file) => importsOf(read(file))));
  const entries = [...imported].filter((name) => packages.has(name.split('/')[0]));
  assert.deepEqual(entries.sort(), bundledNames.toSorted());
});

test('a short form is no longer than its long form', () => {
  const forms = testCode.flatMap((file) =>
    [...read(file).matchAll(/\bruns\((\d[\d_]*), (\d[\d_]*)[,)]/g)].map(([text, short = '', long = '']) => ({
      where: `${file}: ${text}`,
      isShort: Number(short.replaceAll('_', '')) < Number(long.replaceAll('_', '')),
    })),
  );
  assert.ok(forms.length > 10);
  assert.deepEqual(
    forms.filter(({ isShort }) => !isShort),
    [],
  );
});

test('all of it must pass before anything lands', () => {
  const lines = read('.ci/run').split('\n');
  const commands = ['check', 'test', 'test:browser', 'test:postgres', 'test:engines', 'test:long'];
  for (const command of commands.map((name) => (name === 'test' ? 'npm test' : `npm run ${name}`))) {
    assert.ok(lines.includes(command), command);
  }
});
