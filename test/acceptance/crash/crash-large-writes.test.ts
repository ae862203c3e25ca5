// Large versions, which another thread writes, under kill -9: what was acknowledged is there, and of the rest all or nothing.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { LARGE_WRITE_BYTES } from '../../../src/http/run-use-case.ts';
import { runs } from '../../fixtures/long-runs.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { makeDataDir, type RunningService, startService } from '../service/running-service.ts';
import { assertWhole } from './crash-folder.ts';

const CYCLES = runs(1, 8);
const EDITORS = 3;
const SAVED_MIN = 10;
/** It is killed at another moment each time. */
const SAVED_MORE_MAX = 20;
const OPERATOR_TOKEN = 'operator-of-the-large-crash-test-0123456789';
const TEXT = 'x'.repeat(LARGE_WRITE_BYTES);

const bundle = [
  { kind: 'scope', tenant_id: 'acme', workspace_id: 'web' },
  { kind: 'tenant', id: 'acme' },
  { kind: 'workspace', id: 'web' },
  { kind: 'environment', id: 'P1', default_locale: 'en-us' },
  { kind: 'content_model', id: randomUUID(), internal_name: 'blog', created_at: '2026-01-02T03:04:05Z' },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

/** Somebody who saves one version after the other of a record. */
interface Editor {
  readonly recordId: string;
  /** Of the last version that was acknowledged. */
  versionId: string | undefined;
  /** Sent, but never acknowledged. */
  inDoubt: string | undefined;
  saved: number;
}

interface Responded {
  readonly status: number;
  readonly text: string;
}

const openClient = ({ address }: RunningService, token: string) => {
  const headers = {
    'x-tenant-id': 'acme',
    'x-workspace-id': 'web',
    'x-environment-id': 'P1',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
  };
  return async (method: string, path: string, body?: object): Promise<Responded> => {
    const url = new URL(`/content/v2/content-models/blog/records${path}`, address);
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, text: await response.text() };
  };
};

type Client = ReturnType<typeof openClient>;

const save = ({ recordId, versionId, saved }: Editor, client: Client, id: string): Promise<Responded> => {
  const localized = { 'en-us': { title: `Story ${saved}`, body: TEXT } };
  return versionId === undefined
    ? client('POST', '', { id: recordId, localized })
    : client('POST', `/${recordId}/versions`, { base_version_id: versionId, id, localized });
};

const saveUntilGone = async (editor: Editor, client: Client): Promise<void> => {
  for (;;) {
    const id = randomUUID();
    editor.inDoubt = id;
    const response = await save(editor, client, id).catch(() => undefined);
    if (response === undefined) return;
    assert.equal(response.status, 201, response.text.slice(0, 300));
    editor.versionId = JSON.parse(response.text).Data.version.id;
    editor.inDoubt = undefined;
    editor.saved += 1;
  }
};

/** The latest version is the last one that was acknowledged, or the one in doubt, whole. */
const assertKept = async (editor: Editor, client: Client): Promise<void> => {
  const { status, text } = await client('GET', `/${editor.recordId}/versions?limit=1`);
  if (editor.versionId === undefined && status === 404) return;
  assert.equal(status, 200, text.slice(0, 300));
  const latest = JSON.parse(text).Data.items[0].id as string;
  // A record is created with a version whose id the service chooses.
  if (editor.versionId !== undefined) assert.ok([editor.versionId, editor.inDoubt].includes(latest), latest);
  const version = await client('GET', `/${editor.recordId}/versions/${latest}`);
  assert.equal(JSON.parse(version.text).Data.version.localized['en-us'].body, TEXT);
  editor.versionId = latest;
};

const countMoved = async (service: RunningService): Promise<number> => {
  const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const text = await (await service.fetch('/metrics', { headers })).text();
  return Number(/^vitrine_large_writes_total (\d+)$/m.exec(text)?.[1]);
};

const openToken = async (dataDir: string): Promise<string> => {
  const imported = await runHere(dataDir, ['import', '-'], { input: bundle });
  assert.equal(imported.code, 0, imported.err);
  const words = 'token create --tenant acme --workspace web --name crash --permission full --json';
  return JSON.parse((await runHere(dataDir, words.split(' '))).out).token as string;
};

const start = async (context: TestContext, dataDir: string): Promise<RunningService> => {
  const service = await startService(dataDir, { VITRINE_OPERATOR_TOKEN: OPERATOR_TOKEN });
  context.after(() => service.stop('SIGKILL'));
  return service;
};

test(`large versions survive ${CYCLES} kills`, async (context) => {
  const dataDir = await makeDataDir(context);
  const token = await openToken(dataDir);
  const editors: Editor[] = Array.from({ length: EDITORS }, () => ({
    recordId: randomUUID(),
    versionId: undefined,
    inDoubt: undefined,
    saved: 0,
  }));
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const service = await start(context, dataDir);
    const client = openClient(service, token);
    for (const editor of editors) await assertKept(editor, client);
    const load = Promise.all(editors.map((editor) => saveUntilGone(editor, client)));
    const wanted = SAVED_MIN + Math.floor(Math.random() * SAVED_MORE_MAX);
    const enough = waitUntil(
      'enough was saved in the thread',
      async () => (await countMoved(service)) > wanted,
    );
    assert.equal(await Promise.race([enough, load]), undefined, service.log());
    await service.stop('SIGKILL');
    await load;
    await assertWhole(dataDir);
  }
  const last = await start(context, dataDir);
  for (const editor of editors) await assertKept(editor, openClient(last, token));
  const saved = editors.reduce((sum, editor) => sum + editor.saved, 0);
  assert.ok(saved > SAVED_MIN);
  context.diagnostic(`${saved} versions were saved`);
});
