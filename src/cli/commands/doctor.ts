// `doctor`: looks for what will become trouble, beside a running service, and changes nothing.

import {
  checkSqliteFile,
  findSecret,
  hasSqliteFile,
  inspectSearch,
  inspectServers,
  NEWEST_MIGRATION,
} from '../../cli-inspect.ts';
import { searchServerOf } from '../../config/search-server-variables.ts';
import { type Config, ConfigError, loadConfig } from '../../config.ts';
import { openStore, readStoreMigration, type Store } from '../../open-store.ts';
import { type Command, EXIT_FAILED, EXIT_OK, textOption, UsageError } from '../command.ts';
import { describeError } from '../describe-error.ts';
import { checkFiles } from '../doctor-files.ts';
import { checkIndexes } from '../doctor-indexes.ts';
import { checkProxy } from '../doctor-proxy.ts';
import { describeSearch } from '../doctor-search.ts';
import { describeServers } from '../doctor-servers.ts';
import { checkStore } from '../doctor-store.ts';
import { type Finding, ok } from '../finding.ts';
import { printLine, showText } from '../print.ts';

const CHECK_MAX_MS = 30_000;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Look for what is or will become trouble.',
  details:
    'Checks configuration, permissions, disk, clock, store, tokens, domains, and whether saved indexes, or OpenSearch, have what the store has. It changes nothing and may run beside a service. Exit code 0: no problem; 1: at least one problem; warnings and notes do not count.',
  options: {
    url: textOption(
      'URL',
      'Ask the running service over this address, and tell whether address, host and protocol of clients arrive through the proxy.',
    ),
  },
  run: async (args, terminal) => {
    const findings = await examine(new Date(), readUrl(args.text('url')));
    const isWell = findings.every(({ severity }) => severity !== 'problem');
    if (args.flag('json')) printLine(terminal, JSON.stringify({ is_well: isWell, findings }));
    else
      for (const { check, severity, message, advice } of findings)
        printLine(
          terminal,
          showText(
            `${severity.padEnd(7)}  ${check}: ${message}.${advice === undefined ? '' : ` What to do: ${advice}.`}`,
          ),
        );
    return isWell ? EXIT_OK : EXIT_FAILED;
  },
};

const readUrl = (text: string | undefined): URL | undefined => {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if ((url?.protocol !== 'http:' && url?.protocol !== 'https:') || url.username !== '' || url.search !== '')
    throw new UsageError('--url must be an address such as https://shop.example.com');
  return url;
};

const examine = async (now: Date, url: URL | undefined): Promise<Finding[]> => {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => problem('configuration', fault, 'correct the variable'));
  }
  const found = [...checkConfig(config), ...checkFiles(config.dataDir, now)];
  try {
    found.push(...(await checkDatabase(config, now, url)));
  } catch (error) {
    found.push(problem('store', describeError(error).replaceAll('\n', ' '), 'see the message'));
  }
  return found;
};

const problem = (check: string, message: string, advice: string): Finding => ({
  check,
  severity: 'problem',
  message,
  advice,
});

const checkConfig = ({ trustProxy, corsOrigins }: Config): Finding[] => {
  const findings: Finding[] = [];
  if (trustProxy === true)
    findings.push({
      check: 'configuration',
      severity: 'warning',
      message: 'VITRINE_TRUST_PROXY is true: every sender may say which address and host a request came from',
      advice: 'set it to the addresses of the proxies, unless nobody else can reach the port',
    });
  if (corsOrigins === '*')
    findings.push({
      check: 'configuration',
      severity: 'note',
      message:
        'VITRINE_CORS_ORIGINS is *: any web site may call the service from the browsers of its visitors',
      advice: 'list the origins of your shops, if others should not',
    });
  return findings.length > 0 ? findings : [ok('configuration', 'The configuration is valid')];
};

/** Where searches run on OpenSearch, nobody reads saved indexes. */
const checkSearch = async (config: Config, store: Store, now: Date): Promise<Finding[]> =>
  config.searchUrls.length === 0
    ? checkIndexes(store, config.dataDir, now.getTime())
    : describeSearch(await inspectSearch(searchServerOf(config), config.searchPrefix, store));

/** A store that would have to be migrated is not opened: that would change it. */
const checkDatabase = async (config: Config, now: Date, url: URL | undefined): Promise<Finding[]> => {
  const { dataDir, storeUrl } = config;
  const findings: Finding[] = [];
  if (storeUrl === undefined) {
    if (!hasSqliteFile(dataDir))
      return [
        problem(
          'store',
          'There is no database in the data folder',
          'set VITRINE_DATA_DIR to the folder of a service, or VITRINE_STORE_URL to its database',
        ),
      ];
    const { faults, unchecked } = checkSqliteFile(dataDir, performance.now() + CHECK_MAX_MS);
    if (faults.length > 0)
      return [
        problem(
          'store',
          `The database is damaged: ${faults.join('; ')}`,
          'restore a backup, and check the disk',
        ),
      ];
    findings.push(
      unchecked.length === 0
        ? ok('store', 'The database file is intact')
        : {
            check: 'store',
            severity: 'note',
            message: `There was no time to check the tables ${unchecked.join(', ')}`,
            advice: 'run it when the machine has less to do',
          },
    );
  }
  if (storeUrl !== undefined)
    findings.push(...describeServers(await inspectServers(storeUrl, config.storeReplicaUrls)));
  const migration = await readStoreMigration(storeUrl === undefined ? { dataDir } : { url: storeUrl });
  if (migration !== NEWEST_MIGRATION)
    return [
      ...findings,
      {
        check: 'migrations',
        severity: migration > NEWEST_MIGRATION ? 'warning' : 'note',
        message: `The database has migration ${migration}, this version has ${NEWEST_MIGRATION}, so its contents were not checked`,
        advice:
          migration > NEWEST_MIGRATION
            ? 'use the version of the service'
            : 'make a backup, then start the service',
      },
    ];
  findings.push(ok('migrations', `The database has migration ${migration}, the newest`));
  const store = await openStore(config);
  try {
    findings.push(...(await checkStore(store, now)), ...(await checkSearch(config, store, now)));
    if (url !== undefined) findings.push(...(await checkProxy(url, await findSecret(config, store))));
    return findings;
  } finally {
    await store.close();
  }
};
