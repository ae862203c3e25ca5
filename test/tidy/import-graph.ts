// The source files and their imports, including type imports and worker threads, which are named by URL.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const MAIN = join('src', 'cli', 'main.js');

export const sources = globSync(['{src,demo,scripts,bench,client/src,pages}/**/*.{ts,tsx}', MAIN], {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map(normalize);

export const tests = globSync('test/**/*.ts', { cwd: root, exclude: ['**/node_modules/**'] }).map(normalize);

export const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('test/');

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The imports of a file as written: packages and relative paths. */
export const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gms,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

const threadsOf = (text: string): string[] =>
  [...text.matchAll(/new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/g)].map((match) => match[1] ?? '');

/** The project files that a file imports or starts as a thread. */
export const neighboursOf = (file: string): string[] => {
  const text = read(file);
  return [...importsOf(text).filter((specifier) => specifier.startsWith('.')), ...threadsOf(text)].map(
    (specifier) => join(dirname(file), specifier),
  );
};

/** TypeScript, with or without markup in it; the first file of a process is plain JavaScript. */
export const isSource = (file: string): boolean => /\.tsx?$/.test(file) || normalize(file) === MAIN;

/** All files reachable from these, including themselves. */
export const reachableFrom = (entries: readonly string[]): Set<string> => {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file) || !isSource(file)) continue;
    reached.add(file);
    waiting.push(...neighboursOf(file));
  }
  return reached;
};

/** All files that reach this one, including itself. */
export const filesReaching = (target: string): Set<string> => {
  const importers = new Map<string, string[]>();
  for (const file of [...sources, ...tests]) {
    for (const next of neighboursOf(file)) importers.set(next, [...(importers.get(next) ?? []), file]);
  }
  const reaching = new Set<string>();
  const waiting = [target];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reaching.has(file)) continue;
    reaching.add(file);
    waiting.push(...(importers.get(file) ?? []));
  }
  return reaching;
};

/**
 * The imports between neighbouring folders: those of the same folder, with all that is below them. Files directly in the folder above
 * are shared by its folders and put them together, so they do not count. Test files import what they like.
 */
export const folderImports = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const imports = new Map<string, Set<string>>();
  for (const file of sources.filter((source) => source.startsWith('src/') && !isTest(source))) {
    for (const next of neighboursOf(file)) {
      const from = dirname(file).split('/');
      const to = dirname(next).split('/');
      const fork = from.findIndex((folder, depth) => folder !== to[depth]);
      // The import table has the rules between rooms, which are right under `src`.
      if (fork < 2 || fork >= to.length) continue;
      const folder = from.slice(0, fork + 1).join('/');
      imports.set(folder, (imports.get(folder) ?? new Set()).add(to.slice(0, fork + 1).join('/')));
    }
  }
  return imports;
};

/** Import cycles, each once, as files or folders in import order. */
export const findCircles = (
  files: readonly string[],
  importsOfFile: (file: string) => readonly string[],
): string[][] => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    path.push(file);
    for (const next of importsOfFile(file)) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  return circles;
};
