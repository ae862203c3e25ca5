// Shared by the benchmarks of the running service: bundles and tokens, querying a catalog, waiting for its snapshot.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from '../../test/acceptance/service/running-service.ts';
import { catalogIdOf, ENVIRONMENT_ID, tenantIdOf, WORKSPACE_ID } from '../generate/catalog-bundle.ts';
import type { WatchedService } from './watched-service.ts';

const SETTLE_MAX_MS = 120_000;

export const importText = async (dataDir: string, input: string): Promise<void> => {
  const { code, err } = await runCommand(dataDir, ['import', '-'], { input });
  if (code !== 0) throw new Error(err);
};

export const importFile = async (
  dataDir: string,
  file: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const { code, err } = await runCommand(dataDir, ['import', file], { variables });
  if (code !== 0) throw new Error(err);
};

/** With full access. */
export const createToken = async (dataDir: string, tenant: string, workspace: string): Promise<string> => {
  const place = ['--tenant', tenant, '--workspace', workspace, '--permission', 'full'];
  const made = await runCommand(dataDir, ['token', 'create', '--json', '--name', 'bench', ...place]);
  if (made.code !== 0) throw new Error(made.err);
  return (JSON.parse(made.out) as { token: string }).token;
};

/** One content search, retried while the index is not ready: the first one loads or builds it. */
export const search = async (service: WatchedService, tenant: number, query: string): Promise<void> => {
  const target = `/discovery/search/content?catalog_id=${catalogIdOf(tenant)}&q=${query}`;
  const headers = {
    'x-tenant-id': tenantIdOf(tenant),
    'x-workspace-id': WORKSPACE_ID,
    'x-environment-id': ENVIRONMENT_ID,
  };
  const deadline = performance.now() + SETTLE_MAX_MS;
  for (;;) {
    const response = await fetch(new URL(target, service.address), { headers });
    const text = await response.text();
    if (response.ok) return;
    if (response.status !== 503 || performance.now() > deadline) throw new Error(text);
  }
};

/** Waits until there are this many and none is being written. */
export const waitForSnapshots = async (dataDir: string, wanted: number): Promise<void> => {
  const deadline = performance.now() + SETTLE_MAX_MS;
  for (;;) {
    const names = await readdir(join(dataDir, 'search')).catch(() => []);
    if (names.filter((name) => name.endsWith('.index')).length >= wanted) return;
    if (performance.now() > deadline) throw new Error('the snapshot was never written');
    await sleep(50);
  }
};
