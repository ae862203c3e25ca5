// What the doctor finds in an open store: tokens, domains, workspaces without a store; indexes are checked elsewhere. Nothing is written.

import { endOf, type Token } from '../domain/access/token.ts';
import { countOf } from '../domain/text/count-of.ts';
import type { Store } from '../open-store.ts';
import { everyResource } from '../operations/manage/every-resource.ts';
import { type LookedUp, lookUpHosts } from './doctor-hosts.ts';
import { type Finding, ok } from './finding.ts';

const SOON_MS = 7 * 86_400_000;
const NAMES_MAX = 10;

export const checkStore = async (store: Store, now: Date): Promise<Finding[]> => [
  checkRowSecurity(store),
  ...checkTokens(await store.listTokens({}), now.getTime()),
  ...(await checkDomains(store)),
  await checkStores(store),
];

const checkRowSecurity = ({ rowSecurityLack: lack }: Store): Finding =>
  lack === undefined
    ? ok('store', 'The store can be read')
    : {
        check: 'store',
        severity: 'note',
        message: `Row-level security does not bind this role: ${lack}`,
        advice: 'connect as a role that owns nothing; see "database prepare"',
      };

const checkTokens = (tokens: readonly Token[], nowMs: number): Finding[] => {
  const leftMs = (token: Token): number => endOf(token) - nowMs;
  const live = tokens.filter(({ revokedAt }) => revokedAt === null);
  const purposeOf = ({ tenantId, workspaceId, name, permission }: Token): string =>
    JSON.stringify([tenantId, workspaceId, name, permission]);
  const lasting = new Set(live.filter((token) => leftMs(token) >= SOON_MS).map(purposeOf));
  const list = (some: readonly Token[]): string => some.map(({ id, name }) => `${id} (${name})`).join(', ');
  const told = (
    isMeant: (token: Token) => boolean,
    ...[severity, what, advice]: readonly [Finding['severity'], string, string]
  ) => {
    const some = live.filter(isMeant);
    if (some.length === 0) return [];
    const message = `${countOf(some.length, 'token')} ${what}: ${list(some)}`;
    return [{ check: 'tokens', severity, message, advice }];
  };
  const isReplaced = (token: Token): boolean => lasting.has(purposeOf(token));
  const isExpired = (token: Token): boolean => leftMs(token) <= 0;
  const isShort = (token: Token): boolean => !isExpired(token) && leftMs(token) < SOON_MS;
  const findings = [
    ...told(
      (token) => isShort(token) && !isReplaced(token),
      'warning',
      'will expire within a week',
      'create others by "token create", and give them to those who use these',
    ),
    ...told(
      (token) => isExpired(token) && !isReplaced(token),
      'note',
      'expired',
      'create others by "token create" if somebody needs them; revoke these by "token revoke"',
    ),
    ...told(
      (token) => isExpired(token) && isReplaced(token),
      'note',
      'expired, and others of the same name are valid',
      'revoke the expired ones by "token revoke"',
    ),
  ];
  return findings.length > 0 ? findings : [ok('tokens', 'No token is expired or about to')];
};

const checkDomains = async (store: Store): Promise<Finding[]> => {
  const lost: string[] = [];
  const hosts: string[] = [];
  for (const workspace of await store.listHeads())
    for await (const domain of everyResource(store, workspace, 'domain')) {
      const host = String(domain['host'] ?? domain['id']);
      const environmentId = String(domain['environment_id']);
      const leads = (await store.findEnvironment({ ...workspace, environmentId })) !== undefined;
      (leads ? hosts : lost).push(host);
    }
  const found =
    lost.length === 0
      ? ok('domains', 'Every domain leads to an environment')
      : ({
          check: 'domains',
          severity: 'problem',
          message: `These domains lead to no environment: ${lost.join(', ')}`,
          advice: 'assign them to an environment that exists, or delete them by "domain delete"',
        } as const);
  return [found, ...describeLookups(await lookUpHosts(hosts))];
};

const describeLookups = ({ absent, unanswered, skipped }: LookedUp): Finding[] => {
  const findings: Finding[] = [];
  if (absent.length > 0)
    findings.push({
      check: 'domains',
      severity: 'note',
      message: `DNS has no address of ${absent.join(', ')}`,
      advice: 'make a DNS record, or delete the domain if nobody uses it any more',
    });
  if (unanswered + skipped > 0)
    findings.push({
      check: 'domains',
      severity: 'note',
      message: `Not looked up in DNS: ${countOf(unanswered, 'host')} without an answer within two seconds, ${skipped} because there are more than 100`,
      advice: 'nothing, unless you want to know: then look them up yourself',
    });
  return findings;
};

/** Prices, channels and the domain of a shop come from its store. */
const checkStores = async (store: Store): Promise<Finding> => {
  const lacking: string[] = [];
  for (const workspace of await store.listHeads()) {
    const count = async (kind: 'catalog' | 'store'): Promise<number> =>
      (await store.listResources(workspace, kind, {}, { skip: 0, limit: 1 }, undefined)).total;
    if ((await count('catalog')) > 0 && (await count('store')) === 0)
      lacking.push(`${workspace.tenantId}/${workspace.workspaceId}`);
  }
  if (lacking.length === 0) return ok('stores', 'Every workspace with a catalog has a store');
  const more = lacking.length > NAMES_MAX ? ` and ${lacking.length - NAMES_MAX} more` : '';
  return {
    check: 'stores',
    severity: 'note',
    message: `These workspaces have a catalog but no store: ${lacking.slice(0, NAMES_MAX).join(', ')}${more}`,
    advice:
      'create one by "store put", if shoppers should find products there: without one, product operations return store_not_found',
  };
};
