// `reindex`: has the search indexes built again from the store; with `--verify` it only proves that saved ones hold what the store holds.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  type IndexId,
  rebuildSaved,
  savedPosition,
  snapshotsIn,
  type VerifiedIndex,
  verifyWithStore,
} from '../../cli-inspect.ts';
import { type Config, loadConfig } from '../../config.ts';
import { countOf } from '../../domain/text/count-of.ts';
import { isStoreInUse, openStore, type Store } from '../../open-store.ts';
import {
  type Command,
  type CommandArguments,
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  type Terminal,
  textOption,
} from '../command.ts';
import { printLine, showText } from '../print.ts';
import { buildProgress } from '../progress.ts';
import { rebuildDocuments, verifyDocuments } from '../reindex-documents.ts';
import { isWanted, nameOf, placeOf } from '../wanted-indexes.ts';

export const reindexCommand: Command = {
  name: 'reindex',
  summary: 'Build search indexes again, or prove that they are right.',
  details:
    'Running services build the indexes beside the old ones, which are searched meanwhile; without a service they are built and saved here. With --verify nothing is built: every product and content item of a saved index, or of OpenSearch if searches run there, is compared with what an index built now would hold of it. Exit code 0: built, or no difference; 1: not all, or at least one difference.',
  options: {
    verify: { type: 'boolean', meaning: 'Only compare saved indexes with the store.' },
    tenant: textOption('TENANT', 'Only this tenant.'),
    workspace: textOption('WORKSPACE', 'Only this workspace.'),
    catalog: textOption('CATALOG', 'Only this catalog, in all environments.'),
  },
  run: (args, terminal) => {
    const config = loadConfig();
    const [proves, builds] =
      config.searchUrls.length === 0 ? [verify, rebuild] : [verifyDocuments, rebuildDocuments];
    return (args.flag('verify') ? proves : builds)(args, terminal, config);
  },
};

const verify = async (args: CommandArguments, terminal: Terminal, config: Config): Promise<number> => {
  const wanted = snapshotsIn(config.dataDir).flatMap(({ index }) =>
    typeof index === 'object' && isWanted(index, args) ? [index] : [],
  );
  const isLimited = ['tenant', 'workspace', 'catalog'].some((name) => args.text(name) !== undefined);
  if (isLimited && wanted.length === 0)
    throw new CommandError(
      'no index is saved for them in the data folder: a service saves them while it runs',
    );
  const store = await openStore(config);
  const progress = buildProgress(terminal.err);
  const all: Verified[] = [];
  try {
    for (const index of wanted) {
      const show = (compared: number) => progress.show(nameOf(index), compared, undefined);
      const verified = await verifyWithStore(store, config.dataDir, index, show);
      progress.clear();
      all.push({ index, ...verified });
      if (!args.flag('json')) print(terminal, { index, ...verified });
    }
  } finally {
    await store.close();
  }
  const isEqual = all.every(({ differencesTotal }) => differencesTotal === 0);
  if (args.flag('json')) printLine(terminal, JSON.stringify({ is_equal: isEqual, indexes: all.map(toJson) }));
  else if (all.length === 0) printLine(terminal, 'There are no saved indexes.');
  return isEqual ? EXIT_OK : EXIT_FAILED;
};

const POLL_MS = 100;
/** Since the last one was saved. A service builds one index after the other; those that it does not use it builds when they are used. */
const WAIT_MAX_MS = 600_000;

/** An index to be built again, and the position in the feed that it must have come to. */
interface AwaitedIndex {
  readonly index: IndexId;
  readonly position: number;
}

const rebuild = async (args: CommandArguments, terminal: Terminal, config: Config): Promise<number> => {
  const wanted = await withStore(config, (store) => announce(store, args));
  if (wanted.length === 0) throw new CommandError('there is no such catalog in any environment');
  const progress = buildProgress(terminal.err);
  const left = await waitFor(config, wanted, (done) => progress.show('indexes', done, wanted.length));
  progress.clear();
  const built = wanted.length - left.length;
  if (args.flag('json')) printLine(terminal, JSON.stringify({ built, left: left.map(placeOf) }));
  else {
    printLine(terminal, `${built} of ${countOf(wanted.length, 'index', 'indexes')} built and saved`);
    for (const { index } of left)
      printLine(terminal, `  ${nameOf(index)}: will be built when it is used next`);
  }
  return left.length === 0 ? EXIT_OK : EXIT_FAILED;
};

const withStore = async <T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> => {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

/** From now on whoever follows the feed builds them again. */
const announce = async (store: Store, args: CommandArguments): Promise<AwaitedIndex[]> => {
  const wanted: AwaitedIndex[] = [];
  for (const workspace of await store.listHeads()) {
    const places = (await store.listPlaces(workspace)).filter((index) => isWanted(index, args));
    for (const catalogId of new Set(places.map((index) => index.catalogId)))
      await store.announceCatalog(workspace, catalogId);
    const position = await store.headPosition(workspace);
    wanted.push(...places.map((index) => ({ index, position })));
  }
  return wanted;
};

/** Returns those that were not saved in time. The store is not open here: it would be in use. */
const waitFor = async (
  config: Config,
  wanted: readonly AwaitedIndex[],
  onDone: (done: number) => void,
): Promise<AwaitedIndex[]> => {
  const { dataDir, storeUrl } = config;
  let left = [...wanted];
  for (let since = performance.now(); performance.now() - since < WAIT_MAX_MS; ) {
    const still = left.filter(({ index, position }) => savedPosition(dataDir, index) < position);
    if (still.length < left.length) since = performance.now();
    left = still;
    onDone(wanted.length - left.length);
    const [next] = left;
    if (next === undefined) break;
    if (await isStoreInUse(storeUrl === undefined ? { dataDir } : { url: storeUrl })) await sleep(POLL_MS);
    else {
      await withStore(config, (store) => rebuildSaved(store, dataDir, next.index));
      if (savedPosition(dataDir, next.index) < next.position)
        throw new CommandError(`the index of ${nameOf(next.index)} was not saved; try again`);
    }
  }
  return left;
};

interface Verified extends VerifiedIndex {
  readonly index: IndexId;
}

const toJson = ({ index, ...verified }: Verified) => ({
  ...placeOf({ index }),
  state: verified.state,
  products: verified.products,
  content_items: verified.contentItems,
  differences: verified.differences,
  differences_total: verified.differencesTotal,
});

const print = (terminal: Terminal, { index, ...verified }: Verified): void => {
  const { state, products, contentItems, differences, differencesTotal } = verified;
  const compared = `${countOf(products, 'product')} and ${countOf(contentItems, 'content item')} compared`;
  const outcome = {
    verified: `${compared}, ${differencesTotal === 0 ? 'no difference' : countOf(differencesTotal, 'difference')}`,
    rebuilt: 'is of an older state: the service builds it again',
    gone: 'the catalog does not exist any more: the service removes the file',
  }[state];
  printLine(terminal, `${nameOf(index)}: ${outcome}`);
  for (const { kind, id, what } of differences)
    printLine(terminal, `  ${showText(`${kind} ${id}: ${what}`)}`);
  if (differencesTotal > differences.length)
    printLine(terminal, `  and ${differencesTotal - differences.length} more`);
};
