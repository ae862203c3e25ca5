// Random requests to every operation, reads and writes, get the same responses from a service over SQLite and one over PostgreSQL: byte
// for byte, but for ids that a service makes itself.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import * as demo from '../../../demo/build/ids.ts';
import { randomFor } from '../../../demo/build/random.ts';
import { runs, seed } from '../../fixtures/long-runs.ts';
import { preloading } from '../../fixtures/node-variables.ts';
import { waitUntil } from '../../fixtures/wait-until.ts';
import { runHere } from '../cli/run-here.ts';
import { importOnce } from '../service/imported-folder.ts';
import { makeDataDir, startService } from '../service/running-service.ts';
import { createDatabaseFor } from '../service/test-database.ts';
import { openWireClient, type WireClient, type WireResponse } from '../service/wire-client.ts';
import { BUNDLE, drawRequest, newUuids, type RandomRequest, type Sender } from './random-requests.ts';

const OPERATOR = 'operator-of-the-comparison-0123456789';
const REQUESTS = runs(60, 200, 'REQUESTS');
/** Found, created, refused, missing: more requests are drawn until each was seen. */
const STATUSES = [200, 201, 400, 404];
const MOST_REQUESTS = 10 * REQUESTS;
/** Reads between two writes are sent at once, at most so many. */
const AT_ONCE = 8;
const CLOCK = new URL('../../fixtures/frozen-clock.ts?2026-11-15', import.meta.url);

type Tokens = Readonly<Record<Sender, string | undefined>>;

interface Opened {
  readonly wire: WireClient;
  readonly tokens: Tokens;
}

const createToken = async (wire: WireClient, permission: string): Promise<string> => {
  const { status, text } = await wire.send({
    method: 'POST',
    target: '/manage/v1/tokens',
    headers: [
      ['x-tenant-id', demo.tenantId],
      ['x-workspace-id', demo.workspaceId],
      ['x-environment-id', demo.productionEnvironmentId],
      ['authorization', `Bearer ${OPERATOR}`],
      ['content-type', 'application/json'],
    ],
    body: JSON.stringify({ name: permission, permission, environment_ids: null, expires_at: null }),
  });
  assert.equal(status, 201, text);
  return (JSON.parse(text) as { Data: { secret: string } }).Data.secret;
};

const readBundle = (): string => readFileSync(BUNDLE, 'utf8');
const openFolder = importOnce(readBundle);

const fillDatabase = async (context: TestContext): Promise<string> => {
  const dataDir = await makeDataDir(context);
  await createDatabaseFor(dataDir, true);
  const { code, err } = await runHere(dataDir, ['import', '-'], { input: readBundle() });
  assert.equal(code, 0, err);
  return dataDir;
};

const open = async (context: TestContext, isPostgres: boolean): Promise<Opened> => {
  const dataDir = await (isPostgres ? fillDatabase(context) : openFolder(context));
  const service = await startService(dataDir, {
    ...preloading(CLOCK),
    VITRINE_OPERATOR_TOKEN: OPERATOR,
    VITRINE_FORM_SUBMISSIONS_PER_MINUTE: '0',
    // A search that waited longer would use an index that is behind.
    VITRINE_SEARCH_WAIT_MS: '60000',
    VITRINE_LOG_LEVEL: 'warn',
  });
  const wire = openWireClient(service.address);
  context.after(async () => {
    wire.close();
    await service.stop();
  });
  const tokens = {
    operator: OPERATOR,
    full: await createToken(wire, 'full'),
    read: await createToken(wire, 'read'),
    nobody: undefined,
  };
  return { wire, tokens };
};

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PLACE = /(?:«|%C2%AB)(\d+)(?:»|%C2%BB)/g;

/** `«3»` stands for an id that a service has made itself: two services make different ones. */
class MadeIds {
  readonly #known: ReadonlySet<string>;
  readonly #made: string[] = [];

  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  /** New ones are numbered as they come. */
  hide(text: string): string {
    return text.replaceAll(UUID, (id) => {
      if (this.#known.has(id)) return id;
      const at = this.#made.indexOf(id);
      return `«${at < 0 ? this.#made.push(id) - 1 : at}»`;
    });
  }

  show<T extends string | undefined>(text: T): T {
    return text?.replaceAll(PLACE, (_, at: string) => this.#made[Number(at)] ?? '') as T;
  }
}

/** A service, and the ids it has made. */
class Side {
  readonly ids: MadeIds;
  readonly #wire: WireClient;
  readonly #tokens: Tokens;

  constructor({ wire, tokens }: Opened, known: ReadonlySet<string>) {
    this.#wire = wire;
    this.#tokens = tokens;
    this.ids = new MadeIds(known);
  }

  send({ method, target, headers, body, sender }: RandomRequest): Promise<WireResponse> {
    const token = this.#tokens[sender];
    return this.#wire.send({
      method,
      headers: token === undefined ? headers : [...headers, ['authorization', `Bearer ${token}`]],
      target: this.ids.show(target),
      body: this.ids.show(body),
    });
  }
}

/** A read is repeated while a service is too busy for it, or builds its index. */
const ask = async (
  request: RandomRequest,
  sides: readonly [Side, Side],
): Promise<[WireResponse, WireResponse]> => {
  const send = () => Promise.all([sides[0].send(request), sides[1].send(request)]);
  let responses = await send();
  if (!isRead(request)) return responses;
  await waitUntil(
    `a response to ${request.method} ${request.target}`,
    async () => {
      if (responses.every(({ status }) => status !== 503)) return true;
      responses = await send();
      return false;
    },
    500,
  );
  return responses;
};

const isRead = ({ method, operation }: RandomRequest): boolean =>
  method === 'GET' || operation === 'count-products' || operation === 'recorded';

const shownOf = ({ status, headers, text }: WireResponse, ids: MadeIds) => ({
  status,
  text: ids.hide(text),
  location: ids.hide(headers.get('location') ?? ''),
});

/** Its ids, and those that requests give themselves. */
const knownIds = (): ReadonlySet<string> => new Set([...(readBundle().match(UUID) ?? []), ...newUuids]);

test('random requests get the same responses over SQLite and PostgreSQL', {
  timeout: Math.max(1_200_000, 500 * REQUESTS),
}, async (context) => {
  const known = knownIds();
  const [sqlite, postgres] = (await Promise.all([open(context, false), open(context, true)])).map(
    (opened) => new Side(opened, known),
  ) as [Side, Side];
  const random = randomFor(`same answers ${seed}`);
  const seen = new Map<string, number>();
  const made = new Map<string, string[]>();
  const compare = async (request: RandomRequest, number: number): Promise<void> => {
    const [one, other] = await ask(request, [sqlite, postgres]);
    const about = `${seed} ${number}: ${request.method} ${request.target} ${request.body}`;
    const shown = shownOf(one, sqlite.ids);
    const others = shownOf(other, postgres.ids);
    if (isRead(request) && !isDeepStrictEqual(others, shown)) {
      // Whether it is late, or wrong.
      const again = await ask(request, [sqlite, postgres]);
      const texts = again.map(({ text }) => text);
      assert.deepEqual(
        others,
        shown,
        `${about}; asked again, SQLite and PostgreSQL say ${texts.join(' and ')}`,
      );
    }
    assert.deepEqual(others, shown, about);
    if (one.status === 201 && /-(record|version)$/.test(request.operation)) {
      const { Data } = JSON.parse(shown.text) as { Data: { version: { id: string } } };
      made.set(request.record, [...(made.get(request.record) ?? []), Data.version.id]);
    }
    // A 304 has no text that would show whether the bodies are equal.
    if (one.status !== 304 && one.text === other.text)
      assert.equal(other.headers.get('etag'), one.headers.get('etag'), about);
    assert.ok(
      one.status < 500 || one.text.includes('content_search_not_configured'),
      `${about}: ${one.text}`,
    );
    for (const what of [`status ${one.status}`, `${request.operation} ${one.status}`]) {
      seen.set(what, (seen.get(what) ?? 0) + 1);
    }
  };
  const sawEverySort = () => STATUSES.every((status) => seen.has(`status ${status}`));
  const reads: Promise<void>[] = [];
  let number = 0;
  for (; number < REQUESTS || (number < MOST_REQUESTS && !sawEverySort()); number += 1) {
    const request = drawRequest(random, made);
    if (!isRead(request) || reads.length >= AT_ONCE) await Promise.all(reads.splice(0));
    reads.push(compare(request, number));
    if (!isRead(request)) await Promise.all(reads.splice(0));
  }
  await Promise.all(reads);
  const counts = [...seen].filter(([what]) => what.startsWith('status')).sort();
  context.diagnostic(`${number} requests: ${counts.map((each) => each.join(' ')).join(', ')}`);
  assert.ok(sawEverySort(), `responses of every sort among ${number} requests`);
});
