// Which tools a token may call, for a connection that does not know what its token allows: it asks the service, once for each kind of
// access. Whoever lacks a permission is refused before anything is looked up, so the question names nothing that exists.

import type { Access } from '../contract/operation.ts';
import { allTools } from './all-tools.ts';
import type { McpConnection, Send } from './mcp-server.ts';
import type { Place, Tool } from './tool.ts';
import { requestOf, ToolFault } from './tool-request.ts';

const FORBIDDEN = 403;
const TOO_MANY = 429;

export const buildMayCallByAsking = (send: Send, place: Place): McpConnection['mayCall'] => {
  const known = new Map<Access, boolean>([
    ['open', true],
    ['read', true],
  ]);
  return async ({ operation: { access } }, signal) => {
    const said = known.get(access);
    if (said !== undefined) return said;
    const question = questions.get(access);
    if (question === undefined) return true;
    try {
      const { status } = await send(requestOf(question, namingNothing(question), place), signal);
      // 429 and 5xx say nothing about what the token allows: ask again the next time.
      if (status < TOO_MANY) known.set(access, status !== FORBIDDEN);
      return status !== FORBIDDEN;
    } catch (error) {
      if (error instanceof ToolFault) return true;
      throw error;
    }
  };
};

/** A tool that changes nothing, for each kind of access. */
const questions: ReadonlyMap<Access, Tool> = new Map(
  [...allTools.values()]
    .filter(({ operation }) => operation.method === 'GET')
    .map((tool): [Access, Tool] => [tool.operation.access, tool]),
);

const namingNothing = ({ arguments: all }: Tool): Readonly<Record<string, string>> =>
  Object.fromEntries([...all].filter(([, { isRequired }]) => isRequired).map(([name]) => [name, 'none']));
