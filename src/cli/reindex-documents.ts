// `reindex` where searches run on OpenSearch: asks the feeder for new documents and waits until searches use them, or proves that those that
// are used are what the store has.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type IndexId, type OpenedDocuments, openDocuments, type VerifiedPlace } from '../cli-inspect.ts';
import { searchIndexesOf, searchServerOf } from '../config/search-server-variables.ts';
import type { Config } from '../config.ts';
import { countOf } from '../domain/text/count-of.ts';
import { openStore, type Store } from '../open-store.ts';
import { type CommandArguments, CommandError, EXIT_FAILED, EXIT_OK, type Terminal } from './command.ts';
import { describeError } from './describe-error.ts';
import { printLine, showText } from './print.ts';
import { buildProgress } from './progress.ts';
import { listWanted, nameOf, placeOf } from './wanted-indexes.ts';

const DEADLINE_MS = 60_000;
/** A feeder that has not moved for so long does not feed. */
const STALL_TIMEOUT_MS = 20_000;
const POLL_MS = 250;
/** Since the last one was ready. Large catalogs take long. */
const WAIT_MAX_MS = 3_600_000;
const SHOWN_MAX = 20;

const withDocuments = async <T>(
  config: Config,
  work: (store: Store, documents: OpenedDocuments) => Promise<T>,
): Promise<T> => {
  const store = await openStore(config);
  try {
    const server = { ...searchServerOf(config), searchDeadlineMs: DEADLINE_MS };
    const holder = `${hostname()}/${process.pid}/${randomUUID()}`;
    const settings = { server, holder, indexes: searchIndexesOf(config), stallTimeoutMs: STALL_TIMEOUT_MS };
    const documents = await openDocuments(settings, store);
    try {
      return await work(store, documents);
    } catch (error) {
      throw error instanceof Error && error.name.startsWith('SearchServer') ? notResponding(error) : error;
    } finally {
      await documents.close();
    }
  } finally {
    await store.close();
  }
};

const notResponding = (error: Error): CommandError =>
  new CommandError(
    `OpenSearch does not answer as it should (${error.message}): run "doctor", which says what to do`,
  );

const findWanted = async (store: Store, args: CommandArguments): Promise<IndexId[]> => {
  const wanted = await listWanted(store, args);
  if (wanted.length === 0) throw new CommandError('there is no such catalog in any environment');
  return wanted;
};

export const verifyDocuments = (
  args: CommandArguments,
  terminal: Terminal,
  config: Config,
): Promise<number> =>
  withDocuments(config, async (store, documents) => {
    const progress = buildProgress(terminal.err);
    const all: Verified[] = [];
    for (const index of await findWanted(store, args)) {
      const show = (compared: number) => progress.show(nameOf(index), compared, undefined);
      const verified = await documents.verify(index.scope, index.catalogId, show);
      progress.clear();
      all.push({ index, verified });
      if (!args.flag('json')) print(terminal, { index, verified });
    }
    const isEqual = all.every(({ verified }) => isRight(verified));
    if (args.flag('json'))
      printLine(terminal, JSON.stringify({ is_equal: isEqual, indexes: all.map(toJson) }));
    return isEqual ? EXIT_OK : EXIT_FAILED;
  });

interface Verified {
  readonly index: IndexId;
  readonly verified: VerifiedPlace;
}

const isRight = (verified: VerifiedPlace): boolean =>
  verified.state === 'gone' ||
  (verified.state === 'verified' && verified.differencesTotal + verified.parked.length === 0);

type Shown = Readonly<Record<'kind' | 'id' | 'what', string>>;

const kinds = { product: 'product', content: 'content item' } as const;
const whats = {
  missing: 'is not in the index',
  different: 'is indexed differently',
  extra: 'is not in the store',
} as const;

const differencesOf = (verified: VerifiedPlace): Shown[] =>
  verified.state !== 'verified'
    ? []
    : [
        ...verified.differences.map(({ kind, id, difference }) => ({
          kind: kinds[kind],
          id,
          what: whats[difference],
        })),
        ...verified.parked.map(({ kind, id, reason }) => ({
          kind: kinds[kind],
          id,
          what: `was refused by OpenSearch: ${reason}`,
        })),
      ];

const totalOf = (verified: VerifiedPlace): number =>
  verified.state === 'verified' ? verified.differencesTotal + verified.parked.length : 0;

const toJson = ({ index, verified }: Verified) => ({
  ...placeOf({ index }),
  state: verified.state,
  ...(verified.state === 'verified'
    ? { products: verified.products, content_items: verified.contentItems }
    : {}),
  ...(verified.state === 'behind' ? { behind_changes: verified.behind } : {}),
  differences: differencesOf(verified).slice(0, SHOWN_MAX),
  differences_total: totalOf(verified),
});

const print = (terminal: Terminal, { index, verified }: Verified): void => {
  printLine(terminal, `${nameOf(index)}: ${outcomeOf(verified)}`);
  const shown = differencesOf(verified).slice(0, SHOWN_MAX);
  for (const { kind, id, what } of shown) printLine(terminal, `  ${showText(`${kind} ${id}: ${what}`)}`);
  const more = totalOf(verified) - shown.length;
  if (more > 0) printLine(terminal, `  and ${more} more`);
};

const outcomeOf = (verified: VerifiedPlace): string => {
  if (verified.state === 'gone')
    return 'the catalog does not exist any more: the service removes its documents';
  const advice = 'is a service running? "doctor" says more';
  if (verified.state === 'unfed') return `OpenSearch has nothing of it; ${advice}`;
  if (verified.state === 'behind')
    return `OpenSearch is ${countOf(verified.behind, 'change')} behind and does not catch up; ${advice}`;
  const { products, contentItems } = verified;
  const total = totalOf(verified);
  const compared = `${countOf(products, 'product')} and ${countOf(contentItems, 'content item')} compared`;
  return `${compared}, ${total === 0 ? 'no difference' : countOf(total, 'difference')}`;
};

interface Awaited {
  readonly index: IndexId;
  readonly position: number;
}

export const rebuildDocuments = (
  args: CommandArguments,
  terminal: Terminal,
  config: Config,
): Promise<number> =>
  withDocuments(config, async (store, documents) => {
    const indexes = await findWanted(store, args);
    // Nothing is asked for if OpenSearch does not respond.
    for (const { scope, catalogId } of indexes.slice(0, 1)) await documents.builtPosition(scope, catalogId);
    const wanted = await ask(store, indexes);
    const progress = buildProgress(terminal.err);
    let failure: unknown;
    documents.feed((error) => {
      failure = error;
    });
    const left = await waitFor(documents, wanted, (done) => progress.show('catalogs', done, wanted.length));
    progress.clear();
    const built = wanted.length - left.length;
    if (args.flag('json')) printLine(terminal, JSON.stringify({ built, left: left.map(placeOf) }));
    else {
      printLine(terminal, `${built} of ${countOf(wanted.length, 'catalog')} built in OpenSearch`);
      for (const { index } of left) printLine(terminal, `  ${nameOf(index)}: is not built yet`);
    }
    if (left.length > 0 && failure !== undefined)
      terminal.err.write(`The last failure: ${describeError(failure)}\n`);
    return left.length === 0 ? EXIT_OK : EXIT_FAILED;
  });

/** From now on whoever feeds builds them again. */
const ask = async (store: Store, indexes: readonly IndexId[]): Promise<Awaited[]> => {
  const asked = new Map<string, number>();
  const wanted: Awaited[] = [];
  for (const index of indexes) {
    const { tenantId, workspaceId } = index.scope;
    const key = JSON.stringify([tenantId, workspaceId, index.catalogId]);
    let position = asked.get(key);
    if (position === undefined) {
      await store.askForDocuments(index.scope, index.catalogId);
      position = await store.headPosition(index.scope);
      asked.set(key, position);
    }
    wanted.push({ index, position });
  }
  return wanted;
};

/** Returns those that were not built in time. */
const waitFor = async (
  documents: OpenedDocuments,
  wanted: readonly Awaited[],
  onDone: (done: number) => void,
): Promise<Awaited[]> => {
  let left = [...wanted];
  for (let since = performance.now(); performance.now() - since < WAIT_MAX_MS; ) {
    const still: Awaited[] = [];
    for (const one of left) {
      const { scope, catalogId } = one.index;
      const built = await documents.builtPosition(scope, catalogId).catch(() => undefined);
      if (built === undefined || built < one.position) still.push(one);
    }
    if (still.length < left.length) since = performance.now();
    left = still;
    onDone(wanted.length - left.length);
    if (left.length === 0) break;
    await sleep(POLL_MS);
  }
  return left;
};
