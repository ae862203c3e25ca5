// What the doctor finds in an open store: tokens, domains, and whether saved indexes agree with it. Nothing is written.

import { compareWithStore, type SnapshotFile, snapshotsIn } from '../cli-inspect.ts';
import type { Token } from '../domain/access/token.ts';
import { countOf } from '../domain/text/count-of.ts';
import type { Store } from '../open-store.ts';
import { everyResource } from '../operations/manage/every-resource.ts';
import { type LookedUp, lookUpHosts } from './doctor-hosts.ts';
import { type Finding, ok } from './finding.ts';

const SOON_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

export const checkStore = async (store: Store, dataDir: string, now: Date): Promise<Finding[]> => [
  checkRowSecurity(store),
  ...checkTokens(await store.listTokens({}), now.getTime()),
  ...(await checkDomains(store)),
  ...(await checkIndexes(store, dataDir, now.getTime())),
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
  const live = tokens.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt !== null);
  const leftMs = ({ expiresAt }: Token): number => Date.parse(expiresAt ?? '') - nowMs;
  const expired = live.filter((token) => leftMs(token) <= 0);
  const soon = live.filter((token) => leftMs(token) > 0 && leftMs(token) < SOON_MS);
  const list = (some: readonly Token[]): string => some.map(({ id, name }) => `${id} (${name})`).join(', ');
  const findings: Finding[] = [];
  if (soon.length > 0)
    findings.push({
      check: 'tokens',
      severity: 'warning',
      message: `${countOf(soon.length, 'token')} will expire within a week: ${list(soon)}`,
      advice: 'create others by "token create", and give them to those who use these',
    });
  if (expired.length > 0)
    findings.push({
      check: 'tokens',
      severity: 'note',
      message: `${countOf(expired.length, 'token')} expired: ${list(expired)}`,
      advice: 'revoke those that nobody needs by "token revoke"',
    });
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

const checkIndexes = async (store: Store, dataDir: string, nowMs: number): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const files = snapshotsIn(dataDir);
  let equal = 0;
  for (const { file, index, writtenMs } of files) {
    if (typeof index === 'string') {
      const isOld = writtenMs < nowMs - HOUR_MS;
      if (index !== 'unfinished' || isOld) findings.push(unusable(file, index));
      continue;
    }
    const { state, indexed, stored } = await compareWithStore(store, dataDir, index);
    if (state === 'equal') equal += 1;
    else if (state === 'different')
      findings.push({
        check: 'indexes',
        severity: 'problem',
        message: `The index of the catalog ${index.catalogId} in ${index.scope.environmentId} of ${index.scope.tenantId}/${index.scope.workspaceId} has ${countOf(indexed, 'product')}, the store ${stored}`,
        advice: `run "reindex --tenant ${index.scope.tenantId} --workspace ${index.scope.workspaceId} --catalog ${index.catalogId}": the index is then built again from the store`,
      });
    else findings.push(unusable(file, state));
  }
  return findings.length > 0
    ? findings
    : [ok('indexes', `Saved indexes that agree with the store: ${equal}`)];
};

const whyUnusable: Readonly<Record<Extract<SnapshotFile['index'], string> | 'rebuilt' | 'gone', string>> = {
  outdated: 'is of another version',
  damaged: 'is damaged',
  quarantined: 'was damaged and set aside',
  unfinished: 'was not finished',
  rebuilt: 'is of an older state and has to be built again',
  gone: 'is of a catalog that does not exist any more',
};

/** A service deals with all of them; only damage says something about the disk. */
const unusable = (file: string, state: keyof typeof whyUnusable): Finding => ({
  check: 'indexes',
  severity: state === 'damaged' || state === 'quarantined' ? 'warning' : 'note',
  message: `The saved index ${file} ${whyUnusable[state]}`,
  advice:
    state === 'damaged' || state === 'quarantined'
      ? 'check the disk; the service builds the index again and removes the file after a week'
      : 'nothing: the service replaces or removes it',
});
