// A call at one node after the other until one responds, within one deadline. What may have arrived is sent again only if that does
// no harm.

import { SearchServerError, SearchServerGone } from './search-server-errors.ts';
import {
  AttemptFault,
  type AttemptLimits,
  type CallResponse,
  type PreparedCall,
  sendCall,
} from './send-call.ts';
import type { ServerNode, ServerNodes } from './server-nodes.ts';

export interface CallLimits {
  readonly endsAt: number;
  readonly connectMs: number;
  readonly responseMaxBytes: number;
  readonly endpoint: string;
  /** Whether to send it again although it may have arrived. */
  readonly mayRepeat: boolean;
  readonly stops: AttemptLimits['stops'];
  readonly isClosed: () => boolean;
  readonly now: () => number;
}

const ATTEMPTS_MAX = 3;

/** As callers see it. */
const failureOf = (fault: AttemptFault, { endpoint, responseMaxBytes, isClosed }: CallLimits): Error => {
  if (isClosed()) return new SearchServerGone('closed', `${endpoint} was ended: the client was closed`);
  if (fault.kind === 'large')
    return new SearchServerError(
      endpoint,
      200,
      'too_large',
      `the answer has more than ${responseMaxBytes} bytes`,
    );
  return fault.kind === 'late'
    ? new SearchServerGone('deadline', `OpenSearch did not answer ${endpoint} in time`, fault)
    : new SearchServerGone('unreachable', `OpenSearch could not be reached for ${endpoint}`, fault.cause);
};

/** `read` turns a response into a value, or throws. */
export const sendAttempts = async (
  nodes: ServerNodes,
  call: PreparedCall,
  limits: CallLimits,
  onRetry: () => void,
  read: (response: CallResponse) => unknown,
): Promise<unknown> => {
  const { endsAt, now, mayRepeat, stops, isClosed } = limits;
  const tried = new Set<ServerNode>();
  let failure: Error = new SearchServerGone('deadline', `no time was left for ${limits.endpoint}`);
  for (let attempts = 0; attempts < ATTEMPTS_MAX && now() < endsAt && !isClosed(); attempts += 1) {
    const node = nodes.next(tried);
    if (node === undefined) break;
    if (attempts > 0) onRetry();
    const startedAt = now();
    const isSilent = (): boolean => node.respondedAt < startedAt;
    try {
      const { connectMs, responseMaxBytes: bytesMax } = limits;
      const fixed = { timeoutMs: endsAt - startedAt, connectMs, bytesMax, stops };
      const isInDoubt = (): boolean => mayRepeat && tried.size + 1 < nodes.count && isSilent();
      const response = await sendCall(node, call, {
        ...fixed,
        onSlow: () => isInDoubt() && greet(nodes, node, call, fixed),
        isHopeless: isInDoubt,
      });
      nodes.responded(node);
      return read(response);
    } catch (error) {
      if (error instanceof AttemptFault) {
        failure = failureOf(error, limits);
        if (isNodeAtFault(error, isSilent())) nodes.failed(node);
        if (!(mayRepeat || error.kind === 'connect') || error.kind === 'large') break;
        if (error.isStale) nodes.dropIdleSockets(node);
        else tried.add(node);
      } else {
        if (!(mayRepeat && error instanceof SearchServerGone)) throw error;
        failure = error;
        tried.add(node);
      }
    }
  }
  throw failure;
};

/** Finds out whether a node is alive that may just be busy with this call. */
const greet = (
  nodes: ServerNodes,
  node: ServerNode,
  { headers: { authorization } }: PreparedCall,
  limits: Omit<AttemptLimits, 'onSlow' | 'isHopeless'>,
): void => {
  const headers = authorization === undefined ? {} : { authorization };
  sendCall(
    node,
    { method: 'HEAD', path: '/', headers, body: undefined },
    { ...limits, onSlow: () => {}, isHopeless: () => false },
  ).then(
    () => nodes.responded(node),
    () => {},
  );
};

/** A late response may be the fault of the call, as long as others get one. */
const isNodeAtFault = ({ kind, isStale }: AttemptFault, isSilent: boolean): boolean =>
  kind === 'connect' || (kind === 'broken' && !isStale) || (kind === 'late' && isSilent);
