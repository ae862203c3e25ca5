// A process that sends the victim's searches and counts at a fixed rate, all distinct. The clock of a request starts
// when it was due, not when it was sent: otherwise a blocked service would get fewer requests and look better than it
// is.

import { Agent, request } from 'node:http';
import { catalogIdOf, ENVIRONMENT_ID, tenantIdOf, WORKSPACE_ID } from '../generate/catalog-bundle.ts';
import { openDistinctCounts, openDistinctQueries } from '../generate/distinct-queries.ts';
import { makeShopWords } from '../generate/shop-words.ts';
import { type Span, sharedNowMs } from '../loop/shared-clock.ts';
import { VICTIM } from './attack.ts';
import { addResponse, NO_RESPONSE, noResponses, type Responses } from './responses.ts';

export type VictimOrder =
  | {
      readonly do: 'start';
      readonly address: string;
      readonly perSecond: number;
      readonly size: { readonly products: number; readonly articles: number };
    }
  | { readonly do: 'stop'; readonly drainMaxMs: number };

export interface VictimReport {
  /** From when each request was due to its response. */
  readonly times: readonly Span[];
  readonly responses: Responses;
}

type Start = Extract<VictimOrder, { do: 'start' }>;

const SOCKETS_MAX = 256;
const TICK_MS = 1;

interface Asked {
  readonly path: string;
  readonly body: string | undefined;
}

/** Alternates between searches and counts. Prepared once: no request is ever sent twice in a run. */
const openRequests = (size: Start['size']): (() => Asked) => {
  const words = makeShopWords(size);
  const query = openDistinctQueries(words, 'victim');
  const count = openDistinctCounts(words, 'victim');
  let turn = 0;
  return () => {
    turn += 1;
    return turn % 2 === 0
      ? {
          path: `/discovery/search/content?catalog_id=${catalogIdOf(VICTIM)}&q=${encodeURIComponent(query())}`,
          body: undefined,
        }
      : {
          path: '/apis/ecommerce-service/public/discovery/v2/search/count',
          body: JSON.stringify(count()),
        };
  };
};

/** The status and the body; throws if no response came. */
const ask = (address: string, { path, body }: Asked, agent: Agent): Promise<[status: string, text: string]> =>
  new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, address),
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-tenant-id': tenantIdOf(VICTIM),
          'x-workspace-id': WORKSPACE_ID,
          'x-environment-id': ENVIRONMENT_ID,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          if (response.statusCode !== 200) text += piece;
        });
        response.once('end', () => resolve([String(response.statusCode), text]));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });

let next: (() => Asked) | undefined;

const openVictim = (order: Start): ((drainMaxMs: number) => Promise<VictimReport>) => {
  next ??= openRequests(order.size);
  const draw = next;
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const responses = noResponses();
  const times: Span[] = [];
  /** By pending request, when it was due. */
  const open = new Map<Promise<void>, number>();
  let isOver = false;
  const settle = (asked: Promise<void>, due: number, status: string, text: string): void => {
    if (isOver) return;
    open.delete(asked);
    times.push({ fromMs: due, toMs: sharedNowMs() });
    addResponse(responses, status, text);
  };
  const send = (due: number): void => {
    const asked: Promise<void> = ask(order.address, draw(), agent).then(
      ([status, text]) => settle(asked, due, status, text),
      () => settle(asked, due, NO_RESPONSE, ''),
    );
    open.set(asked, due);
  };
  const began = sharedNowMs();
  const intervalMs = 1000 / order.perSecond;
  let turn = 0;
  const timer = setInterval(() => {
    for (; began + turn * intervalMs <= sharedNowMs(); turn += 1) send(began + turn * intervalMs);
  }, TICK_MS);
  return async (drainMaxMs) => {
    clearInterval(timer);
    const deadline = AbortSignal.timeout(drainMaxMs);
    const isLate = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve()));
    await Promise.race([Promise.all(open.keys()), isLate]);
    // Pending requests have waited for at least that long.
    for (const [asked, due] of [...open]) settle(asked, due, NO_RESPONSE, '');
    isOver = true;
    agent.destroy();
    return { times, responses };
  };
};

let stop: ((drainMaxMs: number) => Promise<VictimReport>) | undefined;

process.on('message', async (order: VictimOrder) => {
  if (order.do === 'start') stop = openVictim(order);
  else process.send?.(await stop?.(order.drainMaxMs));
});

// Otherwise it would run forever.
process.once('disconnect', () => process.exit());
