// What is broken between the service and OpenSearch, or in one of them, while clients go on.

import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { CATALOG_ID, placeHeaders, type ServiceNode } from '../faults/fault-cluster.ts';
import { productPath } from '../faults/fault-load.ts';
import { type FeedNotes, PREFIX, readNotes, type SearchCluster } from './search-cluster.ts';

export interface FaultScene {
  readonly cluster: SearchCluster;
  readonly random: () => number;
  /** Resolves when all that needs no search was seen to work meanwhile. */
  readonly goOn: () => Promise<void>;
  /** Runs something while no client has a request under way. */
  readonly rest: (work: () => Promise<void>) => Promise<void>;
}

export interface SearchFault {
  readonly name: string;
  /** How often it is drawn in rounds of random faults; 0 if never. */
  readonly share: number;
  /** Tests of the client or of the feeder have it too; here in the long form only. */
  readonly isLong?: true;
  /** Resolves when it is over. */
  readonly inject: (scene: FaultScene) => Promise<void>;
}

const BATCH = 50;

const between = (random: () => number, minMs: number, maxMs: number): Promise<void> =>
  pause(minMs + random() * (maxMs - minMs));

export const untilFed = async (cluster: SearchCluster): Promise<ServiceNode> => {
  let feeder: ServiceNode | undefined;
  await waitUntil('a process feeds', async () => {
    feeder = await cluster.findFeeder();
    return feeder !== undefined;
  });
  return feeder as ServiceNode;
};

/** What the process that feeds says, once that is so. */
export const untilNoted = async (
  cluster: SearchCluster,
  what: string,
  isSo: (notes: FeedNotes) => boolean,
): Promise<void> => {
  await waitUntil(what, async () => {
    const feeder = await cluster.findFeeder();
    const notes = feeder && (await readNotes(feeder));
    return notes !== undefined && isSo(notes);
  });
};

let batches = 0;

/** Products that the feeder has to write in several requests. Written by the other process if one is named. */
const importBatch = async ({ nodes, token }: SearchCluster, not?: ServiceNode): Promise<void> => {
  batches += 1;
  const lines = Array.from({ length: BATCH }, (_, at) => {
    const id = `batch${at}`;
    const product = { kind: 'product', catalog_id: CATALOG_ID, id, sku: id, name: id };
    return JSON.stringify({ ...product, attributes: { mark: `${id} v${batches}` } });
  });
  const node = nodes.find((each) => each !== not) ?? nodes[0];
  const response = await fetch(new URL('/manage/v1/bulk', node?.address()), {
    method: 'POST',
    headers: {
      ...placeHeaders,
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
    },
    body: lines.join('\n'),
  });
  const text = await response.text();
  if (!text.includes('"failed":0,"is_complete":true')) throw new Error(text);
};

/** Any moment of the time in which a batch is written. */
const ANY_MOMENT_MS = 300;

export const POISON = 'poison';

/** A field that the mapping does not have: OpenSearch refuses the document. */
const poisonLine = (line: string): string =>
  line.includes('"source":') && line.includes(POISON) ? line.replace(/\}$/, ',"strange":1}') : line;

export const putPoison = async ({ nodes, token }: SearchCluster, name: string): Promise<void> => {
  const response = await fetch(new URL(productPath(POISON), nodes[0]?.address()), {
    method: 'PUT',
    headers: { ...placeHeaders, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, attributes: { mark: `${POISON} ${name}` } }),
  });
  if (response.status >= 300) throw new Error(await response.text());
};

export const singleFaults: readonly SearchFault[] = [
  {
    name: 'latency',
    share: 6,
    inject: async ({ cluster: { network }, random, goOn }) => {
      network.set({ latencyMs: 20 + random() * 400 });
      await goOn();
      network.set({});
    },
  },
  {
    name: 'connections reset',
    share: 8,
    inject: async ({ cluster: { network }, random, goOn }) => {
      for (let times = 0; times < 5; times += 1) {
        network.reset();
        await between(random, 10, 150);
      }
      await goOn();
    },
  },
  {
    name: 'connections refused',
    share: 6,
    inject: async ({ cluster: { network }, goOn }) => {
      network.set({ isRefusing: true });
      network.reset();
      await goOn();
      network.set({});
    },
  },
  {
    name: 'half-open connections',
    share: 3,
    isLong: true,
    inject: async ({ cluster: { network }, goOn }) => {
      network.forget();
      await goOn();
    },
  },
  {
    name: 'silent network',
    share: 4,
    inject: async ({ cluster: { network }, random, goOn }) => {
      network.set({ isSilent: true });
      await Promise.all([goOn(), between(random, 300, 2_500)]);
      network.set({});
    },
  },
  {
    name: 'full queues (429)',
    share: 6,
    isLong: true,
    inject: async ({ cluster, random, goOn }) => {
      cluster.http.set({
        refuse: ({ url }) => (/_(?:bulk|search|msearch)/.test(url ?? '') && random() < 0.8 ? 429 : undefined),
      });
      await Promise.all([goOn(), importBatch(cluster)]);
      cluster.http.set({});
    },
  },
  {
    name: 'a frozen OpenSearch',
    share: 3,
    inject: async ({ cluster: { engine }, random, goOn }) => {
      engine.freeze(0);
      await Promise.all([goOn(), between(random, 300, 2_500)]);
      engine.thaw(0);
    },
  },
  {
    name: 'an index deleted',
    share: 3,
    inject: async ({ cluster, random, goOn }) => {
      await importBatch(cluster);
      await between(random, 0, ANY_MOMENT_MS);
      // One by one: all at once need a permission that clusters rarely give.
      const indexes = Object.keys((await cluster.call('GET', `/${PREFIX}-*`)) as object);
      const deleted = random() < 0.5 ? indexes : indexes.filter((name) => !name.endsWith('-state'));
      for (const index of deleted) await cluster.call('DELETE', `/${index}`);
      await goOn();
    },
  },
  {
    name: 'kill -9 of the feeder',
    share: 1,
    inject: async ({ cluster, random }) => {
      const feeder = await untilFed(cluster);
      await importBatch(cluster, feeder);
      await between(random, 0, ANY_MOMENT_MS);
      await feeder.kill();
      await untilFed(cluster);
      await feeder.start();
    },
  },
  {
    name: 'SIGSTOP of the feeder',
    share: 1,
    inject: async ({ cluster, random, goOn }) => {
      const feeder = await untilFed(cluster);
      await importBatch(cluster, feeder);
      await between(random, 0, ANY_MOMENT_MS);
      cluster.freeze(feeder);
      try {
        await goOn();
        await untilFed(cluster);
      } finally {
        cluster.thaw(feeder);
      }
    },
  },
  {
    name: 'short SIGSTOP of the feeder',
    share: 3,
    inject: async ({ cluster, random }) => {
      const feeder = await untilFed(cluster);
      await importBatch(cluster, feeder);
      await between(random, 0, ANY_MOMENT_MS);
      cluster.freeze(feeder);
      await between(random, 100, 1_500);
      cluster.thaw(feeder);
    },
  },
  {
    name: 'a poison document',
    share: 0,
    inject: async ({ cluster, goOn, rest }) => {
      cluster.http.set({ editLine: poisonLine });
      await putPoison(cluster, 'v1');
      await importBatch(cluster);
      await goOn();
      await rest(() => cluster.assertSame([POISON]));
      cluster.http.set({});
      await putPoison(cluster, 'v2');
    },
  },
];
