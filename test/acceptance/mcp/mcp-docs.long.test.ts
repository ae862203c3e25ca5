// The document for those who connect agents: its two configurations work as written, and its table has every tool.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { allTools } from '../../../src/mcp/all-tools.ts';
import { nodeVariables } from '../../fixtures/node-variables.ts';
import { type DemoShop, openDemoShop } from '../docs/demo-shop.ts';
import { root, runCommand } from '../service/running-service.ts';

const document = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
const blocks = [...document.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text);
const TIMEOUT_MS = 120_000;

const WORDS = ['mcp', '--tenant', 't', '--workspace', 'w', '--environment', 'e'];

/** Where nothing listens any more. */
const closedAddress = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};

let shop: DemoShop;
const cleanUps: (() => Promise<void>)[] = [];
before(async () => {
  shop = await openDemoShop({ after: (done) => cleanUps.push(done) }, { VITRINE_MCP: 'true' });
});
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** As a reader would: their own address, token and folder in place of those of the document. */
const configured = (at: number) => {
  const text = (blocks[at] ?? '')
    .replaceAll('http://127.0.0.1:8080', shop.service.address)
    .replaceAll('vtr_…', shop.token)
    .replaceAll('"/opt/vitrine"', JSON.stringify(root));
  return JSON.parse(text).mcpServers.vitrine;
};

/** Finds a guide of the demo shop, with the catalog of the configuration. */
const findGuide = async (transport: Parameters<Client['connect']>[0]): Promise<void> => {
  const client = new Client(
    { name: 'reader', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: TIMEOUT_MS } } },
  );
  await client.connect(transport, { timeout: TIMEOUT_MS });
  try {
    const { content } = await client.callTool({ name: 'search_content', arguments: { q: 'wash down' } });
    assert.match(JSON.stringify(content), /How to wash down without ruining it/);
  } finally {
    await client.close();
  }
};

test('the configuration for standard input and output', async () => {
  const { command, args, env } = configured(0);
  const own = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...nodeVariables };
  await findGuide(new StdioClientTransport({ command, args, env: { ...own, ...env } }));
});

test('the configuration for HTTP', async () => {
  const { type, url, headers } = configured(1);
  assert.equal(type, 'http');
  await findGuide(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
});

test('the table has every tool, with the token that its operation needs', () => {
  const rows = [...document.matchAll(/^\| `(\w+)` +\|[^|]+\| `(read|full)`/gm)].map(([, name, token]) => [
    name,
    token,
  ]);
  const needs = (access: string) => (['full', 'manage'].includes(access) ? 'full' : 'read');
  const tools = [...allTools.values()].map(({ name, operation }) => [name, needs(operation.access)]);
  assert.deepEqual(rows.toSorted(), tools.toSorted());
});

test('without a token, or with an address that no token may be sent to, the command says what is wrong', async () => {
  const bare = await runCommand(shop.dataDir, WORDS);
  assert.deepEqual([bare.code, bare.out], [2, '']);
  assert.match(bare.err, /^vitrine: VITRINE_TOKEN is missing: set it to a token/);
  const variables = { VITRINE_TOKEN: 'vtr_x' };
  const plain = await runCommand(shop.dataDir, [...WORDS, '--url', 'http://shop.test'], { variables });
  assert.deepEqual([plain.code, plain.out], [2, '']);
  assert.match(plain.err, /^vitrine: --url is not a URL that a secret may be sent to/);
});

test('a service that is not there is a failed result', async () => {
  const url = await closedAddress();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'src/cli/main.js'), ...WORDS, '--url', url],
    env: { ...nodeVariables, VITRINE_TOKEN: 'vtr_x' },
  });
  const client = new Client({ name: 'reader', version: '1.0.0' });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  const { content, isError } = await client.callTool({ name: 'count_products', arguments: {} });
  await client.close();
  assert.equal(isError, true);
  const text = `No answer from ${url} (ECONNREFUSED). Is the service running there?`;
  assert.deepEqual(content, [{ type: 'text', text }]);
});

test('the end of the input is the end of the command, whatever came before', async () => {
  const variables = { VITRINE_TOKEN: 'vtr_x' };
  const { code, out } = await runCommand(shop.dataDir, WORDS, { input: 'nonsense\n{}\n', variables });
  assert.deepEqual([code, out], [0, '']);
});
