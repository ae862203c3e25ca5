// What a caller can see of a response, what is stored of a workspace, and which operations belong to which scope: what
// the isolation tests compare.

import assert from 'node:assert/strict';
import { withoutProgress } from '../../fixtures/form-body.ts';
import { callAt } from '../operations/good-calls.ts';
import {
  allPlaces,
  allWorkspaces,
  home,
  markOf,
  type Place,
  PRODUCTION,
  type Workspace,
} from '../service/fixture-bundle.ts';
import {
  type FixtureService,
  OPERATOR,
  operationNames,
  operationOf,
  type WireResponse,
} from '../service/fixture-service.ts';

const NOISE = new Set(['x-request-id', 'date', 'etag', 'content-length', 'connection', 'keep-alive']);
/** Opaque, and another one after each write to the caller's own workspace. Only whether it is there may be told. */
const POSITION = 'vitrine-position';

/** Ids of the fixture stay: one of another scope would show. Ids created by the service differ each time. */
const MADE_ID = /(?!0190a000-)\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
/** The fixture's times are all in January. */
const MADE_TIME = /\d{4}-(?!01-)\d\d-\d\dT[\d:.]+Z/g;
const MADE_TEXT = /"(etag|secret|stamp)":"(?:[^"\\]|\\.)*"/g;

/** Everything a caller can see, without the requested id, which a response may repeat. */
export const seen = ({ status, headers, text }: WireResponse, asked: string) => ({
  status,
  headers: [...headers]
    .filter(([name]) => !NOISE.has(name))
    .map(([name, value]) => [
      name,
      name === POSITION
        ? '<made>'
        : name === 'location'
          ? withoutIds(value, encodeURIComponent(asked))
          : value,
    ])
    .toSorted(),
  body: withoutIds(withoutProgress(text), asked)
    .replaceAll(MADE_TEXT, '"$1":"<made>"')
    .replaceAll(MADE_TIME, '<now>'),
});

const withoutIds = (text: string, asked: string): string =>
  (asked === '' ? text : text.replaceAll(asked, '<asked>')).replaceAll(MADE_ID, '<made>');

export const marksIn = (text: string): string[] =>
  allWorkspaces.map(markOf).filter((mark) => text.includes(mark));

/** Asserts that nothing in the text is from another workspace. */
export const assertOnlyMarkOf = (workspace: Workspace, text: string, where = text): void =>
  assert.ok(
    marksIn(text).every((mark) => mark === markOf(workspace)),
    where,
  );

export const inWorkspaces = operationNames.filter((name) => operationOf(name).scope !== 'none');
export const above = operationNames.filter((name) => operationOf(name).scope === 'none');
const isOfEnvironment = (name: string): boolean => operationOf(name).scope.startsWith('headers');
export const placesFor = (name: string): readonly Place[] =>
  isOfEnvironment(name) ? allPlaces : allPlaces.filter(({ environment }) => environment === PRODUCTION);

/** The lines of a bundle that are not of our workspace. */
const ofOthers = (bundle: string): string[] => {
  let isOurs = false;
  return bundle.split('\n').filter((line) => {
    const { kind, tenant_id, workspace_id } = JSON.parse(line || '{}') as Readonly<Record<string, string>>;
    if (kind === 'scope') isOurs = tenant_id === home.tenant && workspace_id === home.workspace;
    return !isOurs;
  });
};

/** Everything stored of the other workspaces, except what anyone may cause by searching. */
export const keptElsewhere = async ({ call, service }: FixtureService): Promise<string[]> => {
  const exported = await service.run('export');
  assert.equal(exported.code, 0, exported.err);
  const kept = ofOthers(exported.out).filter((line) => !/"kind":"(?:search_event|popular_term)"/.test(line));
  for (const workspace of allWorkspaces.filter((each) => markOf(each) !== markOf(home))) {
    const place = { ...workspace, environment: PRODUCTION };
    for (const name of ['manage-list-tokens', 'list-submissions']) {
      kept.push((await call(name, { ...callAt(name, place), token: OPERATOR })).text);
    }
  }
  return kept;
};
