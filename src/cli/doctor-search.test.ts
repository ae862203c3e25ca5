// What the doctor makes of OpenSearch in every state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InspectedSearch } from '../cli-inspect.ts';
import { describeSearch } from './doctor-search.ts';

const URL = 'http://search-1:9200';

const well: InspectedSearch = {
  nodes: [{ url: URL, version: '3.8.0', fault: '' }],
  health: 'green',
  ...{ catalogs: 3, unfed: 0, behindCatalogs: 0, behindChanges: 0, parked: 0 },
};

const found = (changes: Partial<InspectedSearch>): string[] =>
  describeSearch({ ...well, ...changes }).map(({ severity, message }) => `${severity}: ${message}`);

const ofVersion = (version: string): string[] => found({ nodes: [{ url: URL, version, fault: '' }] });

test('a cluster that is well is one line', () => {
  assert.deepEqual(found({}), ['ok: OpenSearch 3.8.0 has every change of 3 catalogs']);
});

test('versions from 2.19 to before 4 are supported', () => {
  for (const version of ['2.19.0', '2.20.1', '3.0.0', '3.12.4-SNAPSHOT'])
    assert.match(ofVersion(version)[0] ?? '', /^ok/, version);
  for (const version of ['1.3.20', '2.9.0', '2.18.9', '4.0.0', '7.10.2'])
    assert.deepEqual(ofVersion(version), [`problem: The node ${URL} is OpenSearch ${version}`]);
  assert.deepEqual(ofVersion(''), [`problem: What answers at ${URL} is not OpenSearch`]);
});

test('a node that is gone is a warning, all of them are a problem, and the rest is then not known', () => {
  const gone = { url: 'http://search-2:9200', version: undefined, fault: 'refused' };
  const message = 'OpenSearch does not answer at http://search-2:9200: refused';
  assert.deepEqual(found({ nodes: [...well.nodes, gone] }), [`warning: ${message}`]);
  assert.deepEqual(found({ nodes: [gone], health: undefined }), [`problem: ${message}`]);
});

test('shards, catalogs and objects that are missing', () => {
  assert.match(found({ health: 'red' })[0] ?? '', /^problem: OpenSearch lacks shards/);
  assert.match(found({ health: 'yellow' })[0] ?? '', /^warning: OpenSearch lacks copies of shards/);
  assert.deepEqual(found({ unfed: 2, behindCatalogs: 1, behindChanges: 40, parked: 1 }), [
    'warning: 2 of 3 catalogs were never fed to OpenSearch, so searches in them fail',
    'note: OpenSearch lacks changes of 1 catalog, at most 40 changes of one',
    'warning: OpenSearch has refused 1 object, which no search finds',
  ]);
});
