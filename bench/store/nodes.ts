// Services with the demo shop on SQLite or on a PostgreSQL server of their own, whose commits reach the disk.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as demo from '../../demo/build/ids.ts';
import { type RunningService, startService } from '../../test/acceptance/service/running-service.ts';
import { type PostgresServer, startPostgres } from '../../test/fixtures/postgres-server.ts';
import { waitUntil } from '../../test/fixtures/wait-until.ts';

const OPERATOR = 'operator-of-the-benchmark-of-stores';

type Variables = Readonly<Record<string, string>>;

/** With a token of the demo's workspace; `''` if it has no demo. */
export interface Node extends RunningService {
  readonly token: string;
}

export interface Nodes {
  /** An empty database; returns its URL. */
  createDatabase(): Promise<string>;
  /** Without a URL, on SQLite. It serves when this resolves. */
  start(url?: string, words?: readonly string[], dataDir?: string, more?: Variables): Promise<Node>;
  close(): Promise<void>;
}

export const openNodes = (): Nodes => {
  const services: RunningService[] = [];
  const folders: string[] = [];
  let server: Promise<PostgresServer> | undefined;
  return {
    createDatabase: async () => {
      server ??= startPostgres({ isDurable: true, settings: { shared_buffers: '128MB', autovacuum: 'on' } });
      return (await server).createDatabase();
    },
    start: async (url, words = ['--demo'], given = undefined, more = {}) => {
      const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'vitrine-bench-')));
      if (given === undefined) folders.push(dataDir);
      const variables = {
        VITRINE_LOG_LEVEL: 'error',
        VITRINE_OPERATOR_TOKEN: OPERATOR,
        VITRINE_SEARCH_MEMORY_MIB: '4096',
        ...(url === undefined ? {} : { VITRINE_STORE_URL: url }),
        ...more,
      };
      const service = await startService(dataDir, variables, words);
      services.push(service);
      await waitUntil('it is ready', async () => (await service.fetch('/readyz')).ok, 100);
      return { ...service, token: words.includes('--demo') ? await createToken(service) : '' };
    },
    close: async () => {
      for (const service of services) await service.stop();
      await (await server)?.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
};

const createToken = async (service: RunningService): Promise<string> => {
  const response = await service.fetch('/manage/v1/tokens', {
    method: 'POST',
    headers: {
      'x-tenant-id': demo.tenantId,
      'x-workspace-id': demo.workspaceId,
      authorization: `Bearer ${OPERATOR}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'bench', permission: 'full', environment_ids: null, expires_at: null }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return (JSON.parse(text) as { Data: { secret: string } }).Data.secret;
};

/** The value of a metric without labels; NaN if there is none. */
export const readMetric = async (service: RunningService, name: string): Promise<number> => {
  const response = await service.fetch('/metrics', { headers: { authorization: `Bearer ${OPERATOR}` } });
  const line = (await response.text()).split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
};
