// A bare server that responds like the service: the same bodies, in the same mix of sizes.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunningService } from '../../test/acceptance/service/running-service.ts';
import type { BareRoute } from './bare-server.ts';
import type { Call } from './demo-calls.ts';
import type { Asked } from './measured-row.ts';
import type { Target } from './open-load.ts';
import { openStream } from './query-streams.ts';

/** This many responses represent a whole stream. */
const SAMPLE = 2_000;
const ASKED_AT_ONCE = 8;

export const startBareServer = async (
  service: RunningService,
  asked: Asked,
  children: ChildProcess[],
): Promise<Target & { readonly stop: () => void }> => {
  const calls = 'calls' in asked ? asked.calls : sampleOf(asked);
  const [first] = calls;
  if (first === undefined) throw new Error('an operation without a call');
  const route: BareRoute = {
    method: first.method,
    path: first.target.split('?')[0] as string,
    responses: await askAll(service, calls),
  };
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  children.push(child);
  child.send([route]);
  const [address] = (await once(child, 'message')) as [string];
  return { address, pid: child.pid, stop: () => child.kill('SIGKILL') };
};

/** From a different sequence than the one that is sent, so that none of it is cached. */
const sampleOf = ({ stream }: Extract<Asked, { stream: unknown }>): Call[] =>
  Array.from(
    { length: SAMPLE },
    openStream(stream, (call) => call, 'sample'),
  );

const askAll = async (service: RunningService, calls: readonly Call[]): Promise<string[]> => {
  const responses: string[] = [];
  for (let from = 0; from < calls.length; from += ASKED_AT_ONCE) {
    const some = calls.slice(from, from + ASKED_AT_ONCE);
    responses.push(...(await Promise.all(some.map((call) => ask(service, call)))));
  }
  return responses;
};

const ask = async (service: RunningService, { method, target, headers, body }: Call): Promise<string> => {
  const response = await service.fetch(target, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${target}: ${text}`);
  return text;
};
