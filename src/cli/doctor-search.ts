// What the doctor finds about OpenSearch, where searches run there.

import type { InspectedSearch } from '../cli-inspect.ts';
import { countOf } from '../domain/text/count-of.ts';
import { type Finding, ok } from './finding.ts';

const CHECK = 'search';
/** Those that are supported, from the first to before the second. */
const [OLDEST, TOO_NEW] = [
  [2, 19],
  [4, 0],
] as const;

const isBefore = (version: string, [major, minor]: readonly [number, number]): boolean => {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
};

const found = (severity: Finding['severity'], message: string, advice: string): Finding => ({
  check: CHECK,
  severity,
  message,
  advice,
});

export const describeSearch = (search: InspectedSearch): Finding[] => {
  const findings = [...describeNodes(search), ...describeHealth(search), ...describeFeeding(search)];
  if (findings.length > 0) return findings;
  const versions = [...new Set(search.nodes.map(({ version }) => version))].join(', ');
  return [ok(CHECK, `OpenSearch ${versions} has every change of ${countOf(search.catalogs, 'catalog')}`)];
};

const describeNodes = ({ nodes, health }: InspectedSearch): Finding[] =>
  nodes.flatMap(({ url, version, fault }): Finding[] => {
    const severity = health === undefined ? 'problem' : 'warning';
    if (version === undefined)
      return [
        found(
          severity,
          `OpenSearch does not answer at ${url}: ${fault}`,
          'start it, or correct VITRINE_SEARCH_URL',
        ),
      ];
    if (!/^\d+\.\d+/.test(version))
      return [found('problem', `What answers at ${url} is not OpenSearch`, 'correct VITRINE_SEARCH_URL')];
    return isBefore(version, OLDEST) || !isBefore(version, TOO_NEW)
      ? [found('problem', `The node ${url} is OpenSearch ${version}`, 'use 2.19 or 3.x')]
      : [];
  });

const describeHealth = ({ health }: InspectedSearch): Finding[] => {
  if (health === 'red')
    return [
      found(
        'problem',
        'OpenSearch lacks shards: some or all searches fail',
        'start the nodes that are missing, or delete the index, and the services feed it again',
      ),
    ];
  if (health !== 'yellow') return [];
  return [
    found(
      'warning',
      'OpenSearch lacks copies of shards: when a node fails, searches do too',
      'start the nodes that are missing, or set VITRINE_SEARCH_REPLICAS to less than the number of nodes before indexes are created',
    ),
  ];
};

const describeFeeding = (search: InspectedSearch): Finding[] => {
  if (search.health === undefined) return [];
  const { catalogs, unfed, behindCatalogs, behindChanges, parked } = search;
  const findings: Finding[] = [];
  const feeding =
    'nothing if a service is running and the number falls; or else start one, which feeds OpenSearch';
  if (unfed > 0)
    findings.push(
      found(
        'warning',
        `${unfed} of ${countOf(catalogs, 'catalog')} were never fed to OpenSearch, so searches in them fail`,
        feeding,
      ),
    );
  if (behindCatalogs > 0)
    findings.push(
      found(
        'note',
        `OpenSearch lacks changes of ${countOf(behindCatalogs, 'catalog')}, at most ${countOf(behindChanges, 'change')} of one`,
        feeding,
      ),
    );
  if (parked > 0)
    findings.push(
      found(
        'warning',
        `OpenSearch has refused ${countOf(parked, 'object')}, which no search finds`,
        'look for "OpenSearch refused objects" in the logs of the services, which name them and say why, and change them',
      ),
    );
  return findings;
};
