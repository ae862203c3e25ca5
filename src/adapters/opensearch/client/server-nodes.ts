// The nodes of the cluster, asked in turn. One that fails is left out for a while, twice as long after each failure in a row; if all
// are, the one whose time is up first is asked.

import { Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

interface NodeAddress {
  readonly isTls: boolean;
  readonly hostname: string;
  readonly port: string;
  /** What paths begin with; empty for most. */
  readonly base: string;
}

export interface ServerNode {
  readonly address: NodeAddress;
  readonly agent: PlainAgent;
  /** When it last responded to anything. */
  respondedAt: number;
  excludedUntil: number;
  /** In a row. */
  failures: number;
}

export interface ServerNodes {
  readonly count: number;
  readonly excluded: () => number;
  /** Undefined: all have been tried. */
  readonly next: (tried: ReadonlySet<ServerNode>) => ServerNode | undefined;
  readonly responded: (node: ServerNode) => void;
  readonly failed: (node: ServerNode) => void;
  /** The next call goes over a new connection. */
  readonly dropIdleSockets: (node: ServerNode) => void;
  readonly close: () => void;
}

export interface NodeSettings {
  readonly urls: readonly string[];
  /** PEM. Replaces the authorities that Node trusts. */
  readonly ca?: string | undefined;
}

const EXCLUDED_MS = 1_000;
const EXCLUDED_MAX_MS = 30_000;

const readAddress = (text: string): NodeAddress => {
  const url = new URL(text);
  return {
    isTls: url.protocol === 'https:',
    // Without the brackets of an IPv6 address.
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    base: url.pathname.replace(/\/$/, ''),
  };
};

const openAgent = (isTls: boolean, ca: string | undefined, socketsMax: number): PlainAgent => {
  const options = { keepAlive: true, maxSockets: socketsMax, maxFreeSockets: socketsMax };
  return isTls ? new TlsAgent({ ...options, ...(ca === undefined ? {} : { ca }) }) : new PlainAgent(options);
};

/** Those that nobody uses now: after a silent failure of the network they may be dead without knowing it. */
const dropIdleSockets = ({ agent }: ServerNode): void => {
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
};

export const openServerNodes = (
  { urls, ca }: NodeSettings,
  socketsMax: number,
  now: () => number,
): ServerNodes => {
  const nodes = urls.map((text): ServerNode => {
    const address = readAddress(text);
    return {
      address,
      agent: openAgent(address.isTls, ca, socketsMax),
      respondedAt: 0,
      excludedUntil: 0,
      failures: 0,
    };
  });
  // Processes that start together do not all begin with the first.
  let turn = Math.floor(Math.random() * nodes.length);
  return {
    count: nodes.length,
    excluded: () => nodes.filter(({ excludedUntil }) => excludedUntil > now()).length,
    next: (tried) => {
      turn = (turn + 1) % nodes.length;
      const inTurn = [...nodes.slice(turn), ...nodes.slice(0, turn)].filter((node) => !tried.has(node));
      return (
        inTurn.find(({ excludedUntil }) => excludedUntil <= now()) ??
        inTurn.sort((one, other) => one.excludedUntil - other.excludedUntil)[0]
      );
    },
    responded: (node) => {
      node.respondedAt = now();
      node.failures = 0;
      node.excludedUntil = 0;
    },
    failed: (node) => {
      // Calls that were under way together fail together: that is one failure.
      if (node.excludedUntil <= now()) {
        node.excludedUntil = now() + Math.min(EXCLUDED_MS * 2 ** node.failures, EXCLUDED_MAX_MS);
        node.failures += 1;
      }
      dropIdleSockets(node);
    },
    dropIdleSockets,
    close: () => {
      for (const { agent } of nodes) agent.destroy();
    },
  };
};
