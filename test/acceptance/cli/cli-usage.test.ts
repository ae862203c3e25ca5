// Command-line usage and usage errors: help, exit codes, and which stream gets what.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { type CommandResult, makeDataDir, runCommand } from '../service/running-service.ts';
import { runHere } from './run-here.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** Commands with their options; each is tried in every way below. */
const commands: Readonly<Record<string, readonly string[]>> = {
  serve: ['--demo', '--workers'],
  import: [
    ...['--allow-duplicates', '--allow-invalid-values', '--keep-going', '--strict', '--from', '--tenant'],
    ...['--workspace', '--catalog', '--environment', '--locale', '--currency', '--mapping', '--guess'],
    ...['--dry-run', '--prune', '--id-prefix', '--old-id-prefix'],
  ],
  export: ['--tenant', '--workspace', '--output'],
  backup: ['--output', '--since'],
  restore: ['--check', '--overwrite'],
  migrate: ['--from', '--to', '--overwrite'],
  mcp: ['--url', '--tenant', '--workspace', '--environment', '--catalog'],
  'database prepare': ['--role'],
  'token create': ['--tenant', '--workspace', '--name', '--permission', '--environment', '--expires'],
  'token list': ['--tenant', '--workspace'],
  'token revoke': [],
  search: [
    ...['--tenant', '--workspace', '--environment', '--store', '--catalog', '--content', '--locale'],
    ...['--currency', '--customer-group', '--filter', '--skip', '--limit', '--sort-by', '--sort-order'],
    '--explain',
  ],
  count: [
    ...['--tenant', '--workspace', '--environment', '--store', '--catalog', '--content', '--locale'],
    ...['--currency', '--customer-group', '--filter'],
  ],
  stats: ['--tenant', '--days'],
  doctor: ['--url'],
  reindex: ['--verify', '--tenant', '--workspace', '--catalog'],
  'popular-terms refresh': ['--catalog'],
  'popularity refresh': ['--catalog'],
  'search-report': [
    '--tenant',
    '--workspace',
    '--kind',
    '--from',
    '--until',
    '--days',
    '--low-total',
    '--skip',
    '--limit',
    '--csv',
  ],
};

/** The other commands with these prefixes have unit tests, without a process each. */
const alsoNamed = [
  ...[
    'create',
    'save',
    'list',
    'get',
    'versions',
    'version',
    'compare',
    'delete',
    'publish',
    'unpublish',
  ].map((verb) => `record ${verb}`),
  ...['pull', 'diff', 'push'].map((verb) => `models ${verb}`),
  ...['list', 'export', 'erase'].map((verb) => `submission ${verb}`),
  ...['report', 'erase'].map((verb) => `event ${verb}`),
  'version delete',
  'bulk delete',
];

const withoutValue = new Set([
  ...['--allow-duplicates', '--allow-invalid-values', '--keep-going', '--strict'],
  ...[
    '--demo',
    '--overwrite',
    '--check',
    '--content',
    '--explain',
    '--guess',
    '--dry-run',
    '--prune',
    '--csv',
    '--verify',
  ],
]);

const assertUsageFault = ({ code, out, err }: CommandResult, message: RegExp): void => {
  assert.equal(code, 2, err);
  assert.equal(out, '');
  assert.match(err, message);
  assert.match(err, /^vitrine: /);
  assert.doesNotMatch(err, /^\s+at /m, 'no stack');
};

const assertFailed = ({ code, out, err }: CommandResult, message: RegExp): void => {
  assert.equal(code, 1, err);
  assert.equal(out, '');
  assert.match(err, message);
  assert.doesNotMatch(err, /^\s+at /m, 'no stack');
};

test('the overview names every command and no other', async (context) => {
  const dataDir = await makeDataDir(context);
  for (const [run, words] of [
    [runCommand, ['--help']],
    [runHere, []],
  ] as const) {
    const { code, out, err } = await run(dataDir, words);
    assert.equal(code, 0, err);
    assert.equal(err, '');
    const section = out.slice(out.indexOf('Commands:'), out.indexOf('Every command'));
    const named = [...section.matchAll(/^ {2}(\S+(?: \S+)?) {2}/gm)].map((match) => match[1]);
    assert.deepEqual(named.sort(), [...Object.keys(commands), ...alsoNamed].sort());
  }
  const group = await runHere(dataDir, ['token', '--help']);
  assert.equal(group.code, 0);
  assert.match(group.out, /token create/);
  assert.doesNotMatch(group.out, /popular-terms refresh/);
});

test('it runs as the documentation says', async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...nodeVariables };
  const { stdout, stderr } = await run('npm', ['run', '-s', 'vitrine', '--', '--help'], { cwd: root, env });
  assert.match(stdout, /^vitrine: /);
  assert.equal(stderr, '');
});

for (const [name, options] of Object.entries(commands)) {
  test(`${name}: help, unknown options, blank values`, async (context) => {
    const dataDir = await makeDataDir(context);
    const words = name.split(' ');
    const help = await runHere(dataDir, [...words, '--help']);
    assert.equal(help.code, 0);
    assert.equal(help.err, '');
    const shown = [...help.out.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map((match) => match[1]);
    assert.deepEqual(shown.sort(), [...options, '--json', '--help'].sort());
    assertUsageFault(await runHere(dataDir, [...words, '--colour', 'red']), /--colour/);
    for (const option of options.filter((each) => !withoutValue.has(each))) {
      assertUsageFault(await runHere(dataDir, [...words, option, ' ']), /--[\w-]+ is blank/);
    }
  });
}

test('wrong words are told, with exit code 2 and nothing on standard output', async (context) => {
  const dataDir = await makeDataDir(context);
  const create = ['token', 'create', '--tenant', 'a', '--workspace', 'b', '--name', 'c'];
  const all: readonly (readonly [readonly string[], RegExp])[] = [
    [['paint'], /no command paint/],
    [['token', 'paint'], /no command token paint/],
    [['serve', 'now'], /unexpected: now/],
    [['import'], /expected FILE/],
    [['import', 'a', 'b'], /expected one FILE/],
    [['import', ''], /blank/],
    [['restore'], /expected FILE \[FILE\.\.\.\]/],
    [['restore', 'a', ' '], /blank/],
    [['token', 'revoke'], /expected ID/],
    [['token', 'create', '--tenant', 'a'], /missing --workspace, --name, --permission/],
    [[...create, '--permission', 'all'], /--permission must be read or full/],
    [[...create, '--permission', 'read', '--expires', 'soon'], /--expires must be an ISO 8601/],
    [[...create, '--permission', 'read', '--expires', '2020-01-01'], /--expires is in the past/],
    [
      [...create, '--permission', 'read', '--expires', '9999-12-31T23:59:59-01:00'],
      /--expires is after the year 9999/,
    ],
    [[...create, '--permission'], /--permission/],
    [['export', '--workspace', 'web'], /--workspace needs --tenant/],
    [['export', '--tenant', 'a', '--tenant', 'b'], /--tenant is given twice/],
  ];
  for (const [words, message] of all) assertUsageFault(await runHere(dataDir, words), message);
  assertUsageFault(await runCommand(dataDir, ['paint']), /no command paint/);
});

test('all faults of the configuration are told at once, without their values', async (context) => {
  const dataDir = await makeDataDir(context);
  const variables = {
    VITRINE_PORT: 'secret-port',
    VITRINE_LOG_LEVEL: 'loud',
    VITRINE_BODY_LIMIT_BYTES: '0',
    VITRINE_DATA_DIRR: '/secret',
  };
  for (const [run, words] of [
    [runCommand, ['serve']],
    [runHere, ['token', 'list']],
  ] as const) {
    const result = await run(dataDir, words, { variables });
    assertUsageFault(result, /VITRINE_PORT is not a whole number/);
    assert.match(result.err, /VITRINE_LOG_LEVEL is not one of/);
    assert.match(result.err, /VITRINE_BODY_LIMIT_BYTES is out of range/);
    assert.match(result.err, /VITRINE_DATA_DIRR is not a known variable; did you mean VITRINE_DATA_DIR\?/);
    assert.doesNotMatch(result.err, /secret|loud/);
  }
});

const takePort = async (context: TestContext): Promise<number> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = createServer().listen(0, '127.0.0.1', resolve);
  context.after(() => server.close());
  await promise;
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
};

test('a port that is taken', async (context) => {
  const dataDir = await makeDataDir(context);
  const port = await takePort(context);
  const variables = { VITRINE_PORT: String(port), VITRINE_LOG_LEVEL: 'silent' };
  const result = await runCommand(dataDir, ['serve'], { variables });
  assertFailed(result, new RegExp(`port ${port} is in use; choose another with VITRINE_PORT`));
});

test('files and folders that cannot be used', async (context) => {
  const dataDir = await makeDataDir(context);
  const file = join(dataDir, 'a-file');
  await writeFile(file, 'x');
  const broken = join(dataDir, 'broken');
  await mkdir(broken);
  await writeFile(
    join(broken, 'vitrine.db'),
    'this is no database, and long enough to be looked at'.repeat(50),
  );
  assertFailed(
    await runCommand(dataDir, ['import', join(dataDir, 'none')]),
    /cannot read .*none: it does not exist \(ENOENT\)/,
  );
  assertFailed(await runHere(dataDir, ['import', dataDir]), /cannot read .*folder/);
  assertFailed(await runHere(join(file, 'data'), ['token', 'list']), /ENOTDIR/);
  assertFailed(await runCommand(join(file, 'data'), ['serve']), /ENOTDIR/);
  assertFailed(await runHere(broken, ['token', 'list']), /data cannot be read.*\n.*not a database/);
  const target = join(dataDir, 'no', 'such', 'folder', 'x.ndjson');
  assertFailed(
    await runHere(dataDir, ['export', '-o', target]),
    /cannot write .*x\.ndjson: its folder does not exist \(ENOENT\)/,
  );
  assert.equal(
    await readFile(join(broken, 'vitrine.db'), 'utf8').then((text) => text.startsWith('this is no')),
    true,
  );
});

test('with --json a command that fails reports it in JSON, on standard output and nowhere else', async (context) => {
  const dataDir = await makeDataDir(context);
  const csv = join(dataDir, 'products.csv');
  await writeFile(csv, `id,name\n${'1,Tent\n'.repeat(27)}`);
  const scope = ['--tenant', 'none', '--workspace', 'none'];
  const cases: readonly (readonly [readonly string[], number, string, RegExp])[] = [
    [['import', join(dataDir, 'none')], 1, 'CommandError', /cannot read .*none: it does not exist/],
    [['nonsense'], 2, 'UsageError', /there is no command nonsense/],
    [['token', 'create'], 2, 'UsageError', /missing --tenant/],
    [['export'], 2, 'UsageError', /--json needs -o/],
    [
      ['token', 'create', ...scope, '--name', 'n', '--permission', 'read'],
      1,
      'CommandError',
      /there is no workspace none\/none/,
    ],
    [['domain', 'get', 'x.test', ...scope], 1, 'ResourceNotFound', /There is no such domain/],
  ];
  for (const [words, code, name, message] of cases) {
    const result = await runHere(dataDir, [...words, '--json']);
    assert.deepEqual([result.code, result.err], [code, ''], words.join(' '));
    const { error } = JSON.parse(result.out) as { error: { name: string; message: string } };
    assert.equal(error.name, name);
    assert.match(error.message, message);
  }
  const imported = await runCommand(dataDir, ['import', csv, '--json']);
  assert.deepEqual([imported.code, imported.err], [1, '']);
  const report = JSON.parse(imported.out) as { fault_count: number; faults: { message: string }[] };
  assert.equal(report.fault_count, 1);
  assert.match(report.faults[0]?.message ?? '', /^this is not a bundle/);
});
