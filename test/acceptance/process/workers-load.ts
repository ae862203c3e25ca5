// Load for a service with several workers: clients on connections of their own that write content items and search for them,
// and keep count of what was acknowledged and what failed.

import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { OPERATOR } from '../service/fixture-service.ts';
import { openWireClient, type WireClient } from '../service/wire-client.ts';

/** Of a client between two requests: the rest of the machine is for the processes that start. */
const PAUSE_MS = 15;

export const catalogId = '0190a000-0000-7000-8000-000000000001';

export const bundle = (): string =>
  [
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
    { kind: 'tenant', id: 'acme' },
    { kind: 'workspace', id: 'web' },
    { kind: 'environment', id: 'P1' },
    { kind: 'catalog', id: catalogId, environment_ids: ['P1'] },
    { kind: 'scope', tenant_id: 'acme', workspace_id: 'outlet' },
    { kind: 'workspace', id: 'outlet' },
    { kind: 'environment', id: 'P1' },
    { kind: 'catalog', id: catalogId, environment_ids: ['P1'] },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly position: string | undefined;
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly workspace?: string;
  readonly token?: string;
  readonly position?: string | undefined;
  readonly body?: object;
}

/** A client with one connection, which it keeps: one worker serves all of its requests. */
export class Client {
  readonly #wire: WireClient;

  constructor(address: string) {
    this.#wire = openWireClient(address, 1);
  }

  async send({ method = 'GET', path, workspace = 'web', token, position, body }: Sent): Promise<Reply> {
    const { status, text, headers } = await this.#wire.send({
      method,
      target: path,
      headers: [
        ['x-tenant-id', 'acme'],
        ['x-workspace-id', workspace],
        ['x-environment-id', 'P1'],
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
        ...(position === undefined ? [] : [['vitrine-position', position] as const]),
        ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
      ],
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status, text, position: headers.get('vitrine-position') };
  }

  put(word: string, workspace?: string): Promise<Reply> {
    return this.send({
      method: 'PUT',
      path: `/manage/v1/catalogs/${catalogId}/content-items/${word}/en-us`,
      token: OPERATOR,
      body: { type: 'article', title: `About ${word}`, url: `/${word}`, created_at: '2026-01-02T03:04:05Z' },
      ...(workspace === undefined ? {} : { workspace }),
    });
  }

  search(word: string, position?: string, workspace?: string): Promise<Reply> {
    const path = `/discovery/search/content?catalog_id=${catalogId}&q=${word}`;
    return this.send({ path, position, ...(workspace === undefined ? {} : { workspace }) });
  }

  /** Whether a search finds the item of exactly this word. */
  async finds(word: string): Promise<boolean> {
    const { status, text } = await this.search(word);
    assert.equal(status, 200, text);
    const { data } = JSON.parse(text) as { data: { title: string }[] };
    return data.some(({ title }) => title === `About ${word}`);
  }

  async total(word: string, position?: string): Promise<number> {
    const { status, text } = await this.search(word, position);
    assert.equal(status, 200, text);
    return (JSON.parse(text) as { total: number }).total;
  }

  close(): void {
    this.#wire.close();
  }
}

export interface Load {
  /** Words whose write was acknowledged. */
  readonly acknowledged: string[];
  readonly failures: string[];
  readonly served: () => number;
  readonly stop: () => Promise<void>;
}

/** Each client writes a word and searches for words, over and over, on one connection until that is closed. */
export const startLoad = (address: string, clients: number, prefix: string): Load => {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  let served = 0;
  let isOver = false;
  const run = async (number: number): Promise<void> => {
    const client = new Client(address);
    for (let round = 0; !isOver; round += 1) {
      const word = `${prefix}x${number}x${round}`;
      const isWrite = round % 5 === 0;
      try {
        const { status, text } = await (isWrite ? client.put(word) : client.search('about'));
        served += 1;
        if (status !== 200 && status !== 201) failures.push(`${status} ${text}`);
        else if (isWrite) acknowledged.push(word);
      } catch (error) {
        failures.push(String(error));
      }
      await pause(PAUSE_MS);
    }
    client.close();
  };
  const running = Promise.all(Array.from({ length: clients }, (_, number) => run(number)));
  return {
    acknowledged,
    failures,
    served: () => served,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
};
