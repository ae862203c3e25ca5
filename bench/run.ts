// Runs the benchmarks named on the command line, or all, and prints one table each. See docs/benchmarks.md. Nothing
// is stored: on a shared machine only ratios within one run are comparable.

import { cpus } from 'node:os';
import { runBrowser } from './benchmarks/browser.ts';
import { runBuild } from './benchmarks/build.ts';
import { runBulk } from './benchmarks/bulk.ts';
import { runContent } from './benchmarks/content.ts';
import { runDiscovery } from './benchmarks/discovery.ts';
import { runGrowth } from './benchmarks/growth.ts';
import { runHostile } from './benchmarks/hostile.ts';
import { runHttp } from './benchmarks/http.ts';
import { runInstall } from './benchmarks/install.ts';
import { runLists } from './benchmarks/lists.ts';
import { runLoop } from './benchmarks/loop.ts';
import { runManageLists } from './benchmarks/manage-lists.ts';
import { runOpenSearch } from './benchmarks/opensearch.ts';
import { runProducts } from './benchmarks/products.ts';
import { runRestart } from './benchmarks/restart.ts';
import { runStore } from './benchmarks/store.ts';
import { runWorkers } from './benchmarks/workers.ts';
import { type Options, readOptions, usage } from './options.ts';
import { installPeers } from './peers.ts';
import { runRelevance } from './relevance/run.ts';

const benchmarks: Readonly<Record<string, (options: Options, say: (line: string) => void) => Promise<void>>> =
  {
    content: runContent,
    products: runProducts,
    discovery: runDiscovery,
    build: runBuild,
    growth: runGrowth,
    http: runHttp,
    workers: runWorkers,
    store: runStore,
    opensearch: runOpenSearch,
    loop: runLoop,
    bulk: runBulk,
    lists: runLists,
    'manage-lists': runManageLists,
    restart: runRestart,
    hostile: runHostile,
    relevance: runRelevance,
    browser: runBrowser,
    install: runInstall,
  };

/** Benchmarks that compare with other engines. */
const comparing: ReadonlySet<string> = new Set(['content', 'products', 'discovery', 'build', 'relevance']);

/** Progress goes to stderr, so that the tables can be piped. */
const say = (line: string): void => {
  const stream = line.startsWith('  ') ? process.stderr : process.stdout;
  stream.write(`${line}\n`);
};

const run = async (words: readonly string[]): Promise<void> => {
  if (words.includes('--help')) return say(usage);
  const options = readOptions(words, Object.keys(benchmarks));
  if (options.benchmarks.some((name) => comparing.has(name))) {
    installPeers(options.peers, (line) => say(`  ${line}`));
    if (!options.peers.includes('prototype'))
      say('The prototype is not there (--yardstick), or was not asked for: it is left out.\n');
  }
  say(`Node ${process.versions.node}, ${cpus().length} cores\n`);
  for (const name of options.benchmarks) await benchmarks[name]?.(options, say);
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
