// `database prepare`: what the owner of a PostgreSQL database does for a service that owns nothing there.

import { loadConfig } from '../../config.ts';
import { prepareDatabase, type RefusedRole } from '../../open-store.ts';
import { type Command, CommandError, EXIT_OK, textOption, UsageError } from '../command.ts';

export const databasePrepare: Command = {
  name: 'database prepare',
  summary: 'Migrate a PostgreSQL database, and let a role use it.',
  details:
    'For services that connect as a role that owns nothing, so that row-level security binds them. Run it with the URL of the role that owns the tables in VITRINE_STORE_URL: once before the first start, and before each upgrade of the services.\nThe role may then read and write the rows of the tables, and nothing else. Running the command again changes nothing.',
  options: {
    role: textOption('ROLE', 'The role of the services. It must exist. Default: only migrate.'),
  },
  run: async (args, terminal) => {
    const { storeUrl } = loadConfig();
    if (storeUrl === undefined)
      throw new UsageError(
        'VITRINE_STORE_URL is not set: set it to the URL of the role that owns the tables',
      );
    const role = args.text('role');
    const refused = await prepareDatabase(storeUrl, role);
    if (refused !== undefined) throw new CommandError(whyRefused[refused](role ?? ''));
    const granted = role === undefined ? '' : ` The role ${role} may use it.`;
    terminal.out.write(
      args.flag('json')
        ? `${JSON.stringify({ role: role ?? null })}\n`
        : `The database is up to date.${granted}\n`,
    );
    return EXIT_OK;
  },
};

const whyRefused: Readonly<Record<RefusedRole, (role: string) => string>> = {
  unknown: (role) => `there is no role ${role}: create it first, with "create role ${role} login password …"`,
  exempt: (role) =>
    `the role ${role} is a superuser or has BYPASSRLS, so row-level security would not bind it: give another role`,
  owner: (role) =>
    `the role ${role} owns the tables or is a member of the role that does, so row-level security would not bind it: give another role`,
};
