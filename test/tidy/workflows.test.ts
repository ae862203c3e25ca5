// The automatic work on GitHub: actions by commit, few permissions, and no command that does not exist here.

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;
const workflows = globSync('.github/workflows/*.{yml,yaml}', { cwd: root });

/** Commands of npm itself, beside its scripts. */
const npmCommands = new Set(['ci', 'pack', 'sbom']);

/** What of these lines npm could not run: scripts that package.json does not have. */
const unknownCommands = (text: string): string[] =>
  [...text.matchAll(/\bnpm (?:run )?([\w:-]+)/g)]
    .filter(([all, name = '']) => !(name in scripts || (npmCommands.has(name) && !all.includes(' run '))))
    .map(([all]) => all);

test('the actions are pinned to a commit, with their version beside it', () => {
  const uses = workflows
    .flatMap((file) => read(file).split('\n'))
    .filter((line) => /^\s*(- )?uses:/.test(line));
  assert.ok(uses.length > 0);
  const faults = uses.filter(
    (line) => !/uses: [\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line),
  );
  assert.deepEqual(faults, []);
});

test('one action has one commit everywhere', () => {
  const pins = new Map<string, Set<string>>();
  for (const file of workflows) {
    for (const [, name = '', pin = ''] of read(file).matchAll(/uses: ([\w./-]+)@(.+)$/gm))
      pins.set(name, (pins.get(name) ?? new Set()).add(pin));
  }
  assert.deepEqual(
    [...pins].filter(([, versions]) => versions.size > 1).map(([name]) => name),
    [],
  );
});

test('every npm script, and every file, that they call exists', () => {
  const automatic = [...workflows, ...globSync('.ci/*', { cwd: root }), '.devcontainer/devcontainer.json'];
  const faults = automatic.flatMap((file) => unknownCommands(read(file)).map((call) => `${file}: ${call}`));
  const files = automatic.flatMap((file) =>
    [...read(file).matchAll(/\bbash (\S+)/g)]
      .filter(([, path = '']) => !path.endsWith('/bash') && !existsSync(join(root, path)))
      .map(([call]) => `${file}: ${call}`),
  );
  assert.deepEqual([...faults, ...files], []);
  assert.deepEqual(unknownCommands('npm run nothing && npm nowhere && npm run pack && npm ci'), [
    'npm run nothing',
    'npm nowhere',
    'npm run pack',
  ]);
});

test('whoever runs the tests has the whole history, which holds the previous release', () => {
  const running = workflows.filter((file) => read(file).includes('bash .ci/run'));
  assert.equal(running.length, 2);
  for (const file of running) assert.match(read(file), /^ {10}fetch-depth: 0$/m, file);
});

test('a workflow may only read unless a job says otherwise, ends by itself and keeps no credentials', () => {
  assert.ok(workflows.length > 1);
  for (const file of workflows) {
    const text = read(file);
    assert.match(text, /^permissions:\n {2}contents: read\n(?! )/m, file);
    assert.match(text, /^ {4}timeout-minutes: \d+$/m, file);
    const checkouts = text.match(/actions\/checkout@/g)?.length ?? 0;
    assert.equal(text.match(/persist-credentials: false/g)?.length, checkouts, file);
    // A title or a branch name in a command would be run with it.
    assert.doesNotMatch(text, /run:.*\$\{\{/, file);
  }
});
