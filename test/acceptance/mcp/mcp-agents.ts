// Agents for tests: the SDK's own client, over HTTP with the newest protocol and with that of 2025, and over standard input and output
// with the latter: to find out about the former, it starts a second process.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { home, type Place, shared } from '../service/fixture-bundle.ts';
import { scopeHeadersOf } from '../service/fixture-service.ts';
import { root } from '../service/running-service.ts';

export const ways = ['http', 'http, 2025', 'stdio'] as const;
export type Way = (typeof ways)[number];

export interface AgentWish {
  readonly address: string;
  readonly token: string;
  readonly place?: Place;
  /** Absent: the shared one. `null`: none. */
  readonly catalog?: string | null;
}

interface Reply {
  readonly isError: boolean;
  readonly text: string;
}

export interface Agent {
  readonly client: Client;
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<Reply>;
  /** The JSON of a result that is no failure. */
  readonly read: <T>(name: string, given?: Record<string, unknown>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const transportOf = (way: Way, { address, token, place = home, catalog = shared.catalog }: AgentWish) => {
  if (way !== 'stdio') {
    const headers = {
      ...Object.fromEntries(scopeHeadersOf(place)),
      authorization: `Bearer ${token}`,
      ...(catalog === null ? {} : { 'x-catalog-id': catalog }),
    };
    return new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit: { headers } });
  }
  const { tenant, workspace, environment } = place;
  return new StdioClientTransport({
    command: process.execPath,
    args: [
      ...[join(root, 'src/cli/main.js'), 'mcp', '--url', address],
      ...['--tenant', tenant, '--workspace', workspace, '--environment', environment],
      ...(catalog === null ? [] : ['--catalog', catalog]),
    ],
    env: { PATH: process.env['PATH'] ?? '', ...nodeVariables, VITRINE_TOKEN: token },
  });
};

/** A busy machine may need a while. */
const TIMEOUT_MS = 120_000;

export const openAgent = async (way: Way, wish: AgentWish): Promise<Agent> => {
  const mode = way === 'http' ? 'auto' : 'legacy';
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode, probe: { timeoutMs: TIMEOUT_MS } } },
  );
  await client.connect(transportOf(way, wish), { timeout: TIMEOUT_MS });
  const call: Agent['call'] = async (name, given = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given }, { timeout: TIMEOUT_MS });
    const [first, ...others] = content;
    assert.deepEqual(others, []);
    assert.ok(first?.type === 'text');
    return { isError: isError === true, text: first.text };
  };
  return {
    client,
    call,
    read: async (name, given) => {
      const { isError, text } = await call(name, given);
      assert.equal(isError, false, `${name}: ${text}`);
      return JSON.parse(text);
    },
    close: () => client.close(),
  };
};
