// The clients of the fault rounds. Each works on a key of its own, on any process, and notes what it sent and what it saw.

import { setTimeout as pause } from 'node:timers/promises';
import { type FaultClient, openClient, type Reply } from './fault-client.ts';
import { CATALOG_ID, type LoadedCluster, MODEL, type ServiceNode } from './fault-cluster.ts';
import type { FaultHistory, Outcome, WriteEvent } from './fault-history.ts';

/** Of each key, so that the checker has little to try. */
const STEPS_PER_KEY = 40;
const REPEATS_MAX = 30;
const PAUSE_MAX_MS = 30;
export const RECORDS_PATH = `/content/v2/content-models/${MODEL}/records`;
export const itemPath = (word: string): string =>
  `/manage/v1/catalogs/${CATALOG_ID}/content-items/${word}/en-us`;
export const productPath = (id: string): string => `/manage/v1/catalogs/${CATALOG_ID}/products/${id}`;
export const searchPath = (word: string): string =>
  `/discovery/search/content?catalog_id=${CATALOG_ID}&q=${word}&limit=100`;
export const COUNT_PATH = '/apis/ecommerce-service/public/discovery/v2/search/count';
export const countOf = (mark: string) => ({
  filter: [{ group: { rules: [{ action: 'equal_to', field_name: 'mark', value: mark }] } }],
});

/** The newest acknowledged write of a key, and the position that it returned. */
interface Latest {
  readonly event: WriteEvent;
  readonly position: string | undefined;
}

/** What a client works with: a key, the values that it sends, and the ways to read them. */
interface KeyWork {
  write(value: string): Promise<void>;
  read(): Promise<void>;
}

export interface FaultLoad {
  readonly history: FaultHistory;
  /** Acknowledged writes so far. */
  acknowledged(): number;
  /** Runs something while no client has a request under way. */
  rest<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects if a client fails, and never resolves. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export const startLoad = (
  cluster: LoadedCluster,
  history: FaultHistory,
  clients: number,
  random: () => number,
  onSilent?: Parameters<typeof openClient>[2],
): FaultLoad => {
  const client = openClient(cluster, (what) => history.strange.push(what), onSilent);
  const kinds = [workOnItem, workOnProduct, workOnRecord];
  let isOver = false;
  let resting: Promise<void> | undefined;
  const steps = new Set<Promise<void>>();
  const take = async (step: Promise<void>): Promise<void> => {
    steps.add(step);
    await step.finally(() => steps.delete(step));
  };
  const run = async (number: number): Promise<void> => {
    for (let round = 0; !isOver; round += 1) {
      const open = kinds[(number + round) % kinds.length] ?? workOnItem;
      const work = open(new KeyHistory(cluster, client, history, random), `x${number}x${round}`);
      for (let step = 0; !isOver && step < STEPS_PER_KEY; step += 1) {
        await resting;
        await take(random() < 0.4 ? work.write(`v${step}`) : work.read());
        await pause(random() * PAUSE_MAX_MS);
      }
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, number) => run(number)));
  const failed = running.then(() => new Promise<never>(() => {}));
  failed.catch(() => {
    isOver = true;
  });
  return {
    history,
    failed,
    rest: async (work) => {
      const over = Promise.withResolvers<void>();
      resting = over.promise;
      try {
        await Promise.all(steps);
        return await work();
      } finally {
        resting = undefined;
        over.resolve();
      }
    },
    acknowledged: () =>
      history.events.filter((event) => event.kind !== 'read' && event.outcome === 'done').length,
    stop: async () => {
      isOver = true;
      await running.catch(() => {});
      client.close();
    },
  };
};

/** Sends for one key and notes it. */
class KeyHistory {
  readonly #cluster: LoadedCluster;
  readonly #client: FaultClient;
  readonly #history: FaultHistory;
  readonly random: () => number;
  latest: Latest | undefined;

  constructor(cluster: LoadedCluster, client: FaultClient, history: FaultHistory, random: () => number) {
    this.#cluster = cluster;
    this.#client = client;
    this.#history = history;
    this.random = random;
  }

  node(): ServiceNode {
    const { nodes } = this.#cluster;
    return nodes[Math.floor(this.random() * nodes.length)] as ServiceNode;
  }

  send(sent: Parameters<FaultClient['send']>[1]): Promise<Reply> {
    return this.#client.send(this.node(), sent);
  }

  /** With an idempotency key it repeats the request, on any process, until it knows the outcome. */
  async sendOnce(sent: Parameters<FaultClient['send']>[1]): Promise<Reply> {
    const first = await this.send(sent);
    let [reply, isDoubtful] = [first, first.outcome === 'unknown'];
    for (let repeat = 1; sent.idempotencyKey !== undefined && reply.outcome !== 'done'; repeat += 1) {
      if (reply.status >= 400 && reply.status < 500) break;
      if (repeat > REPEATS_MAX || (!isDoubtful && this.random() < 0.1)) break;
      await pause(100);
      reply = await this.send(sent);
      isDoubtful ||= reply.outcome === 'unknown';
    }
    // It failed now; an earlier attempt may have done it.
    const outcome: Outcome = reply.outcome === 'failed' && isDoubtful ? 'unknown' : reply.outcome;
    return { ...reply, startMs: first.startMs, outcome };
  }

  noteAdd(mark: string, { outcome }: Reply): void {
    this.#history.events.push({ kind: 'add', mark, outcome });
  }

  noteWrite(key: string, value: string, { startMs, endMs, outcome, position }: Reply): void {
    const event: WriteEvent = { kind: 'write', key, value, startMs, endMs, outcome };
    this.#history.events.push(event);
    if (outcome === 'done') this.latest = { event, position };
  }

  /** Reads with the position of the latest write, or without. Nothing is noted if there is no response. */
  async read(
    key: string,
    view: string,
    sent: Parameters<FaultClient['send']>[1],
    find: (data: never) => { readonly seen: string | undefined; readonly isSo: boolean },
  ): Promise<void> {
    const { latest } = this;
    const follows = latest?.position !== undefined && this.random() < 0.7 ? latest : undefined;
    const reply = await this.send({ ...sent, position: follows?.position });
    if (reply.status !== 200 && reply.status !== 404) return;
    const { startMs, endMs, session } = reply;
    this.#history.events.push({
      kind: 'read',
      key,
      ...(reply.status === 404 ? { seen: undefined, isSo: true } : find(JSON.parse(reply.text) as never)),
      startMs,
      endMs,
      session: `${session} ${view}`,
      ...(follows === undefined ? {} : { follows: follows.event }),
    });
  }
}

const found = (seen: string | undefined) => ({ seen, isSo: true });

/** The search finds what contains the word, and nothing else does. */
const readSearch = (own: KeyHistory, key: string, word: string): Promise<void> =>
  own.read(key, 'search', { path: searchPath(word) }, ({ data }: { data: { title: string }[] }) =>
    found(data.find(({ title }) => title.split(' ')[0] === word)?.title),
  );

const workOnItem = (own: KeyHistory, name: string): KeyWork => {
  const word = `item${name}`;
  return {
    write: async (value) => {
      const title = `${word} ${value}`;
      const body = {
        type: 'article',
        title,
        body: 'everywhere',
        url: `/${word}`,
        created_at: '2026-01-02T03:04:05Z',
      };
      own.noteWrite(word, title, await own.send({ method: 'PUT', path: itemPath(word), body }));
    },
    read: () =>
      own.random() < 0.7
        ? readSearch(own, word, word)
        : own.read(
            word,
            'store',
            { path: itemPath(word) },
            ({ Data }: { Data: { item: { title: string } } }) => found(Data.item.title),
          ),
  };
};

const workOnProduct = (own: KeyHistory, name: string): KeyWork => {
  const id = `product${name}`;
  return {
    write: async (value) => {
      const mark = `${id} ${value}`;
      const body = { name: id, attributes: { mark } };
      own.noteWrite(id, mark, await own.send({ method: 'PUT', path: productPath(id), body }));
    },
    read: async () => {
      const { latest } = own;
      if (latest === undefined || own.random() < 0.3) {
        return own.read(
          id,
          'store',
          { path: productPath(id) },
          ({ Data }: { Data: { item: { attributes: { mark: string } } } }) =>
            found(Data.item.attributes.mark),
        );
      }
      const { value } = latest.event;
      return own.read(
        id,
        'count',
        { method: 'POST', path: COUNT_PATH, body: countOf(value) },
        ({ Data }: { Data: { result: { total_count: number } } }) => ({
          seen: value,
          isSo: Data.result.total_count > 0,
        }),
      );
    },
  };
};

/** A record: created once, then saved and published again and again. What is published is the value of its key. */
const workOnRecord = (own: KeyHistory, name: string): KeyWork => {
  const word = `record${name}`;
  let recordId: string | undefined;
  let base: string | undefined;
  const keyed = (what: string) => (own.random() < 0.6 ? `${word}-${what}-key` : undefined);
  const bodyOf = (value: string) => ({
    name: `${word} ${value}`,
    localized: { 'en-us': { title: `${word} ${value}`, body: 'everywhere' } },
  });
  const save = async (value: string): Promise<string | undefined> => {
    const path = recordId === undefined ? RECORDS_PATH : `${RECORDS_PATH}/${recordId}/versions`;
    const body = { ...bodyOf(value), ...(recordId === undefined ? {} : { base_version_id: base }) };
    const reply = await own.sendOnce({ method: 'POST', path, body, idempotencyKey: keyed(`save-${value}`) });
    own.noteAdd(`${word} ${value}`, reply);
    if (reply.outcome !== 'done') return findBase(reply);
    const { Data } = JSON.parse(reply.text) as { Data: { record?: { id: string }; version: { id: string } } };
    recordId ??= Data.record?.id;
    base = Data.version.id;
    return base;
  };
  /** Another version was saved after the base: one of ours with an unknown outcome. */
  const findBase = ({ status, text }: Reply): undefined => {
    if (status !== 412) return;
    const { Data } = JSON.parse(text) as { Data: { current_version_id?: string } };
    base = Data.current_version_id ?? base;
  };
  return {
    write: async (value) => {
      const versionId = await save(value);
      if (versionId === undefined) return;
      const reply = await own.sendOnce({
        method: 'PATCH',
        path: `${RECORDS_PATH}/${recordId}/versions/publish`,
        body: { version_data: [{ environment_id: 'P1', version_id: versionId }] },
        idempotencyKey: keyed(`publish-${value}`),
      });
      own.noteWrite(word, `${word} ${value}`, reply);
    },
    read: async () => {
      if (recordId === undefined || own.random() < 0.5) return readSearch(own, word, word);
      await own.read(
        word,
        'record',
        { path: `${RECORDS_PATH}/${recordId}` },
        ({ Data }: { Data: { record: { title: string } } }) => found(Data.record.title),
      );
    },
  };
};
