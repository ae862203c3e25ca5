// `mcp`: connects an agent to a running service, over standard input and output. The token comes from the environment: arguments are seen by
// everyone on the machine.

import { addressForSecrets, ValueFault } from '../../config/kinds.ts';
import { loadConfig } from '../../config.ts';
import { type Command, EXIT_OK, textOption, UsageError } from '../command.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'Connect an agent (MCP client) to a running service.',
  details:
    'Speaks the Model Context Protocol over standard input and output, and sends the requests of the agent to the service, with the token in VITRINE_TOKEN. Programs that run agents start it themselves.',
  options: {
    url: textOption(
      'URL',
      `Address of the service: https, or http on this machine. Default: ${DEFAULT_URL}.`,
    ),
    tenant: textOption('TENANT', 'Tenant to work in.', true),
    workspace: textOption('WORKSPACE', 'Workspace to work in.', true),
    environment: textOption('ENVIRONMENT', 'Environment to work in.', true),
    catalog: textOption('CATALOG_ID', 'Catalog that content search uses if the agent names none.'),
  },
  run: async (args, terminal) => {
    const { token } = loadConfig();
    if (token === undefined)
      throw new UsageError('VITRINE_TOKEN is missing: set it to a token of the workspace (see token create)');
    const url = readUrl(args.text('url') ?? DEFAULT_URL);
    const place = {
      tenantId: args.text('tenant') ?? '',
      workspaceId: args.text('workspace') ?? '',
      environmentId: args.text('environment') ?? '',
      catalogId: args.text('catalog'),
    };
    // Loaded late: other commands do not need it.
    const { serveStdioUntilEnd } = await import('../../mcp/serve-stdio.ts');
    await serveStdioUntilEnd({ url, token }, place, terminal, (message) =>
      terminal.err.write(`vitrine: ${message}\n`),
    );
    return EXIT_OK;
  },
};

const readUrl = (text: string): string => {
  try {
    return addressForSecrets.read(text).replace(/\/$/, '');
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw new UsageError(`--url ${error.message} (allowed: ${addressForSecrets.allowed})`);
  }
};
