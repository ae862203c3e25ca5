// The settings for agents: of the service, and of the command that connects one to it.

import { plainSecret, trueOrFalse } from './kinds.ts';
import { optional, variable } from './variable.ts';

export interface McpConfig {
  readonly mcp: boolean;
  /** Of `vitrine mcp`: the service does not use it. */
  readonly token: string | undefined;
}

export const mcpVariables = {
  mcp: variable('MCP', trueOrFalse, 'false', 'Whether agents are served at /mcp.'),
  token: optional('TOKEN', plainSecret, 'Token that vitrine mcp sends to the service.'),
};
