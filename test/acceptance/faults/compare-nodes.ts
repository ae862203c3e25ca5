// What every process shows in the end: its index must hold what the store holds, no more and no less.

import assert from 'node:assert/strict';
import { waitUntil } from '../../fixtures/wait-until.ts';
import type { FaultClient, Reply } from './fault-client.ts';
import { CATALOG_ID, type ServiceNode } from './fault-cluster.ts';
import type { FaultHistory, WriteEvent } from './fault-history.ts';
import { COUNT_PATH, countOf, itemPath, RECORDS_PATH, searchPath } from './fault-load.ts';

const PAGE = 100;
/** So many requests at once: a process with thousands of keys is compared in seconds. */
const AT_ONCE = 8;

type Send = (path: string, body?: object) => Promise<Reply>;

interface Shown {
  readonly search: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<string, string>;
  readonly records: ReadonlyMap<string, string>;
  readonly products: ReadonlyMap<string, string>;
}

/** How often each mark of a version is there. */
export type Marks = Map<string, number>;

/**
 * Compares all processes, notes what they show as reads that follow everything, and returns how often each version is there.
 */
export const compareNodes = async (
  nodes: readonly ServiceNode[],
  client: FaultClient,
  history: FaultHistory,
): Promise<Marks> => {
  const [first] = nodes;
  assert.ok(first);
  const last = await writeLast(first, client);
  let reference: Shown | undefined;
  for (const node of nodes) {
    const send: Send = async (path, body) => {
      const method = body === undefined ? 'GET' : 'POST';
      const sent = { method, path, position: last.position, ...(body === undefined ? {} : { body }) };
      let reply = await client.send(node, sent);
      // An index beside the process may need a while to get to the position.
      await waitUntil(`${node.name} has the position`, async () => {
        if (reply.status === 503) reply = await client.send(node, sent);
        return reply.status !== 503;
      });
      assert.equal(reply.status, 200, `${node.name} ${path}: ${reply.status} ${reply.text}`);
      return reply;
    };
    const shown = await readShown(send);
    assertIndexed(node.name, shown);
    await assertCounted(node.name, shown, send);
    reference ??= shown;
    assert.deepEqual(shown, reference, `${node.name} shows something else than ${first.name}`);
    noteShown(history, shown, node, last);
  }
  return readMarks(reference as Shown, first, client, last.position);
};

/** A write that comes after all others. */
const writeLast = async (node: ServiceNode, client: FaultClient) => {
  const word = 'lastofall';
  const body = {
    type: 'article',
    title: `${word} v0`,
    body: 'everywhere',
    url: '/',
    created_at: '2026-01-02T03:04:05Z',
  };
  const { outcome, position, startMs, text } = await client.send(node, {
    method: 'PUT',
    path: itemPath(word),
    body,
  });
  assert.equal(outcome, 'done', text);
  assert.ok(position);
  return { position, startMs };
};

const readShown = async (send: Send): Promise<Shown> => {
  const pages = async <T>(
    path: string,
    pick: (body: never) => readonly [items: readonly T[], total: number],
  ) => {
    const all: T[] = [];
    for (;;) {
      const separator = path.includes('?') ? '&' : '?';
      const { text } = await send(`${path}${separator}limit=${PAGE}&skip=${all.length}`);
      const [items, total] = pick(JSON.parse(text) as never);
      all.push(...items);
      if (items.length === 0 || all.length >= total) {
        assert.equal(all.length, total, `${path}: ${all.length} of ${total}`);
        return all;
      }
    }
  };
  const managed = <T>(what: string) =>
    pages<T>(
      `/manage/v1/catalogs/${CATALOG_ID}/${what}`,
      ({ Data }: { Data: { items: T[]; total_count: number } }) => [Data.items, Data.total_count],
    );
  const hits = await pages<{ title: string }>(
    searchPath('everywhere').replace('&limit=100', ''),
    ({ data, total }: { data: { title: string }[]; total: number }) => [data, total],
  );
  const records = await pages<{ id: string; title: string }>(
    `${RECORDS_PATH}?sort_by=id`,
    ({ Data }: { Data: { items: { id: string; title: string }[]; total_count: number } }) => [
      Data.items,
      Data.total_count,
    ],
  );
  const items = await managed<{ title: string }>('content-items');
  const products = await managed<{ id: string; attributes: { mark: string } }>('products');
  const byWord = (titles: readonly { title: string }[]) =>
    new Map(titles.map(({ title }) => [title.split(' ')[0] ?? '', title] as const).toSorted());
  return {
    search: byWord(hits),
    items: byWord(items),
    records: new Map(records.map(({ id, title }) => [id, title])),
    products: new Map(products.map(({ id, attributes }) => [id, attributes.mark] as const).toSorted()),
  };
};

const assertIndexed = (name: string, { search, items, records }: Shown): void => {
  const stored = [...items.values(), ...records.values()].toSorted();
  assert.deepEqual([...search.values()].toSorted(), stored, `the index of ${name} differs from the store`);
};

const assertCounted = async (name: string, { products }: Shown, send: Send): Promise<void> => {
  const count = async (body: object): Promise<number> => {
    const { text } = await send(COUNT_PATH, body);
    return (JSON.parse(text) as { Data: { result: { total_count: number } } }).Data.result.total_count;
  };
  assert.equal(await count({}), products.size, `${name}: the count of all products`);
  const marks = [...products.values()];
  for (let from = 0; from < marks.length; from += AT_ONCE) {
    await Promise.all(
      marks
        .slice(from, from + AT_ONCE)
        .map(async (mark) => assert.equal(await count(countOf(mark)), 1, `${name}: ${mark}`)),
    );
  }
};

/** For the checker: what each process shows of each key, whether or not anybody has read it before. */
const noteShown = (
  { events }: FaultHistory,
  shown: Shown,
  node: ServiceNode,
  { startMs }: { readonly startMs: number },
): void => {
  const values = new Map([
    ...shown.items,
    ...shown.products,
    ...[...shown.records.values()].map((title) => [title.split(' ')[0] ?? '', title] as const),
  ]);
  const writes = events.filter((event): event is WriteEvent => event.kind === 'write');
  const now = performance.now();
  for (const key of new Set(writes.map((event) => event.key))) {
    events.push({
      kind: 'read',
      key,
      seen: values.get(key),
      isSo: true,
      // The state of that moment or a later one.
      startMs,
      endMs: now,
      session: `${node.session()} in the end`,
      isCurrent: true,
    });
  }
};

const readMarks = async (
  { records }: Shown,
  node: ServiceNode,
  client: FaultClient,
  position: string,
): Promise<Marks> => {
  const marks: Marks = new Map();
  const read = async (id: string): Promise<void> => {
    for (let skip = 0, total = 1; skip < total; skip += PAGE) {
      const path = `${RECORDS_PATH}/${id}/versions?limit=${PAGE}&skip=${skip}`;
      const { status, text } = await client.send(node, { path, position });
      assert.equal(status, 200, text);
      const { Data } = JSON.parse(text) as { Data: { total_count: number; items: { name: string }[] } };
      for (const { name } of Data.items) marks.set(name, (marks.get(name) ?? 0) + 1);
      total = Data.total_count;
    }
  };
  const drafts = await client.send(node, { path: `${RECORDS_PATH}?preview=true&limit=1`, position });
  assert.equal(drafts.status, 200, drafts.text);
  const ids = new Set(records.keys());
  const { total_count } = (JSON.parse(drafts.text) as { Data: { total_count: number } }).Data;
  for (let skip = 0; skip < total_count; skip += PAGE) {
    const page = await client.send(node, {
      path: `${RECORDS_PATH}?preview=true&sort_by=id&limit=${PAGE}&skip=${skip}`,
      position,
    });
    assert.equal(page.status, 200, page.text);
    for (const { id } of (JSON.parse(page.text) as { Data: { items: { id: string }[] } }).Data.items)
      ids.add(id);
  }
  for (const id of ids) await read(id);
  return marks;
};
