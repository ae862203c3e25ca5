// The protocol over the tools, whatever the transport. A server belongs to one connection, or over HTTP to one request: it holds nothing
// but its place and a way to send requests as the caller.

import { allTools } from './all-tools.ts';
import type { Sdk } from './load-sdk.ts';
import { inputSchemaOf, type Place, type Tool } from './tool.ts';
import { requestOf, ToolFault, type ToolRequest } from './tool-request.ts';
import { faultOf, readResponse, type ToolResponse, type ToolResult } from './tool-result.ts';

/** Sends a request to the service, as the caller of the connection. */
export type Send = (request: ToolRequest, signal: AbortSignal) => Promise<ToolResponse>;

export interface McpConnection {
  readonly place: Place;
  readonly send: Send;
  /** Whether the caller may call the tool at all. A call may be refused all the same, for what it names. */
  readonly mayCall: (tool: Tool, signal: AbortSignal) => boolean | Promise<boolean>;
}

const INSTRUCTIONS = `Vitrine holds the products and the content of a shop. Texts exist in several locales; without a locale the default one is used. All totals are exact.
Visitors: search_content, search_products, count_products, get_suggestions, list_forms.
Editors: list_content_models, get_content_model, list_records, get_record, list_versions, get_version. To change something, create_record or save_version makes a draft; publish_versions shows it to visitors.
Tools that you do not see need a token that allows more. Answers are small by default: raise limit, or name more fields, only if you need to. A failure says what was wrong and what to do.`;

const instructionsAt = ({ tenantId, workspaceId, environmentId, catalogId }: Place): string =>
  [
    INSTRUCTIONS,
    `This connection works in tenant ${tenantId}, workspace ${workspaceId}, environment ${environmentId}.`,
    ...(catalogId === undefined ? [] : [`Its catalog is ${catalogId}.`]),
  ].join('\n');

export const buildMcpServer = (
  { Server, ProtocolError, ProtocolErrorCode }: Sdk,
  version: string,
  connection: McpConnection,
) => {
  const { place } = connection;
  const server = new Server(
    { name: 'vitrine', title: 'Vitrine', version },
    { capabilities: { tools: {} }, instructions: instructionsAt(place) },
  );
  server.setRequestHandler('tools/list', async (_, { mcpReq }) => ({
    tools: (await listAllowed(connection, mcpReq.signal)).map((tool) => describeTool(tool, place)),
  }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
    const tool = allTools.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no such tool; tools/list has those that you may call',
      );
    return callTool(tool, params.arguments, connection, mcpReq.signal);
  });
  return server;
};

const listAllowed = async ({ mayCall }: McpConnection, signal: AbortSignal): Promise<Tool[]> => {
  const allowed: Tool[] = [];
  for (const tool of allTools.values()) if (await mayCall(tool, signal)) allowed.push(tool);
  return allowed;
};

const describeTool = (tool: Tool, place: Place) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool, place),
  annotations: { title: tool.title, ...tool.hints },
});

const callTool = async (
  tool: Tool,
  given: unknown,
  { place, send }: McpConnection,
  signal: AbortSignal,
): Promise<ToolResult> => {
  try {
    return readResponse(tool, await send(requestOf(tool, given, place), signal));
  } catch (error) {
    if (error instanceof ToolFault) return faultOf(error.message);
    throw error;
  }
};
