// Whether the hosts of domains can be found in DNS. Bounded in number and time.

import { Resolver } from 'node:dns/promises';

const LOOKUPS_MAX = 100;
const ANSWER_MAX_MS = 2_000;
/** Names that are in no public DNS (RFC 6761). */
const RESERVED = /(?:^|\.)(?:test|localhost|example|invalid)$/;
const PUBLIC_NAME = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*$/;

export interface LookedUp {
  /** DNS knows no address of these. */
  readonly absent: readonly string[];
  /** How many got no answer: it says nothing about them. */
  readonly unanswered: number;
  /** How many were not asked for, since there are too many. */
  readonly skipped: number;
}

/** `servers`: instead of those of the system. */
export const lookUpHosts = async (
  hosts: readonly string[],
  servers?: readonly string[],
): Promise<LookedUp> => {
  const names = new Set(hosts.map((host) => host.toLowerCase().replace(/:\d+$/, '')));
  const wanted = [...names].filter((name) => PUBLIC_NAME.test(name) && !RESERVED.test(name));
  const asked = wanted.slice(0, LOOKUPS_MAX);
  const resolver = new Resolver({ timeout: ANSWER_MAX_MS, tries: 1 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), ANSWER_MAX_MS);
  try {
    const states = await Promise.all(asked.map((name) => stateOf(resolver, name)));
    return {
      absent: asked.filter((_, at) => states[at] === 'absent'),
      unanswered: states.filter((state) => state === 'unanswered').length,
      skipped: wanted.length - asked.length,
    };
  } finally {
    clearTimeout(timer);
  }
};

const stateOf = async (resolver: Resolver, name: string): Promise<'found' | 'absent' | 'unanswered'> => {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (answers.some(({ status }) => status === 'fulfilled')) return 'found';
  const isAbsent = answers.every(
    (answer) =>
      answer.status === 'rejected' &&
      ['ENOTFOUND', 'ENODATA'].includes((answer.reason as { code: string }).code),
  );
  return isAbsent ? 'absent' : 'unanswered';
};
